import {
  BellRing,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarX,
  Download,
  ExternalLink,
  Phone,
  Printer,
} from 'lucide-react'
import {
  canCancel,
  cutOff,
  displayOfStatus,
  MOVE_ASKED,
  OFFERED_HOURS_AHEAD,
} from '../../../src/shared/booking.ts'
import { HOUR } from '../../../src/shared/day.ts'
import { longDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { HINT_HEADING } from '../../../src/shared/service/service.ts'
import type { Booking } from '../../api/appointment.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useCancelHours, useStatus } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { LinkButton } from '../../components/button.tsx'
import { ActionList, ActionRow, Fact } from '../../components/card.tsx'
import { withoutLineBreaks } from '../../components/line-breaks.tsx'
import { telLink, webLink } from '../../components/links.ts'
import { PracticeContact } from '../../page/practice-contact.tsx'
import { OFF } from '../../patient/appointment-texts.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { useAppointment } from '../../patient/use-appointment.ts'
import { earlierUrl, offerUrl, waitingUrl } from '../../patient/waiting-list/addresses.ts'
import { useEntryOfBooking } from '../../patient/waiting-list/use-waiting-list.ts'
import { untilText, wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { AppointmentCard } from '../appointment-card.tsx'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { nearStart } from '../near-start.ts'
import styles from './overview.module.css'
import { PracticeMap } from './practice-map.tsx'

const HEADING = 'Terminübersicht'

/** /patient/overview: one appointment as the patient sees it (docs/behaviour.md 8.16). */
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
  const { data: status } = useStatus()
  const off = OFF[booking.status]
  const hours = (Date.parse(booking.slot.start) - serverNow()) / HOUR
  const ahead = displayOfStatus(booking.status).tone !== 'danger' && hours > 0
  const near = ahead && nearStart(booking.slot.start, hours)
  // The slot's notes differ from the booking's if the practice wrote why the appointment does not take place.
  const message = off && booking.slot.notes !== booking.notes ? booking.slot.notes : ''
  const notes = booking.notes || (message ? '' : booking.slot.notes)
  return (
    <div className={styles.overview}>
      <div>
        {off && (
          <div className="mb-4">
            <Banner tone="warning" title={off.title}>
              <p>{withoutLineBreaks(off.detail)}</p>
              {message && <p className={styles.message}>Nachricht der Ordination: „{message}“</p>}
            </Banner>
          </div>
        )}
        {booking.move && (
          <div className="mb-4">
            <Banner tone="info" title={MOVE_ASKED.label}>
              <p>
                Von {shortDayTime(booking.slot.start, viennaToday())} auf{' '}
                {shortDayTime(booking.move.start, viennaToday())}. Bis wir antworten, bleibt Ihr Termin, wie
                er ist.
              </p>
            </Banner>
          </div>
        )}
        <AppointmentCard booking={booking} near={near && `${near.day}, ${near.span}`}>
          {ahead && booking.hint && <Fact label={HINT_HEADING}>{booking.hint}</Fact>}
          {notes && (
            <Fact label="Hinweise" plain>
              {notes}
            </Fact>
          )}
          {ahead && booking.reminder_sms && (
            <Fact label="Erinnerung" plain>
              per SMS an <span className="num nowrap">{booking.reminder_sms}</span>
            </Fact>
          )}
          <Fact label="Termin-ID" plain>
            <span className="num">{booking.id}</span>
          </Fact>
        </AppointmentCard>
        <div className={styles.actions}>
          <ActionList>
            {ahead && (
              <ActionRow
                icon={<CalendarPlus />}
                href={`/api/bookings/${encodeURIComponent(booking.id)}/termin.ics`}
                download="termin.ics"
                end={<Download />}
              >
                In den Kalender übernehmen
              </ActionRow>
            )}
            {!ahead && (
              <ActionRow icon={<CalendarPlus />} to="/">
                Neuen Termin buchen
              </ActionRow>
            )}
            <ActionRow icon={<Printer />} onPress={() => print()}>
              Drucken
            </ActionRow>
            {ahead && hours > OFFERED_HOURS_AHEAD && status?.waiting_list && (
              <EarlierRow booking={booking.id} />
            )}
          </ActionList>
        </div>
      </div>
      <PracticeBlock booking={booking} />
      {ahead && <Changes booking={booking} />}
    </div>
  )
}

/** Links to the offered time of the waiting list, to the patient's entry, or to the form for a new one. */
function EarlierRow({ booking }: { booking: string }) {
  const { data: entry } = useEntryOfBooking(booking)
  const today = viennaToday()
  if (entry?.offer)
    return (
      <ActionRow
        icon={<BellRing />}
        to={offerUrl(entry.offer.id)}
        note={`${shortDayTime(entry.offer.start, today)}. ${untilText(entry.offer.until, today)} für Sie reserviert.`}
      >
        Ein früherer Termin ist frei
      </ActionRow>
    )
  if (entry)
    return (
      <ActionRow icon={<BellRing />} to={waitingUrl(entry.id)} note={wishesText(entry, today)}>
        Sie stehen auf der Warteliste
      </ActionRow>
    )
  return (
    <ActionRow icon={<BellRing />} to={earlierUrl(booking)}>
      Früher, wenn etwas frei wird
    </ActionRow>
  )
}

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

function Changes({ booking: { id, slot, move, practice } }: { booking: Booking }) {
  const start = Date.parse(slot.start)
  const cancelHours = useCancelHours()
  const latest = cutOff(start, cancelHours)
  const inTime = canCancel(start, serverNow(), cancelHours)
  const until = `bis ${longDay(latest, viennaToday())}, ${timeOfDay(latest)}`
  const query = `id=${encodeURIComponent(id)}`
  return (
    <section className="section no-print">
      <h2>Sie können nicht kommen?</h2>
      <p className="muted small mb-4">
        {inTime
          ? `Online verschieben oder stornieren geht ${until}.`
          : `Online stornieren ging ${until}. Bitte rufen Sie uns jetzt an.`}
      </p>
      <div className="stack gap-3">
        {move && (
          <LinkButton wide to={`/patient/move?${query}&start=${encodeURIComponent(slot.start)}`}>
            <CalendarCheck />
            Doch nicht verschieben
          </LinkButton>
        )}
        {inTime ? (
          <>
            <LinkButton wide to={`/patient/move?${query}`}>
              <CalendarClock />
              {move ? 'Andere Zeit wählen' : 'Termin verschieben'}
            </LinkButton>
            <LinkButton kind="danger" wide to={`/patient/reject?${query}`}>
              <CalendarX />
              Termin absagen
            </LinkButton>
          </>
        ) : (
          practice.phone && (
            <LinkButton wide href={telLink(practice.phone)}>
              <Phone />
              {practice.phone}
            </LinkButton>
          )
        )}
      </div>
    </section>
  )
}
