import { isStanding } from '../../../src/shared/booking.ts'
import type { Day } from '../../../src/shared/day.ts'
import { fullDay, timeOfDay } from '../../../src/shared/format.ts'
import { askedTimeNote, presentTimeNote } from '../../../src/shared/move-asked.ts'
import type { Calendar, CalendarBooking } from '../calendar/use-calendar.ts'
import styles from './print-day-page.module.css'

type PrintedTableProps = {
  day: Day
  calendar: Calendar
  /** The name of the doctor or room of the appointments, if the page has several tables. */
  resourceName?: string
}

/** The appointments of a day in order of time; nothing if there are none. */
export function PrintedTable({ day, calendar, resourceName }: PrintedTableProps) {
  const lines = linesOf(calendar)
  if (lines.length === 0) return null
  return (
    <>
      {resourceName && <h2>{resourceName}</h2>}
      <table className={styles.list}>
        <caption className="visually-hidden">
          Termine am {fullDay(day)}
          {resourceName && `, ${resourceName}`}
        </caption>
        <thead>
          <tr>
            <th scope="col" style={{ width: '29mm' }}>
              Zeit
            </th>
            <th scope="col">Name</th>
            <th scope="col" style={{ width: '34mm' }}>
              Telefon
            </th>
            <th scope="col">Leistung</th>
            <th scope="col" style={{ width: '22%' }}>
              Notiz
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <AppointmentLine key={`${line.id} ${line.start}`} line={line} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A row of the table. */
type Line = Pick<
  CalendarBooking,
  'id' | 'start' | 'end' | 'name' | 'booked_by' | 'mobile' | 'service_name' | 'first_visit'
> & {
  /** Says that the appointment is not confirmed yet, or that the patient asks for another time. */
  note: string | undefined
}

/** Returns the active appointments, and the other times that patients ask for. */
function linesOf({ bookings, moves }: Calendar): Line[] {
  const standing = bookings
    .filter(({ status }) => isStanding(status))
    .map((booking) => ({ ...booking, note: noteOf(booking) }))
  // The row of the asked time replaces the present one.
  const askedTimes = moves.map((row) => ({ ...row, ...row.move, note: presentTimeNote(row.start) }))
  return [...standing, ...askedTimes].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Returns what is not certain about an appointment. */
function noteOf({ move, status }: CalendarBooking): string | undefined {
  if (move) return askedTimeNote(move.start)
  return status === 'requested' ? 'wartet auf Bestätigung' : undefined
}

/** An appointment, with an empty cell for notes by hand. */
function AppointmentLine({ line }: { line: Line }) {
  const { start, end, name, booked_by, mobile, service_name, first_visit, note } = line
  return (
    <tr>
      <td className="num nowrap">
        <b>{timeOfDay(start)}</b> bis {timeOfDay(end)}
      </td>
      <td>
        {name}
        {first_visit && <small>zum ersten Mal</small>}
      </td>
      <td className="num nowrap">
        {mobile}
        {booked_by && <small>{booked_by}</small>}
      </td>
      <td>
        {service_name}
        {note && <small>{note}</small>}
      </td>
      <td />
    </tr>
  )
}
