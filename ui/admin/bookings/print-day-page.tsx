import { Printer } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { isStanding } from '../../../src/shared/booking.ts'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { dateTime, fullDay } from '../../../src/shared/format.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { usePractice } from '../../api/status.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { usePageTitle } from '../../page/page-heading.tsx'
import { activeCountText } from '../calendar/appointment-count.ts'
import { calendarOf } from '../calendar/board-columns.ts'
import { type Calendar, useCalendar } from '../calendar/use-calendar.ts'
import styles from './print-day-page.module.css'
import { PrintedTable } from './printed-table.tsx'

/** The page with the appointments of a day, for printing on A4. The URL names day and doctor or room. */
export function PrintDayPage() {
  const [search] = useSearchParams()
  const dateParam = search.get('date') ?? ''
  const day = isDay(dateParam) ? dateParam : viennaToday()
  const resourceId = search.get('resource') ?? ''
  usePageTitle(`Tagesliste ${fullDay(day)}`)

  return (
    <main className={styles.page}>
      <div className="row between no-print">
        <LinkButton
          to={`/admin/bookings?view=day&date=${day}${resourceId && `&resource=${encodeURIComponent(resourceId)}`}`}
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
          {(calendar) => <PrintedDay day={day} calendar={calendar} resourceId={resourceId} />}
        </Loaded>
      </div>
    </main>
  )
}

type PrintedDayProps = {
  day: Day
  calendar: Calendar
  /** The id of the doctor or room whose appointments are printed; other texts print all. */
  resourceId: string
}

/** The sheet: heading, number of appointments, and one table, or a table for each doctor and room. */
function PrintedDay({ day, calendar, resourceId }: PrintedDayProps) {
  const practice = usePractice()
  const onlyResource = calendar.resources?.find(({ id }) => id === resourceId)
  const printedCalendar = onlyResource ? calendarOf(calendar, onlyResource.id) : calendar
  /** The doctors and rooms with a table each; empty for a single table. */
  const resourcesWithTable = onlyResource ? [] : (calendar.resources ?? [])
  const standingBookings = printedCalendar.bookings.filter(({ status }) => isStanding(status))
  const closed = printedCalendar.days[0]?.closed
  const countText = activeCountText(standingBookings.map(({ status }) => status))
  return (
    <>
      <header>
        <p className={`row between ${styles.practice}`}>
          <b>{practice.name}</b>
          <span>{practice.subtitle}</span>
        </p>
        <h1>{fullDay(day)}</h1>
        <p>
          {onlyResource ? `${onlyResource.name}: ${countText}` : capitalised(countText)}
          {closed && `; ${closed}, geschlossen`}
        </p>
      </header>
      {resourcesWithTable.length === 0 ? (
        <PrintedTable day={day} calendar={printedCalendar} />
      ) : (
        resourcesWithTable.map(({ id, name }) => (
          <PrintedTable key={id} day={day} calendar={calendarOf(calendar, id)} resourceName={name} />
        ))
      )}
      <p className={styles.printed}>Stand: {dateTime(serverNow())}. Enthält Patientendaten.</p>
    </>
  )
}

/** Returns a text for the beginning of a line: `Keine Termine` for `keine Termine`. */
function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
