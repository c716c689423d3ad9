import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { type Device, useEndOtherSessions, useEndSession } from './use-access.ts'

/** What is to be signed out: one device, or all but this one. */
export type Ending = { device: Device } | 'others'

/** Asks before somebody is signed out elsewhere. */
export function EndSessions({ ending, onClose }: { ending: Ending | undefined; onClose: () => void }) {
  const one = useEndSession()
  const others = useEndOtherSessions()
  const fault = one.error ?? others.error
  const close = () => {
    one.reset()
    others.reset()
    onClose()
  }
  const end = () =>
    ending === 'others'
      ? others.mutate(undefined, { onSuccess: close })
      : ending && one.mutate(ending.device, { onSuccess: close })
  return (
    <Dialog
      open={ending !== undefined}
      onClose={close}
      title={ending === 'others' ? 'Alle anderen Geräte abmelden?' : `„${ending?.device.device}“ abmelden?`}
      actions={
        <>
          <Button onClick={close}>Abbrechen</Button>
          <Button kind="loss" busy={one.isPending || others.isPending} onClick={end}>
            {ending === 'others' ? 'Alle anderen abmelden' : 'Gerät abmelden'}
          </Button>
        </>
      }
    >
      <p>
        Dort muss man sich neu anmelden. Was noch nicht gespeichert ist, geht auf{' '}
        {ending === 'others' ? 'diesen Geräten' : 'diesem Gerät'} verloren.
      </p>
      <RefusalNote error={fault} />
    </Dialog>
  )
}
