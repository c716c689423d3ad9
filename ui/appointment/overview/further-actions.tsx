import { BellRing, CalendarPlus, Download, Printer } from 'lucide-react'
import { HOUR } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { OFFERED_HOURS_AHEAD } from '../../../src/shared/free-times.ts'
import type { Booking } from '../../api/appointment.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useStatusData } from '../../api/status.ts'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import type { AppointmentPhase } from '../../patient/appointment-phase.ts'
import { earlierTimeUrl, entryUrl, offerUrl } from '../../patient/waiting-list/addresses.ts'
import { useEntryOfBooking } from '../../patient/waiting-list/use-waiting-list.ts'
import { offerEndText, wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { BookAgainRow } from '../book-again.tsx'

type FurtherActionsProps = { booking: Booking; phase: AppointmentPhase }

/**
 * Lists the actions besides moving and cancelling: before the appointment calendar file, print and waiting
 * list, after it a new booking.
 */
export function FurtherActions({ booking, phase }: FurtherActionsProps) {
  const status = useStatusData()
  const { id, slot } = booking
  const isAhead = phase === 'ahead'
  const hoursAhead = (Date.parse(slot.start) - serverNow()) / HOUR
  // No time is offered that begins within OFFERED_HOURS_AHEAD, so an entry would then be useless.
  const canWait = isAhead && hoursAhead > OFFERED_HOURS_AHEAD
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
      {canWait && status?.waiting_list && <EarlierRow bookingId={id} />}
    </ActionList>
  )
}

/** Links to the offered time, to the patient's entry in the waiting list, or to the form for a new entry. */
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
