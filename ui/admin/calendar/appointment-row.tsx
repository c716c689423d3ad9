import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import type { Day, Instant } from '../../../src/shared/day.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { seriesText } from '../../../src/shared/series.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { telLink } from '../../components/links.ts'
import { actionsOn } from '../appointment/actions-on.ts'
import { AttendanceButtons, isAttendable, visitsText } from '../appointment/attendance.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import type { AppointmentAction, AppointmentDecision } from '../appointment/use-decision.ts'
import type { BoardItem, Padding } from './board-items.ts'
import styles from './day-list.module.css'
import type { CalendarBooking } from './use-calendar.ts'
import type { Drag } from './use-drag.ts'

const LABELS = { confirm: 'Bestätigen', reject: 'Ablehnen', cancel: 'Absagen' } as const
const BUTTON_KINDS = { confirm: 'primary', reject: 'secondary', cancel: 'quiet' } as const

export type AppointmentRowProps = {
  /** The appointment's own time, or the other time that its patient asks for (`isAskedTime`). */
  item: BoardItem
  booking: CalendarBooking
  /** The times before and after the appointment that nothing else can have. */
  paddings: readonly Padding[]
  /** The time of the item, such as `08:30–09:00`. */
  time: string
  now: Instant
  drag: Drag
  decision: AppointmentDecision
  /** True in a dense list, which has room only for a short status. */
  isCompact: boolean
  /** @param box the pressed element */
  onOpen: (booking: string, box: Element) => void
  /** Opens the form of an action. */
  onAsk: (booking: string, ask: AppointmentAction) => void
  onEnter: (day: Day, time: string) => void
}

/** An appointment in the list of a day, with the facts for a telephone call and its buttons. */
export function AppointmentRow(props: AppointmentRowProps) {
  const { item, booking, time, now, drag, decision, isCompact, onOpen, onAsk, onEnter } = props
  const isAskedTime = item.isAskedTime === true
  // Only the appointment itself can be dragged and has paddings, not the time that its patient asks for.
  const handles = isAskedTime ? {} : drag.handlesFor(booking)
  const paddings = isAskedTime ? [] : props.paddings
  const status = isAskedTime ? MOVE_ASKED : displayOfStatus(booking.status)
  return (
    <li
      className={styles.line}
      data-look={item.look}
      data-padding-before={paddings.some(({ end }) => end === booking.start) || undefined}
      data-padding-after={paddings.some(({ start }) => start === booking.end) || undefined}
    >
      <time className={`small num nowrap ${styles.handle}`} dateTime={item.start} {...handles}>
        {time}
      </time>
      <div className={`${styles.who} ${styles.handle}`} {...handles}>
        <button
          type="button"
          className="plain-link semibold break"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOpen(booking.id, currentTarget)}
        >
          {booking.last_name} {booking.first_name}
        </button>
        <AppointmentFacts
          booking={booking}
          isAskedTime={isAskedTime}
          paddings={paddings}
          now={now}
          onEnter={onEnter}
        />
      </div>
      <a className="small num nowrap" href={telLink(booking.mobile)}>
        {booking.mobile}
      </a>
      <div className={styles.status}>
        <Badge
          size="small"
          {...status}
          {...(isCompact && booking.status === 'requested' && { label: 'wartet' })}
        />
      </div>
      <div className={`row gap-2 ${styles.actions}`}>
        {!isAskedTime && <AttendanceButtons booking={booking} />}
        {offeredActions(booking, { isAskedTime, now }).map((action) => (
          <Button
            key={action}
            size="small"
            kind={BUTTON_KINDS[action]}
            aria-label={`${isAskedTime ? 'Verschiebung' : 'Termin'} von ${booking.name}: ${LABELS[action]}`}
            busy={decision.busy}
            onClick={() =>
              action === 'confirm' ? void decision.decide({ action, booking }) : onAsk(booking.id, action)
            }
          >
            {LABELS[action]}
          </Button>
        ))}
      </div>
    </li>
  )
}

/**
 * Returns the actions that the row offers. Where the patient asks for another time, the appointment has two
 * rows: the row of the asked time confirms or rejects the move, and the other one cancels the appointment. On
 * the day the buttons for the attendance take the room of the cancellation.
 */
function offeredActions(
  booking: CalendarBooking,
  { isAskedTime, now }: { isAskedTime: boolean; now: Instant },
): AppointmentAction[] {
  return actionsOn(booking, now).filter((action) => {
    if (action === 'cancel') return !isAskedTime && !isAttendable(booking)
    return isAskedTime || booking.move === undefined
  })
}

type AppointmentFactsProps = Pick<AppointmentRowProps, 'booking' | 'paddings' | 'now' | 'onEnter'> & {
  isAskedTime: boolean
}

/** The facts about an appointment in one line: service, visits, series, move and paddings. */
function AppointmentFacts({ booking, isAskedTime, paddings, now, onEnter }: AppointmentFactsProps) {
  return (
    <p className={`muted small break ${styles.facts}`}>
      {booking.service_name}
      {booking.visits && (
        <>
          , <PatientLink booking={booking.id}>{visitsText(booking.visits)}</PatientLink>
        </>
      )}
      {booking.series && `, ${seriesText(booking.series)}`}
      {booking.booked_by && `, gebucht von ${booking.booked_by}`}
      {isAskedTime && `, bisher ${shortDayTime(booking.start)}`}
      {!isAskedTime && booking.move && `, ${askedFor(booking.move.start)}`}
      {paddings
        .filter(({ start }) => Date.parse(start) > now)
        .map((padding) => (
          <PaddingFact
            key={padding.start}
            padding={padding}
            isBefore={padding.end === booking.start}
            onEnter={onEnter}
          />
        ))}
    </p>
  )
}

type PaddingFactProps = Pick<AppointmentRowProps, 'onEnter'> & { padding: Padding; isBefore: boolean }

/** The time before or after the appointment. A press shows why nothing else can have it. */
function PaddingFact({ padding: { start, end }, isBefore, onEnter }: PaddingFactProps) {
  return (
    <>
      ,{' '}
      <button
        type="button"
        className="plain-link num"
        title="Warum nicht frei?"
        aria-label={`Warum ist ${timeOfDay(start)} bis ${timeOfDay(end)} nicht frei?`}
        onClick={() => onEnter(start.slice(0, 10), timeOfDay(start))}
      >
        {isBefore ? `davor ab ${timeOfDay(start)}` : `danach bis ${timeOfDay(end)}`}
      </button>
    </>
  )
}
