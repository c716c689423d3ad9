import { useEffect, useRef } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { changesBetween } from './changes-between.ts'
import styles from './conflict-banner.module.css'
import type { Conflict } from './use-editable.ts'

type ConflictBannerProps<Value> = {
  conflict: Conflict<Value>
  /** What this page had loaded. */
  loaded: Value
  /** The labels of the fields, by their wire names. */
  labels: Readonly<Record<string, string>>
  /** A value by these names, in words, where it is not so by itself. */
  inWords?: (value: Value) => Readonly<Record<string, unknown>>
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else has saved the same thing meanwhile: what they changed, and whose version shall stand. */
export function ConflictBanner<Value>({
  conflict: { sentence, current },
  loaded,
  labels,
  inWords,
  saving,
  onKeepMine,
  onTakeTheirs,
}: ConflictBannerProps<Value>) {
  const worded = (value: Value) => (inWords ? inWords(value) : value)
  const changes = current === null ? [] : changesBetween(worded(loaded), worded(current), labels)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div ref={place} className={styles.place}>
      <Banner tone="warning" role="alert" title={sentence}>
        {current === null && <p>Inzwischen gelöscht.</p>}
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
    </div>
  )
}
