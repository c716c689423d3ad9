import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isEmail, sameEmail } from '../../../src/shared/contact.ts'
import { type Instant, MINUTE } from '../../../src/shared/day.ts'
import { getEmailStatus, sendEmailCheck, verifyEmail } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { browserStorage, recordIn } from '../storage.ts'
import { MAIL_SENT_KEY } from './contact-entry.ts'

/** Specification section 9. */
const POLL_EVERY = 5000
const POLL_FOR = 2 * MINUTE
const DEBOUNCE = 500
/** Long enough for a mail to arrive before a second one is worth asking for. */
const RESEND_AFTER = MINUTE

/** Says of the last mail to whom it went and when, so that a phone that reloads the page still asks for its code. */
type Sent = Readonly<{ email: string; at: Instant }>

/**
 * Whether the address belongs to the patient: unverified, then a mail with link and code, then asked for every five
 * seconds until verified. Source: specification section 4.
 */
export function useEmailVerification(email: string) {
  const client = useQueryClient()
  const typed = useSettled(email, DEBOUNCE)
  const address = isEmail(typed) ? typed.trim() : undefined
  const [lastSent, setLastSent] = useState(recallSent)
  const sentAt = lastSent && sameEmail(lastSent.email, email) ? lastSent.at : undefined
  const polling = useUntil(sentAt === undefined ? undefined : sentAt + POLL_FOR)

  const status = useQuery({
    ...verifiedQuery(address ?? ''),
    enabled: address !== undefined,
    refetchInterval: ({ state }) => polling && !state.data?.verified && POLL_EVERY,
    // The patient reads the mail in another app, and its window comes back with focus or pageshow alone.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  })
  const verified = status.data?.verified === true && address !== undefined && sameEmail(address, email)
  useRecheck(status.refetch, address !== undefined && !verified)

  const send = useMutation({
    mutationFn: sendEmailCheck,
    onSuccess: (_, to) => {
      const sent = { email: to, at: serverNow() }
      browserStorage.tab.write(MAIL_SENT_KEY, JSON.stringify(sent))
      setLastSent(sent)
    },
  })
  const enter = useMutation({
    mutationFn: (code: string) => verifyEmail({ email: email.trim(), code }),
    onSuccess: () => client.setQueryData(verifiedQuery(email.trim()).queryKey, { verified: true }),
  })

  return {
    verified,
    /** When the mail to this very address went out. */
    sentAt,
    resendAt: sentAt === undefined ? undefined : sentAt + RESEND_AFTER,
    /** Still asking by itself whether the link was opened. */
    polling: polling && !verified,
    /** Asks now, for a patient who goes on before the next poll. */
    ask: () =>
      client.fetchQuery(verifiedQuery(email.trim())).then(
        (answer) => answer.verified,
        () => false,
      ),
    recheck: status.refetch,
    rechecking: status.isFetching,
    send: () => send.mutate(email.trim()),
    sending: send.isPending,
    sendError: send.error,
    enter: (code: string) => enter.mutate(code),
    entering: enter.isPending,
    enterError: enter.error,
    /** Back to the address: it was mistyped. */
    giveUp: () => {
      browserStorage.tab.write(MAIL_SENT_KEY, undefined)
      setLastSent(undefined)
      send.reset()
      enter.reset()
    },
  }
}

export type EmailVerification = ReturnType<typeof useEmailVerification>

function verifiedQuery(address: string) {
  return queryOptions({
    queryKey: ['email verified', address],
    queryFn: ({ signal }) => getEmailStatus(address, signal),
    staleTime: 0,
    retry: false,
  })
}

/** The text as it was when typing paused for `pause` milliseconds. */
function useSettled(text: string, pause: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}

/** True until the instant has come. */
function useUntil(end: Instant | undefined): boolean {
  const [over, setOver] = useState<Instant>()
  useEffect(() => {
    if (end === undefined) return
    const timer = setTimeout(() => setOver(end), Math.max(0, end - serverNow()))
    return () => clearTimeout(timer)
  }, [end])
  return end !== undefined && over !== end
}

function useRecheck(recheck: () => unknown, wanted: boolean) {
  useEffect(() => {
    if (!wanted) return
    const ask = () => void recheck()
    addEventListener('focus', ask)
    addEventListener('pageshow', ask)
    return () => {
      removeEventListener('focus', ask)
      removeEventListener('pageshow', ask)
    }
  }, [recheck, wanted])
}

function recallSent(): Sent | undefined {
  const { email, at } = recordIn(browserStorage.tab.read(MAIL_SENT_KEY))
  return typeof email === 'string' && typeof at === 'number' ? { email, at } : undefined
}
