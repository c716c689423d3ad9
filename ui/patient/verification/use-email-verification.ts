import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isEmail, sameEmail } from '../../../src/shared/contact/email.ts'
import { MINUTE } from '../../../src/shared/day.ts'
import type { FieldErrors } from '../../../src/shared/field-errors.ts'
import { EMAIL_UNVERIFIED } from '../../../src/shared/messages.de.ts'
import { getEmailStatus } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { MAIL_SENT_KEY } from '../browser-storage.ts'
import { useCodeEmail } from './use-code-email.ts'

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
  const typed = useDebounced(email, DEBOUNCE_MS)
  const address = isEmail(typed) ? typed.trim() : undefined
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
    ...verifiedQuery(address ?? ''),
    enabled: address !== undefined,
    refetchInterval: ({ state }) => serverNow() < pollUntil && !state.data?.verified && POLL_EVERY_MS,
    // The patient reads the e-mail in another app, so the poll goes on in the background. On return a phone's
    // browser fires only focus or pageshow, for which useRecheck listens.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  })
  const isVerified = status.data?.verified === true && address !== undefined && sameEmail(address, email)
  useRecheck(status.refetch, address !== undefined && !isVerified)

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

/** Removes the error "not verified" from a form as soon as its e-mail address is verified. */
export function useClearedEmailError(
  { errors, clearError }: { errors: FieldErrors; clearError: (name: 'email') => void },
  isVerified: boolean,
) {
  const isOutdated = isVerified && errors.email === EMAIL_UNVERIFIED
  useEffect(() => {
    if (isOutdated) clearError('email')
  }, [isOutdated, clearError])
}

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

/** Returns the text as it was when it last stayed unchanged for `pause` milliseconds. */
function useDebounced(text: string, pause: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return debounced
}

/** Calls `recheck` when the patient comes back to the page from another app or window. */
function useRecheck(recheck: () => unknown, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const onReturn = () => void recheck()
    addEventListener('focus', onReturn)
    addEventListener('pageshow', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      removeEventListener('pageshow', onReturn)
    }
  }, [recheck, enabled])
}
