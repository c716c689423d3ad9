import { admin, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { FormDay } from '../forms/form-day.tsx'
import { FormTime } from '../forms/form-time.tsx'
import { dayAndTimeOf, startsAt } from './day-and-time.ts'
import { NextFreeTimes } from './free-times.tsx'
import { NotFreeBanner } from './not-free-banner.tsx'
import { slotsInput } from './slots-input.ts'
import type { BookingDetail } from './use-booking-detail.ts'
import type { MoveForm } from './use-move-form.ts'

/** The fields for the day and time to move to: typed, some weeks later, or one of the next free times. */
export function NewTimeFields({ booking, moveForm }: { booking: BookingDetail; moveForm: MoveForm }) {
  const { form, freeTimesFrom, showFreeTimesFrom, isTimeChosen, setTime, setWeeksLater } = moveForm
  const { day, time, resource: resourceId } = form.watch()
  return (
    <>
      <LaterButtons focused={!isTimeChosen} onChoose={setWeeksLater} />
      <div className="columns">
        <FormDay form={form} name="day" label="Datum" onDay={showFreeTimesFrom} />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <NotFreeBanner booking={booking} resourceId={resourceId} day={day} time={time} from={freeTimesFrom} />
      <NextFreeTimes
        cacheKey={`${booking.id} ${resourceId}`}
        readDays={(query, options) =>
          adminRequest(
            admin.bookings[':id'].slots.$get(slotsInput(booking, { resourceId, ...query }), options),
          )
        }
        from={freeTimesFrom}
        isChosen={(start) => startsAt(start, { day, time })}
        onChoose={(start) => setTime(dayAndTimeOf(start))}
        failureAdvice="Sie können trotzdem eine Uhrzeit eintippen."
      />
    </>
  )
}

type LaterButtonsProps = {
  /** True when the first button takes the focus. */
  focused: boolean
  onChoose: (weeks: number) => void
}

/** Buttons for the same time of day in one week or two. */
function LaterButtons({ focused, onChoose }: LaterButtonsProps) {
  return (
    <div className="row gap-2">
      {[1, 2].map((weeks) => (
        <Button
          key={weeks}
          size="small"
          {...(weeks === 1 && focused && { 'data-autofocus': true })}
          onClick={() => onChoose(weeks)}
        >
          {weeks === 1 ? 'Eine Woche später' : 'Zwei Wochen'}
        </Button>
      ))}
    </div>
  )
}
