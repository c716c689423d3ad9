import { CANCELLERS, type Canceller } from '../../../src/shared/booking.ts'

const CANCELLER_NAMES: Readonly<Record<Canceller, string>> = {
  patient: 'Patient/in sagt ab',
  practice: 'Ordination sagt ab',
}

/** Who wishes for a cancellation, and whether the patient gets a message about it. */
export type Cancellation = { by: Canceller; notify: boolean }

type CancellationFieldsProps = { value: Cancellation; onChange: (value: Cancellation) => void }

/** Asks who wishes for the cancellation, and whether to notify the patient. */
export function CancellationFields({ value, onChange }: CancellationFieldsProps) {
  return (
    <fieldset className="row gap-3">
      <legend className="visually-hidden">Wer sagt ab?</legend>
      {CANCELLERS.map((who) => (
        <label key={who} className="with-icon">
          <input
            type="radio"
            name="canceller"
            checked={value.by === who}
            onChange={() => onChange({ ...value, by: who })}
          />
          {CANCELLER_NAMES[who]}
        </label>
      ))}
      <label className="with-icon">
        <input
          type="checkbox"
          checked={!value.notify}
          onChange={({ target }) => onChange({ ...value, notify: !target.checked })}
        />
        Ohne Nachricht
      </label>
    </fieldset>
  )
}
