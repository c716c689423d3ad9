import { Banner } from '../../parts/banner.tsx'
import { Button } from '../../parts/button.tsx'
import styles from './save-bar.module.css'
import type { Outcome } from './use-editable.ts'

type SaveBarProps = {
  saving: boolean
  loading: boolean
  outcome: Outcome | undefined
  onReload: () => void
  /** Further buttons: Vorschau, Testmail. */
  children?: React.ReactNode
}

/** Save and Reload at the foot of a form, and below them what came of it (specification section 2, SMS Provider). */
export function SaveBar({ saving, loading, outcome, onReload, children }: SaveBarProps) {
  return (
    <div className={styles.foot}>
      <div className={styles.buttons}>
        <Button kind="main" type="submit" busy={saving} busyText="Speichern …">
          Speichern
        </Button>
        <Button busy={loading} busyText="Aktualisieren …" onClick={onReload}>
          Neu laden
        </Button>
        {children}
      </div>
      <div role={outcome?.tone === 'danger' ? 'alert' : 'status'}>
        {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      </div>
    </div>
  )
}
