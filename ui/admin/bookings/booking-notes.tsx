import { admin, adminRequest } from '../../api/admin.ts'
import { InternalNote } from '../appointment/internal-note.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'

/** The practice's own notes on the appointment and on the patient. */
export function BookingNotes({ booking: { id, note, patient_note } }: { booking: BookingDetail }) {
  // The typed client does not encode ids.
  const encodedId = encodeURIComponent(id)
  return (
    <div className="stack gap-3">
      <InternalNote
        label="Notiz zum Termin"
        note={note}
        save={(text) =>
          adminRequest(admin.bookings[':id'].note.$put({ param: { id: encodedId }, json: { note: text } }))
        }
      />
      <InternalNote
        label="Notiz zur Person"
        note={patient_note}
        save={(text) =>
          adminRequest(
            admin.patients[':bookingId'].note.$put({ param: { bookingId: encodedId }, json: { note: text } }),
          )
        }
      />
    </div>
  )
}
