import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { listMoment } from '../components/list-moment.ts'
import { Section } from '../components/section.tsx'
import styles from './device-list.module.css'
import { type Ending, EndSessionsDialog } from './end-sessions-dialog.tsx'
import { type Device, useDevices } from './use-access.ts'

/** Where the admin is signed in; every place but this one can be signed out from here. */
export function DeviceList() {
  const [ending, setEnding] = useState<Ending>()
  return (
    <Section
      title="Angemeldete Geräte"
      lead="Kennen Sie eines davon nicht, melden Sie es ab und ändern Sie Ihr Passwort."
    >
      <Loaded
        query={useDevices()}
        failure="Die angemeldeten Geräte konnten nicht geladen werden."
        loading="Lade angemeldete Geräte …"
        skeleton={
          <div className={styles.foot}>
            <Skeleton height={48} />
          </div>
        }
      >
        {(devices) => (
          <>
            <ul className={styles.list}>
              {devices.map((device) => (
                <DeviceRow key={device.id} device={device} onEnd={() => setEnding({ device })} />
              ))}
            </ul>
            <div className={styles.foot}>
              {devices.some(({ current }) => !current) ? (
                <Button kind="loss" onClick={() => setEnding('others')}>
                  Alle anderen abmelden
                </Button>
              ) : (
                <p>Sonst sind Sie nirgends angemeldet.</p>
              )}
            </div>
          </>
        )}
      </Loaded>
      {ending && <EndSessionsDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { device: name, created_at, seen_at, current } = device
  const now = serverNow()
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.times}>
          angemeldet <time dateTime={created_at}>{listMoment(created_at, now)}</time>, zuletzt aktiv{' '}
          <time dateTime={seen_at}>{listMoment(seen_at, now)}</time>
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
