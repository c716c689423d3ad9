import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isEmail, sameEmail } from '../../../src/shared/contact/email.ts'
import { MINUTE } from '../../../src/shared/day.ts'
import { getEmailStatus } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { MAIL_SENT_KEY } from '../browser-storage.ts'
import { useVerificationEmail } from './use-verification-email.ts'

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
