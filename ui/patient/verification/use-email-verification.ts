import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { isEmail, sameEmail } from '../../../src/shared/contact/email.ts'
import { MINUTE } from '../../../src/shared/day.ts'
import { getEmailStatus } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { MAIL_SENT_KEY } from '../browser-storage.ts'
import { useCodeEmail } from './use-code-email.ts'
import { useDebounced } from './use-debounced.ts'
import { useRecheck } from './use-recheck.ts'

/** How often the page asks whether the link of a sent e-mail was opened (docs/behaviour.md 6.8). */
const POLL_EVERY_MS = 5000
/** How long the page asks after an e-mail was sent. */
const POLL_FOR_MS = 2 * MINUTE
/** Pause in typing after which the status of the e-mail address is read. */
const DEBOUNCE_MS = 500

/**
 * Verifies an e-mail address: reads whether it is verified, sends the e-mail with link and code, and checks
 * the code. After sending, the page polls the status, because the link may be opened on another device.
 */
export function useEmailVerification(email: string) {
  const client = useQueryClient()
  const debouncedEmail = useDebounced(email, DEBOUNCE_MS)
  const validEmail = isEmail(debouncedEmail) ? debouncedEmail.trim() : undefined
  const codeEmail = useCodeEmail({
    purpose: 'booking',
    key: MAIL_SENT_KEY,
    onVerified: (verifiedEmail) =>
      client.setQueryData(verifiedQuery(verifiedEmail).queryKey, { verified: true }),
  })
  const { lastSent } = codeEmail
  const sentAt = lastSent && sameEmail(lastSent.email, email) ? lastSent.at : undefined
  const pollUntil = sentAt === undefined ? 0 : sentAt + POLL_FOR_MS

  const status = useQuery({
    ...verifiedQuery(validEmail ?? ''),
    enabled: validEmail !== undefined,
    refetchInterval: ({ state }) => serverNow() < pollUntil && !state.data?.verified && POLL_EVERY_MS,
    // The patient reads the e-mail in another app, so the poll goes on in the background. On return a phone's
    // browser fires only focus or pageshow, for which useRecheck listens.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  })
  const isVerified =
    status.data?.verified === true && validEmail !== undefined && sameEmail(validEmail, email)
  useRecheck(status.refetch, validEmail !== undefined && !isVerified)

  return {
    ...codeEmail,
    isVerified,
    /** The failure of an e-mail to this address. That of one to an earlier address would mislead. */
    sendError: !isVerified && sameEmail(codeEmail.sendTo ?? '', email) ? codeEmail.sendError : null,
    /** Instant at which the last e-mail to this address was sent. */
    sentAt,
    /**
     * Asks the server at once, for a patient who goes on before the next poll. It is also called after a
     * refusal, because a verification ends after a day, or when the browser's cookies are deleted. Resolves
     * to false on a failure.
     */
    check: () =>
      client.fetchQuery(verifiedQuery(email.trim())).then(
        (answer) => answer.verified,
        () => false,
      ),
  }
}

/** The verification of an e-mail address as `useEmailVerification` returns it. */
export type EmailVerification = ReturnType<typeof useEmailVerification>

/**
 * Queries whether the e-mail address is verified. A failure is not retried, because the poll asks again
 * anyway.
 */
function verifiedQuery(address: string) {
  return queryOptions({
    queryKey: ['email verified', address],
    queryFn: ({ signal }) => getEmailStatus(address, signal),
    staleTime: 0,
    retry: false,
  })
}
