import { Link } from 'wouter'
import { patientPath } from '../components/patient-path.ts'

/** The patient's name, or another text, as a link to the page of the patient whom a booking is for. */
export function PatientLink({ bookingId, children }: { bookingId: string; children: string }) {
  return (
    <Link className="break" href={patientPath(bookingId)}>
      {children}
    </Link>
  )
}
