import { Banner } from '../../parts/banner.tsx'
import { Button } from '../../parts/button.tsx'
import styles from './conflict-banner.module.css'

type ConflictBannerProps<Value> = {
  /** What this page had loaded, and what stands there now. */
  loaded: Value | undefined
  current: Value
  /** The labels of the fields, by their wire names. */
  labels: Readonly<Record<string, string>>
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else has saved the same thing meanwhile: what they changed, and whose version shall stand. */
export function ConflictBanner<Value>({
  loaded,
  current,
  labels,
  saving,
  onKeepMine,
  onTakeTheirs,
}: ConflictBannerProps<Value>) {
  const changes = changesBetween(loaded, current, labels)
  return (
    <Banner tone="warning" role="alert" title="Diese Angaben wurden inzwischen von jemand anderem geändert.">
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ name, label, now }) => (
            <li key={name}>
              {label}: {now}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button size="small" onClick={onTakeTheirs}>
          Andere Fassung laden
        </Button>
        <Button size="small" busy={saving} busyText="Speichern …" onClick={onKeepMine}>
          Meine Fassung speichern
        </Button>
      </div>
    </Banner>
  )
}

type Change = { name: string; label: string; now: string }

/** The fields that differ, as they stand now. */
export function changesBetween(
  loaded: unknown,
  current: unknown,
  labels: Readonly<Record<string, string>>,
): Change[] {
  const before = (loaded ?? {}) as Record<string, unknown>
  return Object.entries((current ?? {}) as Record<string, unknown>)
    .filter(([name, now]) => name in labels && JSON.stringify(now) !== JSON.stringify(before[name]))
    .map(([name, now]) => ({ name, label: labels[name] ?? name, now: inWords(now) }))
}

function inWords(value: unknown): string {
  if (value === true) return 'ja'
  if (value === false) return 'nein'
  if (value === null || value === undefined || value === '') return '(leer)'
  return typeof value === 'object' ? 'geändert' : String(value)
}
