import { useState } from 'react'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { patientName } from '../../../src/shared/contact/booker.ts'
import { BOOKED_BY, bookerText } from '../../../src/shared/contact/booker-text.ts'
import type { NoOthers } from '../../../src/shared/contact/contact.ts'
import { countryName } from '../../../src/shared/contact/countries.ts'
import { showPhone } from '../../../src/shared/contact/phone.ts'
import { addDays } from '../../../src/shared/day.ts'
import { dateTime, plainDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
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
import { EmailText } from '../../components/line-breaks.tsx'
import { telLink } from '../../components/links.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { NOT_LOADED } from '../../patient/appointment-texts.ts'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import styles from '../appointment/appointment.module.css'
import { AttendanceButtons, visitsText } from '../appointment/attendance.tsx'
import { CONTACT_CHANGED, cancellationText, eventText } from '../appointment/booking-text.ts'
import { CorrectContact } from '../appointment/correct-contact.tsx'
import { type Decided, DecisionForm } from '../appointment/decision-form.tsx'
import { InternalNote } from '../appointment/internal-note.tsx'
import { MoveBooking } from '../appointment/move-booking.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { Reinstate } from '../appointment/reinstate.tsx'
import { ShownSvnr } from '../appointment/shown-svnr.tsx'
import { UndoBar } from '../appointment/undo.tsx'
import { type BookingDetail, useBookingDetail } from '../appointment/use-booking-detail.ts'
import { type AppointmentAction, type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { WriteMessage } from '../appointment/write-message.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { WaitingDialog, WaitingNote } from '../waiting-list/waiting-dialog.tsx'
import { BookingMessages } from './booking-messages.tsx'

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
          <Actions booking={data} offered={offered} movable={movable} decision={decision} />
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

type ActionsProps = {
  booking: BookingDetail
  offered: readonly AppointmentAction[]
  movable: boolean
  decision: AppointmentDecision
}

/** Returns how many appointments of the series come after this one. */
function laterOf(series: BookingDetail['series']): number {
  return series === undefined ? 0 : series.count - series.position
}

/** The bottom of the sheet: the buttons, or the form of the pressed one. */
function Actions({ booking, offered, movable, decision }: ActionsProps) {
  const [address, change] = useSearchState('ask')
  const chosenAction = offered.find((action) => action === address.ask)
  const ask = (action: AppointmentAction | 'move' | '') => change({ ask: action })
  const decide = async (
    action: AppointmentAction,
    { message = '', later = false, cancelled }: Partial<Decided> = {},
  ) => {
    await decision.decide({ action, booking, message, later, ...cancelled })
    // The button that had the focus is gone when the action is no longer offered; the first one closes the
    // sheet.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('dialog[open] button')?.focus()
  }
  if (chosenAction)
    return (
      <DecisionForm
        key={chosenAction}
        action={chosenAction}
        isMove={booking.move !== undefined}
        name={booking.name}
        busy={decision.busy}
        laterCount={chosenAction === 'cancel' ? laterOf(booking.series) : 0}
        onDecide={(decided) => void decide(chosenAction, decided)}
        onBack={() => ask('')}
      />
    )
  return (
    <>
      {offered.includes('confirm') && (
        <>
          <Button kind="primary" busy={decision.busy} onClick={() => void decide('confirm')}>
            {booking.move ? 'Verschieben' : 'Bestätigen'}
          </Button>
          <Button onClick={() => ask('confirm')}>Mit Nachricht</Button>
        </>
      )}
      {offered.includes('reject') && (
        <Button onClick={() => ask('reject')}>{booking.move ? 'Nicht verschieben' : 'Ablehnen'}</Button>
      )}
      {movable && <Button onClick={() => ask('move')}>{booking.move ? 'Andere Zeit' : 'Verschieben'}</Button>}
      {offered.includes('cancel') && (
        <Button kind="danger" onClick={() => ask('cancel')}>
          Termin absagen
        </Button>
      )}
    </>
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
      <History booking={booking} />
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

/** The appointment and the contact, as far as there is something to say. */
function ContactFacts({ booking }: { booking: BookingDetail }) {
  const { salutation: _salutation, firstName: _first, lastName: _last, ...facts } = booking.contact
  const { booker, mobile, email, birthDate, svnr_masked, ...residence } = facts
  const { address, zip, city, country, reminderBySms, ...others } = residence
  others satisfies NoOthers
  const phone = showPhone(mobile, country)
  return (
    <div className={styles.facts}>
      <FactList>
        {booking.status === 'cancelled' && <Fact label="Abgesagt">{cancellationText(booking)}</Fact>}
        {booking.move && (
          <Fact label="Gewünscht">
            <span className="num">{shortDayTime(booking.move.start)}</span>
          </Fact>
        )}
        {booking.resource && <Fact label="Bei">{booking.resource.name}</Fact>}
        <Fact label="Name">
          <PatientLink booking={booking.id}>{patientName(booking.contact)}</PatientLink>
        </Fact>
        {booker && <Fact label={BOOKED_BY}>{bookerText(booker)}</Fact>}
        <Fact label="Telefon">
          <a className="nowrap" href={telLink(phone)}>
            {phone}
          </a>
        </Fact>
        <Fact label="E-Mail">
          {email ? (
            <a href={`mailto:${email}`}>
              <EmailText>{email}</EmailText>
            </a>
          ) : (
            'keine'
          )}
        </Fact>
        {reminderBySms && <Fact label="Erinnerung">per SMS statt E-Mail</Fact>}
        {birthDate && <Fact label="Geboren">{plainDay(birthDate)}</Fact>}
        {(address || city) && (
          <Fact label="Adresse">{`${address}\n${zip} ${city}\n${countryName(country)}`.trim()}</Fact>
        )}
        {(svnr_masked || asksForSvnr(booking)) && (
          <Fact label="SVNR">
            {svnr_masked ? <ShownSvnr booking={booking.id} masked={svnr_masked} /> : 'keine gespeichert'}
          </Fact>
        )}
        <Fact label="Bisher">
          <PatientLink booking={booking.id}>{visitsText(booking.visits)}</PatientLink>
        </Fact>
        <Fact label="Eingegangen">{dateTime(booking.created_at)}</Fact>
      </FactList>
    </div>
  )
}

function History({ booking }: { booking: BookingDetail }) {
  return (
    <section>
      <h3 className="mb-3">Verlauf</h3>
      <ol className={`stack gap-3 small ${styles.history}`}>
        {booking.history.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <time className="muted" dateTime={event.at}>
              {shortDayTime(event.at)}
            </time>
            <span>
              {eventText(event, booking.booked_by)}
              {event.message && event.kind !== CONTACT_CHANGED && (
                <q className={`muted break ${styles.more}`}>{event.message}</q>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Returns whether a missing number is worth a line: patients in Austria are asked for it, the practice is
 * not.
 */
function asksForSvnr({ contact, history }: BookingDetail): boolean {
  return contact.country === 'AT' && history[0]?.kind === 'requested'
}
