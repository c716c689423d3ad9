import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MINUTE } from '../../src/shared/day.ts'
import { clockTime, countdown } from '../../src/shared/format.ts'
import { admin, adminRequest } from '../api/admin.ts'
import { failureSentence } from '../api/failure-sentence.ts'
import { serverNow, useNow } from '../api/server-clock.ts'
import { closeSession, LONGEST_TIMEOUT_MS } from '../api/session.ts'
import type { Session } from '../api/session-storage.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** Milliseconds before the end of a session at which the warning comes. */
const WARNING_MS = 2 * MINUTE

/** The warning before this session ends, shown from `WARNING_MS` before the end until it is closed. */
export function SessionWarning({ session }: { session: Session }) {
  const [isClosed, setClosed] = useState(false)
  const [isSigningIn, setSigningIn] = useState(false)
  const isEnding = useIsEnding(session)
  if (isSigningIn)
    return (
      <SignInDialog user={session.user} onClose={() => setSigningIn(false)}>
        Melden Sie sich neu an, dann geht es hier weiter. Was Sie eingetragen haben, bleibt.
      </SignInDialog>
    )
  if (!isEnding || isClosed) return null
  // Calls postpone the end up to the maximum length of a session.
  const canStay = session.lastsUntil === undefined || session.expiresAt !== session.lastsUntil
  const Warning = canStay ? IdleWarning : NewSignInWarning
  return <Warning session={session} onSignIn={() => setSigningIn(true)} onClose={() => setClosed(true)} />
}

type WarningProps = { session: Session; onSignIn: () => void; onClose: () => void }

/** The warning for an idle user. The button makes a call, which extends the session. */
function IdleWarning({ session, onClose }: WarningProps) {
  const stay = useMutation({ mutationFn: () => adminRequest(admin.session.$get()) })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Noch angemeldet bleiben?"
      actions={
        <>
          <Button onClick={closeSession}>Abmelden</Button>
          <Button
            kind="primary"
            data-autofocus
            busy={stay.isPending}
            busyText="Einen Moment …"
            onClick={() => stay.mutate()}
          >
            Angemeldet bleiben
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          <TimeLeft session={session} /> Auch danach bleibt, was Sie eingetragen haben, aber Sie müssen sich
          neu anmelden.
        </p>
        {stay.error && (
          <Banner tone="danger" role="alert">
            {failureSentence(stay.error, 'Das hat nicht geklappt.')}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

/** The warning at the maximum length of a session. Only a new sign-in helps. */
function NewSignInWarning({ session, onSignIn, onClose }: WarningProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Bitte bald neu anmelden"
      actions={
        <>
          <Button onClick={onClose}>Später</Button>
          <Button kind="primary" data-autofocus onClick={onSignIn}>
            Jetzt neu anmelden
          </Button>
        </>
      }
    >
      <p>
        <TimeLeft session={session} /> Sie sind schon lange angemeldet, deshalb geht es dann nur mit einer
        neuen Anmeldung weiter. Was Sie eingetragen haben, bleibt.
      </p>
    </Dialog>
  )
}

/** Says when the session ends, and counts the minutes and seconds down. */
function TimeLeft({ session: { expiresAt } }: { session: Session }) {
  const remaining = Math.max(0, Date.parse(expiresAt) - useNow())
  return (
    <>
      Ihre Sitzung endet um {clockTime(expiresAt)}, in <span className="num">{countdown(remaining)}</span>{' '}
      Minuten.
    </>
  )
}

/** Returns whether the warning is due, and re-renders when it becomes due. */
function useIsEnding({ expiresAt }: Session): boolean {
  const warnsAt = Date.parse(expiresAt) - WARNING_MS
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (now >= warnsAt) return
    const update = () => setNow(serverNow())
    const timer = setTimeout(update, Math.min(warnsAt - now, LONGEST_TIMEOUT_MS))
    return () => clearTimeout(timer)
  }, [now, warnsAt])
  return now >= warnsAt
}
