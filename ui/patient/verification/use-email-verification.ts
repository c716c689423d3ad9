import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isEmail, sameEmail } from '../../../src/shared/contact/email.ts'
import { type Instant, MINUTE } from '../../../src/shared/day.ts'
import { checkedCall } from '../../api/checked-call.ts'
import {
  getEmailStatus,
  sendVerificationEmail,
  type VerificationPurpose,
  verifyEmail,
} from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { browserStorage, MAIL_SENT_KEY, recordIn } from '../browser-storage.ts'

/** Interval and duration of the poll come from docs/behaviour.md 6.8. */
const POLL_EVERY_MS = 5000
const POLL_FOR_MS = 2 * MINUTE
const DEBOUNCE_MS = 500

/**
 * Verifies an address: reads its status, sends the e-mail with link and code, and checks the code. After
 * sending, it polls the status, because the link may be opened on another device.
 */
export function useEmailVerification(email: string) {
  const client = useQueryClient()
  const typed = useDebounced(email, DEBOUNCE_MS)
  const address = isEmail(typed) ? typed.trim() : undefined
  const mail = useVerificationEmail({
    purpose: 'booking',
    key: MAIL_SENT_KEY,
    onVerified: (address) => client.setQueryData(verifiedQuery(address).queryKey, { verified: true }),
  })
  const { lastSent } = mail
  const sentAt = lastSent && sameEmail(lastSent.email, email) ? lastSent.at : undefined
  const pollUntil = sentAt === undefined ? 0 : sentAt + POLL_FOR_MS

  const status = useQuery({
    ...verifiedQuery(address ?? ''),
    enabled: address !== undefined,
    refetchInterval: ({ state }) => serverNow() < pollUntil && !state.data?.verified && POLL_EVERY_MS,
    // The patient reads the e-mail in another app. A phone's browser fires only focus or pageshow on return
    // (useRecheck).
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  })
  const verified = status.data?.verified === true && address !== undefined && sameEmail(address, email)
  useRecheck(status.refetch, address !== undefined && !verified)

  return {
    ...mail,
    verified,
    /** Instant at which the last e-mail to this address was sent. */
    sentAt,
    /**
     * Asks the server at once, for a patient who goes on before the next poll. Resolves to false on a
     * failure.
     */
    check: () =>
      client.fetchQuery(verifiedQuery(email.trim())).then(
        (answer) => answer.verified,
        () => false,
      ),
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

/** Returns the text as it was when it last stayed unchanged for `pause` milliseconds. */
function useDebounced(text: string, pause: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return debounced
}

function useRecheck(recheck: () => unknown, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const ask = () => void recheck()
    addEventListener('focus', ask)
    addEventListener('pageshow', ask)
    return () => {
      removeEventListener('focus', ask)
      removeEventListener('pageshow', ask)
    }
  }, [recheck, enabled])
}

/** Pause before the e-mail can be sent again (docs/behaviour.md 6.8). */
const RESEND_AFTER_MS = MINUTE

/** The tab stores this, so that the code can still be entered after a reload. */
type SentEmail = Readonly<{ email: string; at: Instant }>

type VerificationEmailOptions = {
  purpose: VerificationPurpose
  /** The key in the tab's storage. */
  key: string
  onVerified: (email: string) => void
}

/** Sends the e-mail with link and code, and sends the entered code to the server. */
export function useVerificationEmail({ purpose, key, onVerified }: VerificationEmailOptions) {
  const [lastSent, setLastSent] = useState(() => (import.meta.env.SSR ? undefined : loadSentEmail(key)))

  const keep = (sent: SentEmail | undefined) => {
    browserStorage.tab.write(key, sent && JSON.stringify(sent))
    setLastSent(sent)
  }
  const send = useMutation({
    mutationFn: (email: string) =>
      checkedCall((turnstile_token) => sendVerificationEmail({ email, purpose, turnstile_token })),
    onSuccess: (_, to) => keep({ email: to, at: serverNow() }),
  })
  const enter = useMutation({
    mutationFn: (input: { email: string; code: string }) => verifyEmail(input),
    onSuccess: (_, { email }) => onVerified(email),
  })

  return {
    lastSent,
    resendAt: lastSent && lastSent.at + RESEND_AFTER_MS,
    send: (to: string) => send.mutate(to.trim()),
    sending: send.isPending,
    sendError: send.error,
    enter: (email: string, code: string, onRefused: () => void) =>
      enter.mutate({ email: email.trim(), code }, { onError: onRefused }),
    entering: enter.isPending,
    enterError: enter.error,
    forgetEnterError: enter.reset,
    /** Forgets the sent e-mail, so that the address can be corrected. */
    reset: () => {
      keep(undefined)
      send.reset()
      enter.reset()
    },
  }
}

export type VerificationEmail = ReturnType<typeof useVerificationEmail>

function loadSentEmail(key: string): SentEmail | undefined {
  const { email, at } = recordIn(browserStorage.tab.read(key))
  return typeof email === 'string' && typeof at === 'number' ? { email, at } : undefined
}
