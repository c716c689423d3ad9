import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import { ApiError } from '../../api/http.ts'
import { Button } from '../../components/button.tsx'
import styles from './connection-test.module.css'
import { OutcomeBanner } from './outcome-banner.tsx'
import type { Outcome } from './use-submit-form.ts'

type TrialProps = {
  /** Asks the server to try out what is saved, and answers in a sentence. */
  run: () => Promise<{ message: string }>
  busyText: string
  /** True while something stands in the form that was not saved, and so is not tried. */
  dirty: boolean
  note?: ReactNode
  /** The button's label. */
  children: ReactNode
}

/** Tries out settings before patients depend on them; what came of it stands below. */
export function ConnectionTest({ run, busyText, dirty, note, children }: TrialProps) {
  const trial = useMutation({ mutationFn: run })
  return (
    <div className={styles.trial}>
      <div className={styles.row}>
        <Button busy={trial.isPending} busyText={busyText} onClick={() => trial.mutate()}>
          {children}
        </Button>
        <p className={styles.note}>
          {dirty ? 'Geprüft wird nur, was gespeichert ist. Bitte zuerst speichern.' : note}
        </p>
      </div>
      <OutcomeBanner outcome={outcomeOf(trial.data, trial.error)} />
    </div>
  )
}

function outcomeOf(answer: { message: string } | undefined, fault: Error | null): Outcome | undefined {
  if (answer) return { tone: 'good', text: answer.message }
  if (!fault) return undefined
  return { tone: 'danger', text: fault instanceof ApiError ? fault.message : PROBLEMS.test_failed[1] }
}
