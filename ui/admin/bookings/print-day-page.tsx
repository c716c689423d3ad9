import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Fragment } from 'react'
import { useSearchParams } from 'wouter'
import { stands } from '../../../src/shared/booking.ts'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { dateTime, fullDay, timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { usePractice } from '../../api/status.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded, LoadFailure } from '../../page/loaded.tsx'
import { usePageTitle } from '../../page/page-heading.tsx'
import { calendarOf } from '../calendar/board-columns.ts'
import { type Calendar, useCalendar } from '../calendar/use-calendar.ts'
import { countText } from '../calendar/weeks.ts'
import styles from './print-day-page.module.css'

/** The appointments of a day, for printing on A4. */
export function PrintDayPage() {
  const [search] = useSearchParams()
  const dateParam = search.get('date') ?? ''
  const day = isDay(dateParam) ? dateParam : viennaToday()
  const resource = search.get('resource') ?? ''
  usePageTitle(`Tagesliste ${fullDay(day)}`)

  return (
    <main className={styles.page}>
      <div className="row between no-print">
        <LinkButton
          to={`/admin/bookings?view=day&date=${day}${resource && `&resource=${encodeURIComponent(resource)}`}`}
        >
          Zurück zum Kalender
        </LinkButton>
        <Button kind="primary" onClick={() => print()}>
          <Printer />
          Drucken
        </Button>
      </div>
      <div className={styles.paper}>
        <Loaded
          query={useCalendar('day', day)}
          failure="Die Tagesliste konnte nicht geladen werden."
          loading="Lade Tagesliste …"
          skeleton={<Skeleton height={600} />}
        >
          {(calendar) => <DayList day={day} calendar={calendar} resource={resource} />}
        </Loaded>
      </div>
    </main>
  )
}

/** Loads the answers of the day's patients to the questions of their services. */
function useAnswers(day: Day) {
  return useQuery(adminQuery(admin.answers, { query: { date: day } }))
}

type DayListProps = {
  day: Day
  calendar: Calendar
  /** The id of the doctor or room whose appointments are printed; others print all. */
  resource: string
}

function DayList({ day, calendar, resource }: DayListProps) {
  const practice = usePractice()
  const answers = useAnswers(day)
  const chosen = calendar.resources?.find(({ id }) => id === resource)
  const several = chosen ? [] : (calendar.resources ?? [])
  const shown = chosen ? calendarOf(calendar, chosen.id) : calendar
  const standing = shown.bookings.filter(({ status }) => stands(status))
  const closed = shown.days[0]?.closed
  const count = countText(standing.map(({ status }) => status))
  return (
    <>
      <header>
        <p className={`row between ${styles.practice}`}>
          <b>{practice.name}</b>
          <span>{practice.subtitle}</span>
        </p>
        <h1>{fullDay(day)}</h1>
        <p>
          {chosen ? `${chosen.name}: ${count}` : count.replace(/^k/, 'K')}
          {closed && `; ${closed}, geschlossen`}
        </p>
      </header>
      <LoadFailure query={answers} sentence="Die Antworten der Patienten konnten nicht geladen werden." />
      {several.length === 0 ? (
        <AppointmentTable day={day} calendar={shown} answers={answers.data} />
      ) : (
        several.map(({ id, name }) => (
          <AppointmentTable
            key={id}
            day={day}
            calendar={calendarOf(calendar, id)}
            answers={answers.data}
            name={name}
          />
        ))
      )}
      <p className={styles.printed}>Stand: {dateTime(serverNow())}. Enthält Patientendaten.</p>
    </>
  )
}

type AppointmentTableProps = {
  day: Day
  calendar: Calendar
  answers: ReturnType<typeof useAnswers>['data']
  /** Whose appointments they are, where the page has those of several. */
  name?: string
}

function AppointmentTable({ day, calendar, answers, name: owner }: AppointmentTableProps) {
  const lines = [
    ...calendar.bookings
      .filter(({ status }) => stands(status))
      .map((row) => ({
        ...row,
        note: row.move ? askedFor(row.move.start) : row.status === 'requested' && 'wartet auf Bestätigung',
      })),
    ...calendar.moves.map((row) => ({ ...row, ...row.move, note: askedInsteadOf(row.start) })),
  ].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return (
    <>
      {owner && lines.length > 0 && <h2>{owner}</h2>}
      {lines.length > 0 && (
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
            {lines.map(({ id, start, end, name, booked_by, mobile, service_name, first_visit, note }) => (
              <Fragment key={`${id} ${start}`}>
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
                {answers
                  ?.filter(({ booking_id }) => booking_id === id)
                  .map(({ answers: given }) => (
                    <tr key="answers" className={styles.answers}>
                      <td colSpan={5}>
                        {given.map(({ id: question, label, value }) => (
                          <div key={question}>
                            <span className="muted">{label}</span> {value}
                          </div>
                        ))}
                      </td>
                    </tr>
                  ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
