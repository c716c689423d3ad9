import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { SAVE_FAILURE } from '../forms/use-submit-form.ts'
import { type Device, useEndOtherSessions, useEndSession } from './use-access.ts'

/** What to sign out: one device, or all but this one. */
export type Ending = { device: Device } | 'others'

export function EndSessionsDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const one = useEndSession()
  const others = useEndOtherSessions()
  const isAll = ending === 'others'
  return (
    <ConfirmDialog
      title={isAll ? 'Alle anderen Geräte abmelden?' : `„${ending.device.device}“ abmelden?`}
      button={isAll ? 'Alle anderen abmelden' : 'Gerät abmelden'}
      busy={one.isPending || others.isPending}
      error={one.error ?? others.error}
      failure={SAVE_FAILURE}
      onConfirm={() =>
        isAll
          ? others.mutate(undefined, { onSuccess: onClose })
          : one.mutate(ending.device, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        Dort muss man sich neu anmelden. Was noch nicht gespeichert ist, geht auf{' '}
        {isAll ? 'diesen Geräten' : 'diesem Gerät'} verloren.
      </p>
    </ConfirmDialog>
  )
}
