import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import styles from './save-bar.module.css'
import type { Outcome } from './use-submit-form.ts'

type SaveBarProps = {
  saving: boolean
  loading: boolean
  outcome: Outcome | undefined
  outcomeHelp?: ReactNode
  onReload: () => void
  /** Further buttons: Vorschau, Testmail. */
  children?: ReactNode
}

/** Save and Reload at the foot of a form, and below them what came of it (specification section 2, SMS Provider). */
export function SaveBar({ saving, loading, outcome, outcomeHelp, onReload, children }: SaveBarProps) {
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
      <OutcomeBanner outcome={outcome}>{outcomeHelp}</OutcomeBanner>
    </div>
  )
}
