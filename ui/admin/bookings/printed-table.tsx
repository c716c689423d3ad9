import type { InferResponseType } from 'hono/client'
import { Fragment } from 'react'
import { isStanding } from '../../../src/shared/booking.ts'
import type { Day } from '../../../src/shared/day.ts'
import { fullDay, timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import type { Calendar, CalendarBooking } from '../calendar/use-calendar.ts'
import styles from './print-day-page.module.css'

/** The query of what the day's patients have answered to the questions of their services. */
export function answersQuery(day: Day) {
  return adminQuery(admin.answers, { query: { date: day } })
}

/** The answers of each appointment of a day that has some. */
type Answers = InferResponseType<typeof admin.answers.$get>

type PrintedTableProps = {
  day: Day
  calendar: Calendar
  answers: Answers | undefined
  /** The doctor or room of the appointments, where the page has tables of several. */
  owner?: string
}

/** The appointments of a day in the order of time; nothing where there are none. */
export function PrintedTable({ day, calendar, answers, owner }: PrintedTableProps) {
  const lines = linesOf(calendar)
  if (lines.length === 0) return null
  return (
    <>
      {owner && <h2>{owner}</h2>}
      <table className={styles.list}>
        <caption className="visually-hidden">
          Termine am {fullDay(day)}
          {owner && `, ${owner}`}
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
            <Fragment key={`${line.id} ${line.start}`}>
              <AppointmentLine line={line} />
              <AnswerLines answers={answers?.filter(({ booking_id }) => booking_id === line.id)} />
            </Fragment>
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
  /** Says that the appointment is not certain yet, or that the patient asks for another time. */
  note: string | undefined
}

/** Returns the appointments that stand, and the times that patients ask for instead of theirs. */
function linesOf({ bookings, moves }: Calendar): Line[] {
  const standing = bookings
    .filter(({ status }) => isStanding(status))
    .map((booking) => ({ ...booking, note: noteOf(booking) }))
  // The asked time takes the place of the present one.
  const askedTimes = moves.map((row) => ({ ...row, ...row.move, note: askedInsteadOf(row.start) }))
  return [...standing, ...askedTimes].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Returns what is not certain about an appointment. */
function noteOf({ move, status }: CalendarBooking): string | undefined {
  if (move) return askedFor(move.start)
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

/** The answers below an appointment; `answers` has one element at most, the appointment's. */
function AnswerLines({ answers = [] }: { answers: Answers | undefined }) {
  return answers.map(({ booking_id, answers: givenAnswers }) => (
    <tr key={booking_id} className={styles.answers}>
      <td colSpan={5}>
        {givenAnswers.map(({ id, label, value }) => (
          <div key={id}>
            <span className="muted">{label}</span> {value}
          </div>
        ))}
      </td>
    </tr>
  ))
}
