import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { AppointmentDecision } from '../appointment/use-decision.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'
import styles from './dashboard.module.css'
import type { OpenRequest } from './use-dashboard.ts'

/** A decision that the server has not taken, with the sentence that says why. */
export type FailedDecision = { id: string; sentence: string }

type ChosenRequestsProps = {
  chosen: readonly OpenRequest[]
  decision: AppointmentDecision
  /** Called to clear the choice. */
  onClear: () => void
  /** Called after the decisions with those that have failed. */
  onDecided: (failed: readonly FailedDecision[]) => void
}

/** The buttons that decide on all chosen requests. They are shown once a request is chosen. */
export function ChosenRequests({ chosen, decision, onClear, onDecided }: ChosenRequestsProps) {
  const [isRejectionAsked, setRejectionAsked] = useState(false)
  const count = chosen.length
  const countText = count === 1 ? '1 Anfrage' : `${count} Anfragen`
  /** Decides on one request after the other. A refused one stays in the list. */
  const decideAll = async (action: 'confirm' | 'reject') => {
    const failed: FailedDecision[] = []
    for (const booking of chosen) {
      const sentence = await decision.decide({ action, booking })
      if (sentence !== undefined) failed.push({ id: booking.id, sentence })
    }
    onDecided(failed)
  }
  return (
    <>
      {count > 0 && (
        <div className={`row gap-3 line-above ${styles.all}`}>
          <span className="small" role="status">
            {countText} gewählt
          </span>
          <Button kind="primary" size="small" busy={decision.busy} onClick={() => void decideAll('confirm')}>
            Gewählte bestätigen
          </Button>
          <Button size="small" onClick={() => setRejectionAsked(true)}>
            Gewählte ablehnen …
          </Button>
          <Button kind="link" onClick={onClear}>
            Keine
          </Button>
        </div>
      )}
      {isRejectionAsked && (
        <ConfirmAction
          title={`${countText} ablehnen?`}
          button={`${countText} ablehnen`}
          busyText="Ablehnen …"
          failure="Die Anfragen konnten nicht abgelehnt werden."
          action={() => decideAll('reject')}
          onClose={() => setRejectionAsked(false)}
        >
          <p>{chosen.map(({ name }) => name).join(', ')}. Die Absage geht jeweils sofort hinaus.</p>
        </ConfirmAction>
      )}
    </>
  )
}
