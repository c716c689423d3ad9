import { admin, adminRequest } from '../../api/admin.ts'
import { InternalNote } from '../appointment/internal-note.tsx'
import { savePatientNote } from '../appointment/patient-query.ts'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'

/** The practice's own notes on the appointment and on the patient. */
export function BookingNotes({ booking: { id, note, patient_note } }: { booking: BookingDetail }) {
  const saveNote = (text: string) =>
    adminRequest(
      admin.bookings[':id'].note.$put({
        // The typed client does not encode ids.
        param: { id: encodeURIComponent(id) },
        json: { note: text },
      }),
    )
  return (
    <div className="stack gap-3">
      <InternalNote label="Notiz zum Termin" note={note} save={saveNote} />
      <InternalNote label="Notiz zur Person" note={patient_note} save={(text) => savePatientNote(id, text)} />
    </div>
  )
}
