import { Link } from 'wouter'

/** Returns the address of the page of the patient whom a booking is for. */
export function patientPath(bookingId: string): string {
  return `/admin/patients/${encodeURIComponent(bookingId)}`
}

/** The patient's name, or another text, as a link to the page of the patient. */
export function PatientLink({ booking, children }: { booking: string; children: string }) {
  return (
    <Link className="break" href={patientPath(booking)}>
      {children}
    </Link>
  )
}
