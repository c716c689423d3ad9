import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { listMoment } from '../components/list-moment.ts'
import { LoadFailure } from '../components/load-failure.tsx'
import { Section } from '../components/section.tsx'
import styles from './device-list.module.css'
import { type Ending, EndSessions } from './end-sessions.tsx'
import { type Device, useDevices } from './use-access.ts'

/** Where the admin is signed in; every place but this one can be signed out from here. */
export function DeviceList() {
  const devices = useDevices()
  const [ending, setEnding] = useState<Ending>()
  const others = devices.data?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title="Angemeldete Geräte"
      lead="Kennen Sie eines davon nicht, melden Sie es ab und ändern Sie Ihr Passwort."
    >
      {devices.error && (
        <LoadFailure
          error={devices.error}
          sentence="Die angemeldeten Geräte konnten nicht geladen werden."
          busy={devices.isFetching}
          onRetry={() => void devices.refetch()}
        />
      )}
      {devices.data ? (
        <ul className={styles.list}>
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} onEnd={() => setEnding({ device })} />
          ))}
        </ul>
      ) : (
        !devices.error && (
          <div className={styles.foot} role="status">
            <span className="visually-hidden">Lade angemeldete Geräte …</span>
            <Skeleton height={48} />
          </div>
        )
      )}
      {devices.data && (
        <div className={styles.foot}>
          {others.length > 0 ? (
            <Button kind="loss" onClick={() => setEnding('others')}>
              Alle anderen abmelden
            </Button>
          ) : (
            <p>Sonst sind Sie nirgends angemeldet.</p>
          )}
        </div>
      )}
      <EndSessions ending={ending} onClose={() => setEnding(undefined)} />
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
