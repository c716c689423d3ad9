import { CalendarCheck } from 'lucide-react'
import type { Booking } from '../../api/appointment.ts'
import { Banner } from '../../components/banner.tsx'
import { ActionList, ActionRow } from '../../components/card.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { MOVED } from '../../patient/appointment-texts.ts'
import { BookAgainRow } from '../book-again.tsx'

type ChangedProps = {
  booking: Booking
  answer: Pick<Booking, 'status' | 'move'> & { slot: { start: string } }
  /**
   * The step that the patient has just taken. With `before` the appointment already had this time when the
   * page was opened.
   */
  done: 'moved' | 'kept' | 'before'
}

/** Says what has become of the appointment. */
export function Changed({ booking, answer, done }: ChangedProps) {
  const { slot, move } = answer
  const [heading, detail] = wordsFor(answer, done)
  return (
    <div className="stack gap-5 narrow">
      <TitledHeading>{heading}</TitledHeading>
      <Banner tone="good" role="status" title={detail} />
      <div className="card">
        <DateTile start={slot.start}>{move ? 'Ihr Termin bis dahin' : 'Ihr Termin'}</DateTile>
        {move && <DateTile start={move.start}>Angefragt</DateTile>}
      </div>
      <BackToOverview booking={booking} />
    </div>
  )
}

function wordsFor(
  { status, move }: ChangedProps['answer'],
  done: ChangedProps['done'],
): readonly [heading: string, detail: string] {
  if (done === 'kept') return ['Ihr Termin bleibt', 'Die Verschiebung ist zurückgezogen.']
  if (move)
    return [
      'Verschiebung angefragt',
      'Bis wir antworten, bleibt Ihr Termin, wie er ist. Sie bekommen eine E-Mail.',
    ]
  if (done === 'before') return ['Ihr Termin', 'Ihr Termin ist schon zu dieser Zeit.']
  return MOVED[status === 'requested' ? 'requested' : 'confirmed']
}

/** Leads to the appointment, and to another one. */
export function BackToOverview({ booking }: { booking: Booking }) {
  return (
    <ActionList>
      <ActionRow icon={<CalendarCheck />} to={overviewUrl(booking.id)}>
        Terminübersicht öffnen
      </ActionRow>
      <BookAgainRow booking={booking} />
    </ActionList>
  )
}
