import { CANCELLERS, type Canceller } from '../../../src/shared/booking.ts'

const CANCELLER_NAMES: Readonly<Record<Canceller, string>> = {
  patient: 'Patient/in sagt ab',
  practice: 'Ordination sagt ab',
}

type CancellationFieldsProps = {
  canceller: Canceller
  onCanceller: (canceller: Canceller) => void
  isWithoutMessage: boolean
  onWithoutMessage: (isWithoutMessage: boolean) => void
}

/** Asks who wishes for the cancellation, and whether to notify the patient. */
export function CancellationFields(props: CancellationFieldsProps) {
  const { canceller, onCanceller, isWithoutMessage, onWithoutMessage } = props
  return (
    <fieldset className="row gap-3">
      <legend className="visually-hidden">Wer sagt ab?</legend>
      {CANCELLERS.map((who) => (
        <label key={who} className="with-icon">
          <input
            type="radio"
            name="canceller"
            checked={canceller === who}
            onChange={() => onCanceller(who)}
          />
          {CANCELLER_NAMES[who]}
        </label>
      ))}
      <label className="with-icon">
        <input
          type="checkbox"
          checked={isWithoutMessage}
          onChange={({ target }) => onWithoutMessage(target.checked)}
        />
        Ohne Nachricht
      </label>
    </fieldset>
  )
}
