import { useEffect, useRef } from 'react'
import { refreshAdminData } from '../api/admin.ts'
import { closeSession, useSession } from '../api/session.ts'
import type { User } from '../api/session-storage.ts'
import { offerSignIn } from '../api/sign-in-again.ts'
import { Button } from '../components/button.tsx'
import { SessionWarning } from './session-warning.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { SESSION_EXPIRED } from './sign-in-form.tsx'

/**
 * Warns before the session ends, and then asks the user to sign in again. Both are dialogs over the page, so
 * that nothing typed is lost (docs/behaviour.md 12.5).
 */
export function SessionEnd({ user }: { user: User }) {
  const session = useSession()
  const token = session?.token
  /** The token that the data of the page were loaded with. */
  const loadedWithRef = useRef(token)
  useEffect(offerSignIn, [])
  useEffect(() => {
    if (token === undefined || token === loadedWithRef.current) return
    loadedWithRef.current = token
    // The calls that failed without a session are repeated.
    void refreshAdminData()
  }, [token])
  if (!session)
    return (
      <SignInDialog user={user} button={<Button onClick={closeSession}>Abmelden</Button>}>
        {SESSION_EXPIRED} Melden Sie sich neu an, dann geht es hier weiter. Was Sie eingetragen haben, bleibt.
      </SignInDialog>
    )
  return <SessionWarning key={session.expiresAt} session={session} />
}
