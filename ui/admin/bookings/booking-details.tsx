import { useState } from 'react'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { addDays } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { BOOKING_NOT_FOUND } from '../../../src/shared/messages.de.ts'
import { seriesText } from '../../../src/shared/series.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { isNotFound } from '../../api/refusals.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Fact, FactList } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { NOT_LOADED } from '../../patient/appointment-texts.ts'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import styles from '../appointment/appointment.module.css'
import { AttendanceButtons } from '../appointment/attendance.tsx'
import { CorrectContact } from '../appointment/correct-contact.tsx'
import { InternalNote } from '../appointment/internal-note.tsx'
import { MoveBooking } from '../appointment/move-booking.tsx'
import { Reinstate } from '../appointment/reinstate.tsx'
import { UndoBar } from '../appointment/undo.tsx'
import { type BookingDetail, useBookingDetail } from '../appointment/use-booking-detail.ts'
import { type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { WriteMessage } from '../appointment/write-message.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { WaitingDialog, WaitingNote } from '../waiting-list/waiting-dialog.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingHistory } from './booking-history.tsx'
import { BookingMessages } from './booking-messages.tsx'
import { ContactFacts } from './contact-facts.tsx'

const NO_MOVE = { ask: '', to: '', who: '' }

/** The details of an appointment with its actions. The address may open one of them (`?ask=reject`). */
export function BookingDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useBookingDetail(id)
  const { data, error } = query
  const decision = useDecision()
  const [address, change] = useSearchState('ask', 'to', 'who', 'booking')
  const [note, setNote] = useState<string>()
  const offered = data ? actionsOn(data, serverNow()) : []
  const movable = data !== undefined && canMove(data, serverNow())
  if (movable && address.ask === 'move')
    return (
      <MoveBooking
        booking={data}
        onMoved={(moved) => {
          setNote(moved)
          // A drop was the way here, so it leads back to the calendar unless there is something to say.
          change({ ...NO_MOVE, ...(address.who && moved === undefined && { booking: '' }) })
        }}
        onBack={() => change({ ...NO_MOVE, ...(address.who && { booking: '' }) })}
      />
    )
  if (data && address.ask === 'contact')
    return (
      <CorrectContact
        booking={data}
        onSaved={(saved) => {
          setNote(saved)
          change({ ask: '' })
        }}
        onBack={() => change({ ask: '' })}
      />
    )
  if (movable && address.ask === 'wait')
    return (
      <WaitingDialog
        booking={data}
        onAdded={() => setNote(`${data.name} steht auf der Warteliste.`)}
        onClose={() => change({ ask: '' })}
      />
    )
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title={data?.name ?? 'Termin'}
      actions={
        data &&
        (movable || offered.length > 0) && (
          <BookingActions booking={data} offered={offered} movable={movable} decision={decision} />
        )
      }
    >
      {isNotFound(error) ? (
        <Banner tone="danger" role="alert">
          {BOOKING_NOT_FOUND}
        </Banner>
      ) : (
        <Loaded
          query={query}
          failure={NOT_LOADED}
          loading="Lade Termin …"
          skeleton={<Skeleton height={420} />}
        >
          {(booking) => (
            <>
              <Details booking={booking} decision={decision} note={note} />
              <WaitingNote booking={booking} onAsk={() => change({ ask: 'wait' })} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

type DetailsProps = {
  booking: BookingDetail
  decision: AppointmentDecision
  /** The sentence after corrected contact data, or after a move without a message to the patient. */
  note: string | undefined
}

function Details({ booking, decision, note }: DetailsProps) {
  const [{ entered }, change] = useSearchState('ask', 'entered')
  return (
    <div className="stack gap-5">
      <UndoBar booking={booking.id} further={entered && <NextSteps booking={booking} />} />
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
        <Button kind="link" onClick={() => change({ ask: 'contact' })}>
          Kontaktdaten ändern
        </Button>
      </p>
      {booking.answers.length > 0 && (
        <section>
          <h3>Antworten</h3>
          <div className={styles.facts}>
            <FactList>
              {booking.answers.map(({ id, label, value }) => (
                <Fact key={id} label={label} wide>
                  {value}
                </Fact>
              ))}
            </FactList>
          </div>
        </section>
      )}
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

/** The practice's own notes on the appointment and on the person. */
function Notes({ booking: { id, note, patient_note } }: { booking: BookingDetail }) {
  const param = encodeURIComponent(id)
  return (
    <div className="stack gap-3">
      <InternalNote
        label="Notiz zum Termin"
        note={note}
        save={(text) =>
          adminRequest(admin.bookings[':id'].note.$put({ param: { id: param }, json: { note: text } }))
        }
      />
      <InternalNote
        label="Notiz zur Person"
        note={patient_note}
        save={(text) =>
          adminRequest(
            admin.patients[':bookingId'].note.$put({ param: { bookingId: param }, json: { note: text } }),
          )
        }
      />
    </div>
  )
}

/** The weeks after which a patient comes again as a rule. */
const WEEKS_LATER = 6

/** Leads from a new appointment to another one for the same patient. */
function NextSteps({ booking: { id, start, service_id } }: { booking: BookingDetail }) {
  const [, change] = useSearchState('booking', 'entered', 'new', 'patient', 'service')
  const enter = (at: string, service: string) =>
    change({ booking: '', entered: '', new: at, patient: id, service }, { push: true })
  return (
    <>
      <Button kind="link" onClick={() => enter('1', '')}>
        Weiterer Termin
      </Button>
      <Button
        kind="link"
        onClick={() =>
          enter(`${addDays(start.slice(0, 10), 7 * WEEKS_LATER)}T${timeOfDay(start)}`, service_id)
        }
      >
        In sechs Wochen
      </Button>
    </>
  )
}
