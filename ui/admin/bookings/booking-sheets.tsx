import { isDay, MINUTES_PER_DAY, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { AbsenceDialog } from '../absences/absence-dialog.tsx'
import { NewBooking } from '../appointment/new-booking.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { BookingDetails } from './booking-details.tsx'

const NO_SHEET = {
  ...{ new: '', ask: '', to: '', who: '', booking: '', block: '' },
  ...{ patient: '', service: '', entered: '' },
}

/** Minutes that are blocked from a pressed time on. */
const BLOCK_LENGTH = 30

/**
 * The sheets that open beside any page: an appointment's details (`?booking=`), a new appointment (`?new=1`,
 * `?new=2027-01-12T10:30`), perhaps of a known patient (`&patient=` with the id of a booking) and service
 * (`&service=`), and blocked time (`?block=2027-01-12T10:30-11:00`). Of one doctor or room with its id
 * (`&who=`).
 */
export function BookingSheets() {
  const [address, change] = useSearchState(
    'booking',
    'new',
    'block',
    'ask',
    'to',
    'who',
    'date',
    'patient',
    'service',
    'entered',
  )
  const open = (sheet: { booking?: string; block?: string; who?: string; entered?: string }) =>
    change({ ...NO_SHEET, ...sheet })
  const close = () => open({})
  if (address.block) {
    const [day = '', start, end] = address.block.split(/[T-](?=\d\d:)/)
    return (
      <AbsenceDialog kind="block" day={day} start={start} end={end} resource={address.who} onClose={close} />
    )
  }
  if (address.new) {
    const [day = '', time] = address.new.split('T')
    return (
      <NewBooking
        day={[day, address.date].find(isDay)}
        time={time}
        patient={address.patient}
        service={address.service}
        resource={address.who}
        onEntered={(booking) => open({ booking, entered: '1' })}
        onBlock={
          time === undefined
            ? undefined
            : () => open({ block: `${address.new}-${laterThan(time)}`, who: address.who })
        }
        onClose={close}
      />
    )
  }
  return <BookingDetails id={address.booking} onClose={close} />
}

function laterThan(time: string): string {
  return wallTime(((wallMinutes(time) ?? 0) + BLOCK_LENGTH) % MINUTES_PER_DAY)
}
