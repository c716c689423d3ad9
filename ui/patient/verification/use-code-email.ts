import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Instant, MINUTE } from '../../../src/shared/day.ts'
import { checkedCall } from '../../api/checked-call.ts'
import { sendVerificationEmail, type VerificationPurpose, verifyEmail } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { browserStorage, recordIn } from '../browser-storage.ts'

// This file imports no rules of the contact form, so that "Meine Termine" need not load them.

/** Pause before the e-mail can be sent again (docs/behaviour.md 6.8). */
const RESEND_AFTER_MS = MINUTE

/** The last e-mail that was sent. The tab stores it, so that its code can still be entered after a reload. */
type SentEmail = Readonly<{ email: string; at: Instant }>

type CodeEmailOptions = {
  purpose: VerificationPurpose
  /** The key in the tab's storage under which the sent e-mail is stored. */
  key: string
  onVerified: (email: string) => void
}

/**
 * Sends the verification e-mail, which has a link and a code, to an address, and lets the server check the
 * entered code.
 */
export function useCodeEmail({ purpose, key, onVerified }: CodeEmailOptions) {
  const [lastSent, setLastSent] = useState(() => (import.meta.env.SSR ? undefined : loadSentEmail(key)))

  const storeSent = (sent: SentEmail | undefined) => {
    browserStorage.tab.write(key, sent && JSON.stringify(sent))
    setLastSent(sent)
  }
  const sending = useMutation({
    mutationFn: (email: string) =>
      checkedCall((turnstile_token) => sendVerificationEmail({ email, purpose, turnstile_token })),
    onSuccess: (_, to) => storeSent({ email: to, at: serverNow() }),
  })
  const entering = useMutation({
    mutationFn: (input: { email: string; code: string }) => verifyEmail(input),
    onSuccess: (_, { email }) => onVerified(email),
  })

  return {
    lastSent,
    /** The instant from which another e-mail can be sent; undefined before the first. */
    resendAt: lastSent && lastSent.at + RESEND_AFTER_MS,
    send: (to: string) => sending.mutate(to.trim()),
    isSending: sending.isPending,
    sendError: sending.error,
    /** The e-mail address of the call that is running or was the last one. */
    sendTo: sending.variables,
    /** Sends the code to the server. `onRefused` is called when the code is wrong, or the call has failed. */
    enter: (email: string, code: string, onRefused: () => void) =>
      entering.mutate({ email: email.trim(), code }, { onError: onRefused }),
    isEntering: entering.isPending,
    enterError: entering.error,
    forgetEnterError: entering.reset,
    /** Forgets the sent e-mail, so that the e-mail address can be corrected. */
    reset: () => {
      storeSent(undefined)
      sending.reset()
      entering.reset()
    },
  }
}

/** The verification e-mail as `useCodeEmail` returns it. */
export type CodeEmail = ReturnType<typeof useCodeEmail>

function loadSentEmail(key: string): SentEmail | undefined {
  const { email, at } = recordIn(browserStorage.tab.read(key))
  return typeof email === 'string' && typeof at === 'number' ? { email, at } : undefined
}
