import { plainDay } from '../../../src/shared/format.ts'
import styles from './appointment.module.css'
import type { FoundPatient } from './patient-query.ts'
import { historyText } from './visits-text.ts'

/** A found patient: the name, and the facts that distinguish namesakes. */
export function PatientFacts({ patient }: { patient: FoundPatient }) {
  const { name, birth_date, phone, email } = patient
  return (
    <>
      <b className="break">{name}</b>
      {birth_date && <span className="num"> geb. {plainDay(birth_date)}</span>}
      <span className={`small num ${styles.more}`}>
        {[phone, email].filter((each) => each !== '').join(', ')}
      </span>
      <span className={`small ${styles.more}`}>{historyText(patient)}</span>
    </>
  )
}
