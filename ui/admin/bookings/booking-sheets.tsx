import { useSearchParams } from 'wouter'
import { BookingDetails } from './booking-details.tsx'
import { NewBooking } from './new-booking.tsx'

/** The sheets that open beside any page: an appointment's details (`?booking=`) and a new appointment (`?new`). */
export function BookingSheets() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('booking')
  const entered = search.get('new')
  const set = (booking?: string) =>
    setSearch(
      (before) => {
        for (const name of ['new', 'ask', 'booking']) before.delete(name)
        if (booking !== undefined) before.set('booking', booking)
        return before
      },
      { replace: true },
    )
  if (entered !== null) {
    const [day = '', time] = entered.split('T')
    return (
      <NewBooking
        day={day || search.get('date') || undefined}
        time={time}
        onEntered={set}
        onClose={() => set()}
      />
    )
  }
  return id && <BookingDetails id={id} onClose={() => set()} />
}
