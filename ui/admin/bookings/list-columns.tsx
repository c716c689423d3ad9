import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { serviceText } from '../calendar/service-text.ts'
import type { Column } from '../components/table-column.ts'
import type { ListedBooking } from './use-bookings.ts'

/**
 * Returns the columns of the list of appointments.
 * @param openDetails shows the details of an appointment
 * @param resources the doctors and rooms whose names the list shows; empty if the list is of only one
 */
export function bookingColumns(
  openDetails: (row: ListedBooking) => void,
  resources: readonly { id: string; name: string }[],
): readonly Column<ListedBooking>[] {
  return [startColumn(openDetails), NAME_COLUMN, serviceColumn(resources), MOBILE_COLUMN, STATUS_COLUMN]
}

function startColumn(openDetails: (row: ListedBooking) => void): Column<ListedBooking> {
  return {
    name: 'start',
    label: 'Termin',
    width: '21%',
    tabletWidth: '20.5%',
    wraps: true,
    cell: (row) => (
      <button type="button" className="plain-link num" onClick={() => openDetails(row)}>
        <time dateTime={row.start}>{shortDayTime(row.start, viennaToday())}</time>
      </button>
    ),
    sortBy: ({ start }) => Date.parse(start),
  }
}

const NAME_COLUMN: Column<ListedBooking> = {
  name: 'name',
  label: 'Patient/in',
  width: '21%',
  tabletWidth: '20%',
  wraps: true,
  cell: ({ id, name, booked_by, marked }) => (
    <div className="stack start gap-2">
      <div>
        <b>
          <PatientLink bookingId={id}>{name}</PatientLink>
        </b>
        {booked_by && <div className="muted small">von {booked_by}</div>}
      </div>
      {marked && <Badge tone="neutral" label="Auffällig" size="small" />}
    </div>
  ),
  // The last word of a name counts as the last name.
  sortBy: ({ name }) => name.split(' ').at(-1) ?? name,
}

function serviceColumn(resources: readonly { id: string; name: string }[]): Column<ListedBooking> {
  return {
    name: 'service',
    label: 'Leistung',
    width: '16%',
    tabletWidth: '17.5%',
    wraps: true,
    cell: (row) => {
      const resource = resources.find(({ id }) => id === row.resource_id)
      return (
        <div>
          {serviceText(row)}
          {resource && <div className="muted small">{resource.name}</div>}
        </div>
      )
    },
    sortBy: ({ service_name }) => service_name,
  }
}

const MOBILE_COLUMN: Column<ListedBooking> = {
  name: 'mobile',
  label: 'Telefon',
  width: '16%',
  tabletWidth: '20.5%',
  cell: ({ mobile }) => <span className="num nowrap">{mobile}</span>,
}

const STATUS_COLUMN: Column<ListedBooking> = {
  name: 'status',
  label: 'Status',
  width: '27%',
  tabletWidth: '21.5%',
  wraps: true,
  cell: ({ status, move }) => (
    <div className="stack start gap-2">
      <Badge size="small" {...displayOfStatus(status)} />
      {move && <Badge size="small" {...MOVE_ASKED} />}
    </div>
  ),
  sortBy: ({ status }) => displayOfStatus(status).label,
}
