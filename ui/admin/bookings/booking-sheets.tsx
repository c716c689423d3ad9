import { useSearchParams } from 'wouter'
import { wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { AbsenceDialog } from '../absences/absence-dialog.tsx'
import { BookingDetails } from './booking-details.tsx'
import { NewBooking } from './new-booking.tsx'

/** Minutes that are blocked from a pressed time on. */
const BLOCK_LENGTH = 30

/**
 * The sheets that open beside any page: an appointment's details (`?booking=`), a new appointment (`?new`) and blocked time
 * (`?block=2027-01-12T10:30-11:00`).
 */
export function BookingSheets() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('booking')
  const entered = search.get('new')
  const block = search.get('block')
  const set = (changes: Record<string, string> = {}) =>
    setSearch(
      (before) => {
        for (const name of ['new', 'ask', 'booking', 'block']) before.delete(name)
        for (const [name, value] of Object.entries(changes)) before.set(name, value)
        return before
      },
      { replace: true },
    )
  const close = () => set()
  if (block !== null) {
    const [day = '', start, end] = block.split(/[T-](?=\d\d:)/)
    return <AbsenceDialog kind="block" day={day} start={start} end={end} onClose={close} />
  }
  if (entered !== null) {
    const [day = '', time] = entered.split('T')
    return (
      <NewBooking
        day={day || search.get('date') || undefined}
        time={time}
        onEntered={(booking) => set({ booking })}
        onBlock={time === undefined ? undefined : () => set({ block: `${entered}-${laterThan(time)}` })}
        onClose={close}
      />
    )
  }
  return id && <BookingDetails id={id} onClose={close} />
}

function laterThan(time: string): string {
  return wallTime(((wallMinutes(time) ?? 0) + BLOCK_LENGTH) % 1440)
}
