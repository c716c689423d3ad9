import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import type { Instant } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { actionsOn } from '../appointment/actions-on.ts'
import { BookingRow, type BookingRowProps } from './booking-row.tsx'
import { DecisionButtons, type DecisionButtonsProps } from './decision-buttons.tsx'

type AskedTimeRowProps = BookingRowProps & Pick<DecisionButtonsProps, 'decision' | 'onAsk'> & { now: Instant }

/**
 * The other time that a patient asks for, in the list of its day. Its buttons confirm or reject the move. To
 * cancel the appointment, there is the row of the present time (`AppointmentRow`).
 */
export function AskedTimeRow({ item, booking, time, onOpen, decision, onAsk, now }: AskedTimeRowProps) {
  return (
    <BookingRow
      item={item}
      booking={booking}
      time={time}
      onOpen={onOpen}
      status={MOVE_ASKED}
      moreFacts={`, bisher ${shortDayTime(booking.start)}`}
    >
      <DecisionButtons
        booking={booking}
        subject="Verschiebung"
        actions={actionsOn(booking, now).filter((action) => action !== 'cancel')}
        decision={decision}
        onAsk={onAsk}
      />
    </BookingRow>
  )
}
