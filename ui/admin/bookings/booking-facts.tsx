import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { seriesText } from '../../../src/shared/series.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { canMove } from '../appointment/actions-on.ts'
import styles from '../appointment/appointment.module.css'
import { AttendanceButtons } from '../appointment/attendance.tsx'
import { InternalNote } from '../appointment/internal-note.tsx'
import { Reinstate } from '../appointment/reinstate.tsx'
import { UndoBar } from '../appointment/undo-bar.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import type { AppointmentDecision } from '../appointment/use-decision.ts'
import { WriteMessage } from '../appointment/write-message.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { BookingHistory } from './booking-history.tsx'
import { BookingMessages } from './booking-messages.tsx'
import { ContactFacts } from './contact-facts.tsx'
import { NextSteps } from './next-steps.tsx'

type BookingFactsProps = {
  booking: BookingDetail
  decision: AppointmentDecision
  /** The sentence after a correction of the contact, or after a move without a message to the patient. */
  note: string | undefined
}

/** Everything known about an appointment, with the actions that have no button at the bottom of the sheet. */
export function BookingFacts({ booking, decision, note }: BookingFactsProps) {
  const [{ entered }, changeParams] = useSearchState('ask', 'entered')
  return (
    <div className="stack gap-5">
      <UndoBar bookingId={booking.id} further={entered && <NextSteps booking={booking} />} />
      <OutcomeBanner outcome={decision.outcome ?? (note ? { tone: 'good', text: note } : undefined)} />
      <div className={`stack start gap-3 ${styles.when}`}>
        <DateTile start={booking.start}>
          {booking.service_name}, {booking.duration_min} Min, {priceText(booking.price)}
          {booking.series && <span className={styles.more}>Serie: {seriesText(booking.series)}</span>}
        </DateTile>
        <div className="row gap-2">
          <Badge size="small" {...displayOfStatus(booking.status)} />
          {booking.move && <Badge size="small" {...MOVE_ASKED} />}
          {booking.marked && <Badge tone="neutral" label="Auffällig" size="small" />}
        </div>
        <div className="row gap-2">
          <AttendanceButtons booking={booking} />
        </div>
      </div>
      <Reinstate booking={booking} />
      <Notes booking={booking} />
      <ContactFacts booking={booking} />
      <p>
        <Button kind="link" onClick={() => changeParams({ ask: 'contact' })}>
          Kontaktdaten ändern
        </Button>
      </p>
      <Answers answers={booking.answers} />
      <BookingHistory booking={booking} />
      <BookingMessages booking={booking} />
      {canMove(booking, serverNow()) && <WriteMessage booking={booking} />}
      <p className="muted small">
        <a href={overviewUrl(booking.id)} target="_blank" rel="noopener noreferrer">
          Übersicht der Patientin oder des Patienten öffnen
        </a>
      </p>
    </div>
  )
}

/** The practice's own notes on the appointment and on the patient. */
function Notes({ booking: { id, note, patient_note } }: { booking: BookingDetail }) {
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

/** The patient's answers to the questions of the service. */
function Answers({ answers }: Pick<BookingDetail, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <section>
      <h3>Antworten</h3>
      <div className={styles.facts}>
        <FactList>
          {answers.map(({ id, label, value }) => (
            <Fact key={id} label={label} wide>
              {value}
            </Fact>
          ))}
        </FactList>
      </div>
    </section>
  )
}
