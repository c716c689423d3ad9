import { useEffect, useRef } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import styles from '../components/admin.module.css'
import { changesBetween } from './changes-between.ts'
import type { EditConflict } from './save-edited.ts'

type EditConflictBannerProps<Value> = {
  form: {
    conflict: EditConflict<Value> | undefined
    /** The value that this page had loaded. */
    value: Value | undefined
    busy: boolean
    submitAnyway: () => unknown
    reload: () => unknown
  }
  /** The labels of the fields, by the names that `fields` returns. */
  labels: Readonly<Record<string, string>>
  /** Returns the fields to compare; by default the value itself. */
  fields?: (value: Value) => unknown
  /** Saves the user's own version; by default `submitAnyway` of the form. */
  onKeepMine?: () => unknown
  /** Loads the version of the other user; by default `reload` of the form. */
  onTakeTheirs?: () => unknown
}

/** Shows what another user has saved meanwhile, and asks which version to keep. Empty without a conflict. */
export function EditConflictBanner<Value>(props: EditConflictBannerProps<Value>) {
  const { conflict } = props.form
  return conflict && <OpenConflict {...props} conflict={conflict} />
}

/** Names the fields that the other user has changed, with a button for each of the two versions. */
function OpenConflict<Value>({
  form,
  conflict: { sentence, current },
  labels,
  fields = (value) => value,
  onKeepMine = form.submitAnyway,
  onTakeTheirs = form.reload,
}: EditConflictBannerProps<Value> & { conflict: EditConflict<Value> }) {
  const { value, busy } = form
  const changes =
    current === null || value === undefined ? [] : changesBetween(fields(value), fields(current), labels)
  const bannerRef = useRef<HTMLDivElement>(null)
  // The conflict appears below the fields, where it may be out of sight.
  useEffect(() => {
    bannerRef.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div ref={bannerRef}>
      <Banner tone="warning" role="alert" title={sentence}>
        {current === null && <p>Inzwischen gelöscht.</p>}
        {changes.length > 0 && (
          <ul className={styles.changes}>
            {changes.map(({ name, label, newValue }) => (
              <li key={name}>
                {label}: {newValue}
              </li>
            ))}
          </ul>
        )}
        <div className="row gap-2 mt-4">
          <Button size="small" onClick={() => void onTakeTheirs()}>
            Andere Fassung laden
          </Button>
          <Button size="small" busy={busy} busyText="Speichern …" onClick={() => void onKeepMine()}>
            Meine Fassung speichern
          </Button>
        </div>
      </Banner>
    </div>
  )
}
