import type { ReactNode } from 'react'
import type { User } from '../api/session-storage.ts'
import { Dialog } from '../components/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

type SignInDialogProps = {
  /** The user whose page is under the dialog. */
  user: User
  /** Left out if the dialog stays until somebody signs in. */
  onClose?: () => void
  button?: ReactNode
  /** The reason for the dialog. */
  children: ReactNode
}

/**
 * Asks the user to sign in, in a dialog over the open page. The page is hidden from passers-by. If somebody
 * else signs in, the text typed on the page is lost, and the form says so.
 */
export function SignInDialog({ user, onClose, button, children }: SignInDialogProps) {
  return (
    <Dialog open look="cover" title="Anmelden" actions={button} {...(onClose && { onClose })}>
      <div className="stack gap-5">
        <p>{children}</p>
        <SignInForm
          email={user.email}
          emailHelp={(typed) =>
            typed !== '' &&
            typed.toLowerCase() !== user.email.toLowerCase() &&
            `Das ist nicht ${user.name || user.email}. Was hier eingetragen und nicht gespeichert ist, geht dann verloren.`
          }
        />
      </div>
    </Dialog>
  )
}
