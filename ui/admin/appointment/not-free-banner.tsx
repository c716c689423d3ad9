import { useQuery } from '@tanstack/react-query'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { isUnoccupied, type ReasonKind } from '../../../src/shared/not-free.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { startsAt } from './day-and-time.ts'
import { reasonsText } from './reasons-text.ts'
import { slotsInput } from './slots-input.ts'
import type { BookingDetail } from './use-booking-detail.ts'

const NOT_FREE = 'Diese Zeit ist nach dem Plan nicht frei.'
const OUTSIDE_HOURS = 'Außerhalb der Ordinationszeiten können Sie den Termin trotzdem hierher verschieben.'
const MOVE_ANYWAY = 'Sie können den Termin trotzdem hierher verschieben.'

type NotFreeBannerProps = {
  booking: BookingDetail
  /** The id of the doctor or room to move to; '' for the present one. */
  resourceId: string
  day: Day
  time: string
  /** The day whose free times are read while `day` is not yet a whole date. */
  from: Day
}

/** Warns that the chosen time is not free, with the reason. The present time needs no warning. */
export function NotFreeBanner({ booking, resourceId, day, time, from }: NotFreeBannerProps) {
  const { data: days } = useQuery(
    adminQuery(
      admin.bookings[':id'].slots,
      slotsInput(booking, { resourceId, from: isDay(day) ? day : from }),
    ),
  )
  const isTimeChosen = time !== '' && isDay(day)
  const isPresentTime = startsAt(booking.start, { day, time }) && resourceId === ''
  const isListed = days?.some(({ starts }) => starts.some((start) => startsAt(start, { day, time })))
  // While the free times are loading, nothing is known about the chosen time.
  const isNotFree = isTimeChosen && !isPresentTime && isListed === false
  const reasons = useReasons(booking, { resourceId, start: `${day}T${time}`, enabled: isNotFree })
  return (
    <div role="status">
      {isNotFree && (
        <Banner tone="warning">
          {NOT_FREE} {whyText(reasons)}
        </Banner>
      )}
    </div>
  )
}

type Reason = Readonly<{ kind: ReasonKind; text: string; booking_id?: string }>

/**
 * Returns why the time is not free (docs/behaviour.md 19.4), ignoring what the appointment itself occupies.
 * Empty while loading, and if the service is no longer offered.
 */
function useReasons(
  { id, service_id: service, resource_id: presentId }: BookingDetail,
  { resourceId, start, enabled }: Readonly<{ resourceId: string; start: string; enabled: boolean }>,
): readonly Reason[] {
  const query = { service, start, resource: resourceId || presentId }
  const { data } = useQuery({ ...adminQuery(admin.slots.why, { query }), enabled, retry: false })
  const reasons: readonly Reason[] = data?.free === false ? data.reasons : []
  return reasons.filter((reason) => reason.booking_id !== id)
}

/** Returns the reasons, and whether the appointment may still move to that time. */
function whyText(reasons: readonly Reason[]): string {
  if (reasons.length === 0) return OUTSIDE_HOURS
  const text = reasonsText(reasons)
  return isUnoccupied(reasons) ? `${text} ${MOVE_ANYWAY}` : text
}
