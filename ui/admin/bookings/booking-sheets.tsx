import { isDay } from '../../../src/shared/day.ts'
import { AbsenceDialog } from '../absences/absence-dialog.tsx'
import { NewBooking } from '../appointment/new-booking.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { blockFrom, readBlock } from './blocked-time.ts'
import { BookingDetails } from './booking-details.tsx'

/** The parameters of the address that belong to a sheet, as they are while none is open. */
const NO_SHEET = {
  /** The id of the booking whose details are open. */
  booking: '',
  /** The action or form that is open about this booking: `reject`, `move`, `contact`, `wait` … */
  ask: '',
  /** The time that is chosen in the form for moving: `2027-01-12T10:30`. */
  to: '',
  /** `1` after this booking was entered by hand, so that its details lead to another one of the patient. */
  entered: '',
  /** A new appointment: `1`, or the time that is chosen at first (`2027-01-12T10:30`). */
  new: '',
  /** The id of a booking of the patient of the new appointment. */
  patient: '',
  /** The id of the service that is chosen at first. */
  service: '',
  /** Time to block: `2027-01-12T10:30-11:00`, or only the day. */
  block: '',
  /** The id of the doctor or room that is chosen at first in the forms. */
  who: '',
}

const SHEET_PARAMS = Object.keys(NO_SHEET) as (keyof typeof NO_SHEET)[]

/**
 * The sheet that the address opens over any page: the form that blocks time, the form of a new appointment,
 * or the details of an appointment.
 */
export function BookingSheets() {
  const [address, changeAddress] = useSearchState('date', ...SHEET_PARAMS)
  const openSheet = (sheet: Partial<typeof NO_SHEET>) => changeAddress({ ...NO_SHEET, ...sheet })
  const close = () => openSheet({})
  if (address.block)
    return <AbsenceDialog kind="block" {...readBlock(address.block)} resource={address.who} onClose={close} />
  if (address.new) {
    const [day = '', time] = address.new.split('T')
    const block = blockFrom(address.new)
    return (
      <NewBooking
        // Without a day of its own the appointment begins with the day that the calendar shows.
        day={[day, address.date].find(isDay)}
        time={time}
        patient={address.patient}
        service={address.service}
        resource={address.who}
        onEntered={(booking) => openSheet({ booking, entered: '1' })}
        onBlock={block === undefined ? undefined : () => openSheet({ block, who: address.who })}
        onClose={close}
      />
    )
  }
  return <BookingDetails id={address.booking} onClose={close} />
}
