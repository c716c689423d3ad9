import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { AppointmentDecision } from '../appointment/use-decision.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'
import styles from './dashboard.module.css'
import type { OpenRequest } from './use-dashboard.ts'

type ChosenRequestsProps = {
  chosen: readonly OpenRequest[]
  decision: AppointmentDecision
  /** Called to clear the choice. */
  onNone: () => void
  /** Called with the sentences of all failures. */
  onFailures: (failures: readonly string[]) => void
}

/** The buttons that decide on all chosen requests. They are shown once a request is chosen. */
export function ChosenRequests({ chosen, decision, onNone, onFailures }: ChosenRequestsProps) {
  const [isRejectionAsked, setRejectionAsked] = useState(false)
  const count = chosen.length
  /** Decides on one request after the other. A refused one stays in the list. */
  const decideAll = async (action: 'confirm' | 'reject') => {
    const failures: string[] = []
    for (const booking of chosen) {
      const failure = await decision.decide({ action, booking })
      if (failure !== undefined) failures.push(failure)
    }
    onNone()
    onFailures(failures)
  }
  return (
    <>
      {count > 0 && (
        <div className={`row gap-3 line-above ${styles.all}`}>
          <span className="small" role="status">
            {count === 1 ? '1 Anfrage gewählt' : `${count} Anfragen gewählt`}
          </span>
          <Button kind="primary" size="small" busy={decision.busy} onClick={() => void decideAll('confirm')}>
            Gewählte bestätigen
          </Button>
          <Button size="small" onClick={() => setRejectionAsked(true)}>
            Gewählte ablehnen …
          </Button>
          <Button kind="link" onClick={onNone}>
            Keine
          </Button>
        </div>
      )}
      {isRejectionAsked && (
        <ConfirmAction
          title={count === 1 ? '1 Anfrage ablehnen?' : `${count} Anfragen ablehnen?`}
          button="Ablehnen"
          busyText="Ablehnen …"
          failure="Die Anfragen konnten nicht abgelehnt werden."
          action={() => decideAll('reject')}
          onClose={() => setRejectionAsked(false)}
        >
          <p>{chosen.map(({ name }) => name).join(', ')}. Alle bekommen die Absage sofort.</p>
        </ConfirmAction>
      )}
    </>
  )
}
