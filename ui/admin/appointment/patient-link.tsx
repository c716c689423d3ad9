import { Link } from 'wouter'
import { patientPath } from '../components/patient-path.ts'

/** The patient's name, or another text, as a link to the page of the patient. */
export function PatientLink({ booking, children }: { booking: string; children: string }) {
  return (
    <Link className="break" href={patientPath(booking)}>
      {children}
    </Link>
  )
}
