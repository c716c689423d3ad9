import { isDay, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { AbsenceDialog } from '../absences/absence-dialog.tsx'
import { NewBooking } from '../appointment/new-booking.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { BookingDetails } from './booking-details.tsx'

/** Minutes that are blocked from a pressed time on. */
const BLOCK_LENGTH = 30

/**
 * The sheets that open beside any page: an appointment's details (`?booking=`), a new appointment (`?new=1`,
 * `?new=2027-01-12T10:30`) and blocked time (`?block=2027-01-12T10:30-11:00`).
 */
export function BookingSheets() {
  const [address, change] = useSearchState('booking', 'new', 'block', 'ask', 'to', 'date')
  const open = (sheet: { booking?: string; block?: string }) =>
    change({ new: '', ask: '', to: '', booking: '', block: '', ...sheet })
  const close = () => open({})
  if (address.block) {
    const [day = '', start, end] = address.block.split(/[T-](?=\d\d:)/)
    return <AbsenceDialog kind="block" day={day} start={start} end={end} onClose={close} />
  }
  if (address.new) {
    const [day = '', time] = address.new.split('T')
    return (
      <NewBooking
        day={[day, address.date].find(isDay)}
        time={time}
        onEntered={(booking) => open({ booking })}
        onBlock={time === undefined ? undefined : () => open({ block: `${address.new}-${laterThan(time)}` })}
        onClose={close}
      />
    )
  }
  return <BookingDetails id={address.booking} onClose={close} />
}

function laterThan(time: string): string {
  return wallTime(((wallMinutes(time) ?? 0) + BLOCK_LENGTH) % 1440)
}
