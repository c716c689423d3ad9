import { useState } from 'react'
import { admin, adminRequest } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { ListWithDialog } from '../components/list-with-dialog.tsx'
import { Section } from '../components/page.tsx'
import { pastTimeText } from '../components/past-time-text.ts'
import { SAVE_FAILURE } from '../forms/form-outcome.ts'
import { type Device, useDevices } from './use-account.ts'

/** The devices to sign out: one, or all except this one. */
type DevicesToSignOut = Device | 'others'

/** The list of devices on which the account is signed in. Every device except this one can be signed out. */
export function DeviceList() {
  const [isAskingForOthers, setAskingForOthers] = useState(false)
  return (
    <Section
      title="Angemeldete Geräte"
      lead="Kennen Sie eines davon nicht, melden Sie es ab und ändern Sie Ihr Passwort."
    >
      <ListWithDialog
        query={useDevices()}
        failure="Die angemeldeten Geräte konnten nicht geladen werden."
        loading="Lade angemeldete Geräte …"
        skeleton={
          <div className="padded">
            <Skeleton height={48} />
          </div>
        }
        renderRow={(device, openDialog) => <DeviceRow device={device} onEnd={openDialog} />}
        renderFoot={(devices) => (
          <div className="padded line-above">
            {devices.some(({ current }) => !current) ? (
              <Button kind="danger" onClick={() => setAskingForOthers(true)}>
                Alle anderen abmelden
              </Button>
            ) : (
              <p className="muted small">Sonst sind Sie nirgends angemeldet.</p>
            )}
          </div>
        )}
        renderDialog={(device, close) => <EndSessionsDialog devices={device} onClose={close} />}
      />
      {isAskingForOthers && <EndSessionsDialog devices="others" onClose={() => setAskingForOthers(false)} />}
    </Section>
  )
}

/** A device with the times of its sign-in and its last call, and a button that signs it out. */
function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { device: name, created_at, seen_at, current } = device
  const now = serverNow()
  return (
    <li className="row between">
      <div>
        <p className="medium">{name}</p>
        <p className="muted small">
          angemeldet <time dateTime={created_at}>{pastTimeText(created_at, now)}</time>, zuletzt aktiv{' '}
          <time dateTime={seen_at}>{pastTimeText(seen_at, now)}</time>
        </p>
      </div>
      {current ? (
        <Badge size="small" tone="good" label="dieses Gerät" />
      ) : (
        <Button size="small" aria-label={`${name} abmelden`} onClick={onEnd}>
          Abmelden
        </Button>
      )}
    </li>
  )
}

/** Asks before one device or all other devices are signed out, and signs them out. */
function EndSessionsDialog({ devices, onClose }: { devices: DevicesToSignOut; onClose: () => void }) {
  const { title, button, where, action } =
    devices === 'others'
      ? {
          title: 'Alle anderen Geräte abmelden?',
          button: 'Alle anderen abmelden',
          where: 'diesen Geräten',
          action: () => adminRequest(admin.sessions.$delete()),
        }
      : {
          title: `„${devices.device}“ abmelden?`,
          button: 'Gerät abmelden',
          where: 'diesem Gerät',
          action: () => adminRequest(admin.sessions[':id'].$delete({ param: { id: String(devices.id) } })),
        }
  return (
    <ConfirmAction title={title} button={button} action={action} failure={SAVE_FAILURE} onClose={onClose}>
      <p>Dort muss man sich neu anmelden. Was noch nicht gespeichert ist, geht auf {where} verloren.</p>
    </ConfirmAction>
  )
}
