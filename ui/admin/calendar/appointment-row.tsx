import { displayOfStatus, type StatusDisplay } from '../../../src/shared/booking.ts'
import type { Instant } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedTimeNote } from '../../../src/shared/move-asked.ts'
import { actionsOn } from '../appointment/actions-on.ts'
import { AttendanceButtons, isAttendable } from '../appointment/attendance.tsx'
import type { AppointmentAction } from '../appointment/use-decision.ts'
import { dayOfIso } from '../components/iso-day.ts'
import { BookingRow, type BookingRowProps } from './booking-row.tsx'
import { DecisionButtons, type DecisionButtonsProps } from './decision-buttons.tsx'
import type { Padding } from './paddings.ts'
import type { PressedTime } from './time-column.tsx'
import type { CalendarBooking } from './use-calendar.ts'
import type { DragHandling } from './use-drag.ts'

export type AppointmentRowProps = BookingRowProps &
  Pick<DecisionButtonsProps, 'decision' | 'onAsk'> & {
    /** The times before and after the appointment that it also occupies. */
    paddings: readonly Padding[]
    now: Instant
    drag: DragHandling
    /** True in a dense list, where only a short status fits. */
    isCompact: boolean
    /** Opens the form that enters an appointment at this time, and says why the time is not free. */
    onEnter: (pressed: PressedTime) => void
  }

/** An appointment at its own time in the list of a day, which can be dragged, with its buttons. */
export function AppointmentRow(props: AppointmentRowProps) {
  const { item, booking, time, paddings, now, drag, decision, isCompact, onOpen, onAsk, onEnter } = props
  const comingPaddings = paddings.filter(({ start }) => Date.parse(start) > now)
  return (
    <BookingRow
      item={item}
      booking={booking}
      time={time}
      onOpen={onOpen}
      status={statusIn(booking, isCompact)}
      handles={drag.handlesFor(booking)}
      paddings={paddings}
      moreFacts={
        <>
          {booking.move && `, ${askedTimeNote(booking.move.start)}`}
          {comingPaddings.map((padding) => (
            <PaddingFact
              key={padding.start}
              padding={padding}
              isBefore={padding.end === booking.start}
              onEnter={onEnter}
            />
          ))}
        </>
      }
    >
      <AttendanceButtons booking={booking} />
      <DecisionButtons
        booking={booking}
        subject="Termin"
        actions={offeredActions(booking, now)}
        decision={decision}
        onAsk={onAsk}
      />
    </BookingRow>
  )
}

/** Returns the status of an appointment, abbreviated for a request in a dense list. */
function statusIn({ status }: CalendarBooking, isCompact: boolean): StatusDisplay {
  const display = displayOfStatus(status)
  return isCompact && status === 'requested' ? { ...display, label: 'wartet' } : display
}

/**
 * Returns the actions that the row offers. A move that the patient asks for is decided in its own row
 * (`AskedTimeRow`). On the day of the appointment, attendance buttons replace the cancellation.
 */
function offeredActions(booking: CalendarBooking, now: Instant): AppointmentAction[] {
  const canBeCancelled = !isAttendable(booking)
  const isDecidedHere = booking.move === undefined
  return actionsOn(booking, now).filter((action) => (action === 'cancel' ? canBeCancelled : isDecidedHere))
}

type PaddingFactProps = Pick<AppointmentRowProps, 'onEnter'> & { padding: Padding; isBefore: boolean }

/** The padding before or after the appointment. A press shows why nothing else can be booked there. */
function PaddingFact({ padding: { start, end }, isBefore, onEnter }: PaddingFactProps) {
  return (
    <>
      ,{' '}
      <button
        type="button"
        className="plain-link num"
        title="Warum nicht frei?"
        aria-label={`Warum ist ${timeOfDay(start)} bis ${timeOfDay(end)} nicht frei?`}
        onClick={() => onEnter({ day: dayOfIso(start), time: timeOfDay(start) })}
      >
        {isBefore ? `davor ab ${timeOfDay(start)}` : `danach bis ${timeOfDay(end)}`}
      </button>
    </>
  )
}
