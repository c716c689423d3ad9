import { isDay } from '../../../src/shared/day.ts'
import { AbsenceDialog } from '../absences/absence-dialog.tsx'
import { NewBooking } from '../appointment/new-booking.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { blockInUrl, readBlock } from './blocked-time.ts'
import { BookingDetails } from './booking-details.tsx'

/** The URL parameters of the sheets while none is open. */
const NO_SHEET = {
  /** The id of the booking whose details are open. */
  booking: '',
  /** The open action or form of this booking: `reject`, `move`, `contact`, `wait` … */
  ask: '',
  /** The time chosen in the move form: `2027-01-12T10:30`. */
  to: '',
  /** `1` after staff have entered this booking, so that its details offer another one for the patient. */
  entered: '',
  /** A new appointment: `1`, or its initial time (`2027-01-12T10:30`). */
  new: '',
  /** The id of any booking of the patient for whom the new appointment is. */
  patient: '',
  /** The id of the initially chosen service. */
  service: '',
  /** The time to block: `2027-01-12T10:30-11:00`, or only the day. */
  block: '',
  /** The id of the doctor or room that the forms choose initially. */
  who: '',
}

const SHEET_PARAMS = Object.keys(NO_SHEET) as (keyof typeof NO_SHEET)[]

/**
 * The sheet that the URL opens over any page: the form that blocks time, the form of a new appointment,
 * or the details of an appointment.
 */
export function BookingSheets() {
  const [params, changeParams] = useSearchState('date', ...SHEET_PARAMS)
  const openSheet = (sheet: Partial<typeof NO_SHEET>) => changeParams({ ...NO_SHEET, ...sheet })
  const close = () => openSheet({})
  if (params.block)
    return <AbsenceDialog kind="block" {...readBlock(params.block)} resourceId={params.who} onClose={close} />
  if (params.new) {
    const [day = '', time] = params.new.split('T')
    const block = blockInUrl(params.new)
    return (
      <NewBooking
        // A new appointment without a day starts with the day that the calendar shows.
        day={[day, params.date].find(isDay)}
        time={time}
        patientBookingId={params.patient}
        serviceId={params.service}
        resourceId={params.who}
        onEntered={(bookingId) => openSheet({ booking: bookingId, entered: '1' })}
        onBlock={block === undefined ? undefined : () => openSheet({ block, who: params.who })}
        onClose={close}
      />
    )
  }
  return <BookingDetails id={params.booking} onClose={close} />
}
