import { useQuery } from '@tanstack/react-query'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { isTakenByNobody } from '../../../src/shared/not-free.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { FormDay } from '../forms/form-day.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import { type FreeTimesQuery, NextFreeTimes } from './free-times.tsx'
import { reasonsText } from './reasons-text.ts'
import type { BookingDetail } from './use-booking-detail.ts'
import { dayAndTimeOf, isAt, type MoveForm } from './use-move-form.ts'

/** The fields for the day and time to move to: typed, some weeks later, or one of the next free times. */
export function NewTime({ booking, moveForm }: { booking: BookingDetail; moveForm: MoveForm }) {
  const { form, from, showFrom, isTimeChosen, setTime, setWeeksLater } = moveForm
  const { day, time, resource } = form.watch()
  return (
    <>
      <LaterButtons focused={!isTimeChosen} onChoose={setWeeksLater} />
      <div className="columns">
        <FormDay form={form} name="day" label="Datum" onDay={showFrom} />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <NotFreeBanner booking={booking} resource={resource} day={day} time={time} from={from} />
      <NextFreeTimes
        cacheKey={`${booking.id} ${resource}`}
        readDays={(query, options) =>
          adminRequest(admin.bookings[':id'].slots.$get(slotsInput(booking, resource, query), options))
        }
        from={from}
        isChosen={(start) => isAt(start, { day, time })}
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

const NOT_FREE = 'Diese Zeit ist nach dem Plan nicht frei.'
const OUTSIDE_HOURS = 'Außerhalb der Ordinationszeiten können Sie den Termin trotzdem hierher verschieben.'
const NOBODY_HAS_IT = 'Sie können den Termin trotzdem hierher verschieben.'

type NotFreeBannerProps = {
  booking: BookingDetail
  resource: string
  day: Day
  time: string
  /** The day whose free times are read while `day` is not yet a whole date. */
  from: Day
}

/** Warns that the chosen time is not free, with the reason. The present time needs no warning. */
function NotFreeBanner({ booking, resource, day, time, from }: NotFreeBannerProps) {
  const { data: days } = useQuery(
    adminQuery(admin.bookings[':id'].slots, slotsInput(booking, resource, { from: isDay(day) ? day : from })),
  )
  const isFree = days?.some(({ starts }) => starts.some((start) => isAt(start, { day, time })))
  const isPresentTime = isAt(booking.start, { day, time }) && resource === ''
  const isTimeChosen = time !== '' && isDay(day)
  const isWarned = isFree === false && isTimeChosen && !isPresentTime
  const reasons = useReasons(booking, { resource, start: `${day}T${time}`, isAsked: isWarned })
  return (
    <div role="status">
      {isWarned && (
        <Banner tone="warning">
          {NOT_FREE} {whyText(reasons)}
        </Banner>
      )}
    </div>
  )
}

type Reason = Readonly<{ kind: string; text: string; booking_id?: string }>

/**
 * Returns why the time is not free (docs/behaviour.md 19.4), ignoring what the appointment itself occupies.
 * Empty while loading, and if the service is no longer offered.
 */
function useReasons(
  { id, service_id: service, resource_id: present }: BookingDetail,
  { resource, start, isAsked }: Readonly<{ resource: string; start: string; isAsked: boolean }>,
): readonly Reason[] {
  const query = { service, start, resource: resource || present }
  const { data } = useQuery({ ...adminQuery(admin.slots.why, { query }), enabled: isAsked, retry: false })
  const reasons: readonly Reason[] = data?.free === false ? data.reasons : []
  return reasons.filter((reason) => reason.booking_id !== id)
}

/** Returns the reasons, and whether the appointment may still move to that time. */
function whyText(reasons: readonly Reason[]): string {
  if (reasons.length === 0) return OUTSIDE_HOURS
  const text = reasonsText(reasons)
  return isTakenByNobody(reasons) ? `${text} ${NOBODY_HAS_IT}` : text
}

/** Returns the input of the call for the times to which a booking can move. */
function slotsInput(booking: BookingDetail, resource: string, query: FreeTimesQuery) {
  return {
    param: { id: encodeURIComponent(booking.id) },
    query: { ...resourceParam(resource), ...query },
  }
}
