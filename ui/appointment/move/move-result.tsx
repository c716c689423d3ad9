import { CalendarCheck } from 'lucide-react'
import type { Booking } from '../../api/appointment.ts'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { Banner } from '../../components/banner.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { MOVED_TEXTS } from '../../patient/appointment-texts.ts'
import { textWithDoctor } from '../../patient/doctor-choices.ts'
import { BookAgainRow } from '../book-again.tsx'

type MoveResultProps = {
  booking: Booking
  /** The appointment as the server describes it after the change. */
  answer: Pick<Booking, 'status' | 'move'> & { slot: { start: string } }
  /**
   * The patient's last step: the appointment was `moved`, or `kept` at its time; or it had been moved
   * `before` the page was opened.
   */
  done: 'moved' | 'kept' | 'before'
}

/** Shows what has become of the appointment: a heading, a sentence, and the time that counts now. */
export function MoveResult({ booking, answer, done }: MoveResultProps) {
  const { slot, move } = answer
  const { heading, detail } = textsFor(answer, done)
  return (
    <div className="stack gap-5 narrow">
      <TitledHeading>{heading}</TitledHeading>
      <Banner tone="good" role="status" title={detail} />
      <div className="card">
        <DateTile start={slot.start}>{move ? 'Ihr Termin bis dahin' : 'Ihr Termin'}</DateTile>
        {move && <DateTile start={move.start}>{textWithDoctor('Angefragt', move.resource)}</DateTile>}
      </div>
      <BackToOverview booking={booking} />
    </div>
  )
}

function textsFor(
  { status, move }: MoveResultProps['answer'],
  done: MoveResultProps['done'],
): Readonly<{ heading: string; detail: string }> {
  if (done === 'kept') return { heading: 'Ihr Termin bleibt', detail: 'Die Verschiebung ist zurückgezogen.' }
  if (move)
    return {
      heading: 'Verschiebung angefragt',
      detail: 'Bis wir antworten, bleibt Ihr Termin, wie er ist. Sie bekommen eine E-Mail.',
    }
  if (done === 'before') return { heading: 'Ihr Termin', detail: 'Ihr Termin ist schon zu dieser Zeit.' }
  return MOVED_TEXTS[status === 'requested' ? 'requested' : 'confirmed']
}

/** Links to the appointment's overview and to the booking of another appointment. */
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
