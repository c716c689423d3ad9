import { BellRing, CalendarPlus, Download, ExternalLink, Printer } from 'lucide-react'
import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import { HOUR } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { OFFERED_HOURS_AHEAD } from '../../../src/shared/free-times.ts'
import { HINT_HEADING } from '../../../src/shared/service/service.ts'
import type { Booking } from '../../api/appointment.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { ActionList, ActionRow, Fact } from '../../components/card.tsx'
import { withoutLineBreaks } from '../../components/line-breaks.tsx'
import { webLink } from '../../components/links.ts'
import { PracticeContact } from '../../page/practice-contact.tsx'
import { type AppointmentPhase, phaseOf } from '../../patient/appointment-phase.ts'
import { CALLED_OFF_TEXTS, UNANSWERED_TEXTS } from '../../patient/appointment-texts.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { useAppointment } from '../../patient/use-appointment.ts'
import { earlierTimeUrl, entryUrl, offerUrl } from '../../patient/waiting-list/addresses.ts'
import { useEntryOfBooking } from '../../patient/waiting-list/use-waiting-list.ts'
import { offerEndText, wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { AppointmentCard } from '../appointment-card.tsx'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { BookAgainRow } from '../book-again.tsx'
import { nearStart } from '../near-start.ts'
import { Changes } from './changes.tsx'
import styles from './overview.module.css'
import { PracticeMap } from './practice-map.tsx'

const HEADING = 'Terminübersicht'

/** Shows the page /patient/overview: one appointment as its patient sees it (docs/behaviour.md 8.16). */
export function OverviewPage() {
  return <PatientPage heading={HEADING}>{(id) => <OverviewById id={id} />}</PatientPage>
}

function OverviewById({ id }: { id: string }) {
  return (
    <AppointmentOrReason appointment={useAppointment(id)} heading={HEADING}>
      {(booking) => <Overview booking={booking} />}
    </AppointmentOrReason>
  )
}

/** Shows the appointment with its buttons, and the practice. */
function Overview({ booking }: { booking: Booking }) {
  const now = serverNow()
  const phase = phaseOf(booking, now)
  const near = nearStart(booking.slot.start, (Date.parse(booking.slot.start) - now) / HOUR)
  const isAhead = phase === 'ahead'
  // A hint such as what to bring is of no use once the appointment is cancelled or over.
  const notes = isAhead || phase === 'running' ? booking.notes || booking.slot.notes : ''
  return (
    <div className={styles.overview}>
      <div>
        <Notice booking={booking} phase={phase} />
        <AppointmentCard
          booking={booking}
          near={isAhead && near && `${near.day}, ${near.span}`}
          actions={isAhead && <Changes booking={booking} />}
        >
          {isAhead && booking.hint && <Fact label={HINT_HEADING}>{booking.hint}</Fact>}
          {notes && (
            <Fact label="Hinweise" plain>
              {notes}
            </Fact>
          )}
          {isAhead && booking.reminder_sms && (
            <Fact label="Erinnerung" plain>
              per SMS an <span className="num nowrap">{booking.reminder_sms}</span>
            </Fact>
          )}
          <Fact label="Termin-ID" plain>
            <span className="num">{booking.id}</span>
          </Fact>
        </AppointmentCard>
        <div className={styles.actions}>
          <Actions booking={booking} phase={phase} />
        </div>
      </div>
      <PracticeBlock booking={booking} />
    </div>
  )
}

type PhaseProps = { booking: Booking; phase: AppointmentPhase }

/**
 * Shows a banner that says why the appointment does not take place, or that the practice decides on another
 * time; nothing for every other appointment.
 */
function Notice({ booking, phase }: PhaseProps) {
  const { slot, move, status } = booking
  const whyOff = phase === 'unanswered' ? UNANSWERED_TEXTS : CALLED_OFF_TEXTS[status]
  // The notes of slot and booking differ only if the practice has written why the appointment is off.
  const message = whyOff && slot.notes !== booking.notes ? slot.notes : ''
  const today = viennaToday()
  if (whyOff)
    return (
      <div className="mb-4">
        <Banner tone="warning" title={whyOff.title}>
          <p>{withoutLineBreaks(whyOff.detail)}</p>
          {message && <p className={styles.message}>Nachricht der Ordination: „{message}“</p>}
        </Banner>
      </div>
    )
  if (!move) return null
  return (
    <div className="mb-4">
      <Banner tone="info" title={MOVE_ASKED.label}>
        <p>
          Von {shortDayTime(slot.start, today)} auf {shortDayTime(move.start, today)}. Bis wir antworten,
          bleibt Ihr Termin, wie er ist.
        </p>
      </Banner>
    </div>
  )
}

/**
 * Lists the rest of what the patient can do: calendar file, print, and waiting list before the appointment,
 * and a new booking after it.
 */
function Actions({ booking, phase }: PhaseProps) {
  const status = useStatusData()
  const { id, slot } = booking
  const isAhead = phase === 'ahead'
  // The waiting list offers no time that begins sooner, so an entry would be of no use.
  const hoursAhead = (Date.parse(slot.start) - serverNow()) / HOUR
  return (
    <ActionList>
      {isAhead && (
        <ActionRow
          icon={<CalendarPlus />}
          href={`/api/bookings/${encodeURIComponent(id)}/termin.ics`}
          download="termin.ics"
          end={<Download />}
        >
          In den Kalender übernehmen
        </ActionRow>
      )}
      {!isAhead && <BookAgainRow booking={booking} />}
      <ActionRow icon={<Printer />} onPress={() => print()}>
        Drucken
      </ActionRow>
      {isAhead && hoursAhead > OFFERED_HOURS_AHEAD && status?.waiting_list && <EarlierRow bookingId={id} />}
    </ActionList>
  )
}

/**
 * Links to the time that the waiting list offers, or to the patient's entry in the list, or to the form for a
 * new entry.
 */
function EarlierRow({ bookingId }: { bookingId: string }) {
  const { data: entry } = useEntryOfBooking(bookingId)
  const today = viennaToday()
  if (entry?.offer)
    return (
      <ActionRow
        icon={<BellRing />}
        to={offerUrl(entry.offer.id)}
        note={`${shortDayTime(entry.offer.start, today)}. ${offerEndText(entry.offer.until, today)} für Sie reserviert.`}
      >
        Ein früherer Termin ist frei
      </ActionRow>
    )
  if (entry)
    return (
      <ActionRow icon={<BellRing />} to={entryUrl(entry.id)} note={wishesText(entry, today)}>
        Sie stehen auf der Warteliste
      </ActionRow>
    )
  return (
    <ActionRow icon={<BellRing />} to={earlierTimeUrl(bookingId)}>
      Früher, wenn etwas frei wird
    </ActionRow>
  )
}

/** Shows where the practice is and how to reach it. Several lines of an address are separated by commas. */
function PracticeBlock({ booking: { slot, practice } }: { booking: Booking }) {
  const map = webLink(practice.mapsUrl)
  const embeddedMap = webLink(practice.mapsEmbedUrl)
  return (
    <section className={`section ${styles.practice}`}>
      <h2>{practice.name}</h2>
      {practice.address && (
        <address className="small">
          {practice.address.split(', ').map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      )}
      <PracticeContact
        phone={practice.phone}
        mail={practice.email}
        subject={`Termin am ${shortDayTime(slot.start, viennaToday())}`}
      />
      {embeddedMap && <PracticeMap url={embeddedMap} />}
      {map && (
        <p className="mt-2 small no-print">
          <a className={`with-icon ${styles.mapLink}`} href={map} target="_blank" rel="noopener noreferrer">
            In Karten-App öffnen
            <ExternalLink />
            <span className="visually-hidden"> (öffnet ein neues Fenster)</span>
          </a>
        </p>
      )}
    </section>
  )
}
