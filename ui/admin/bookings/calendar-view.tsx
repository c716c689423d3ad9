import { Ban, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { serverNow } from '../../api/server-clock.ts'
import { viennaDay } from '../../booking/time/vienna-day.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { AbsenceDialog } from '../absences/absence-dialog.tsx'
import { Legend } from '../calendar/legend.tsx'
import { useCalendar } from '../calendar/use-calendar.ts'
import { WeekBoard } from '../calendar/week-board.tsx'
import { countText, rangeOf, rangeTitle, type Span, turn, weekNumber } from '../calendar/weeks.ts'
import styles from './calendar-view.module.css'
import { NewBooking } from './new-booking.tsx'

const WORDS = {
  week: { previous: 'Vorige Woche', next: 'Nächste Woche' },
  day: { previous: 'Voriger Tag', next: 'Nächster Tag' },
} as const

/** Appointments where they lie in time; which days stands in the address (`?date=`). */
export function CalendarView({ span }: { span: Span }) {
  const [search, setSearch] = useSearchParams()
  const [entering, setEntering] = useState<{ day: Day; time: string }>()
  const [blocking, setBlocking] = useState(false)
  const asked = search.get('date') ?? ''
  const today = viennaDay(serverNow())
  const day = isDay(asked) ? asked : today
  const calendar = useCalendar(span, day)
  const { data } = calendar
  const range = rangeOf(span, day)

  const goTo = (date: Day) =>
    setSearch(
      (before) => {
        before.set('date', date)
        return before
      },
      { replace: true },
    )
  const open = (booking: string) =>
    setSearch((before) => {
      before.set('booking', booking)
      return before
    })

  return (
    <>
      <div className={styles.head}>
        <div aria-live="polite">
          <h2>{rangeTitle(range)}</h2>
          <p>
            Kalenderwoche {weekNumber(day)}
            {data && `, ${countText(data.bookings.map(({ status }) => status))}`}
          </p>
        </div>
        <div className={styles.tools}>
          <IconButton
            kind="line"
            label={WORDS[span].previous}
            icon={<ChevronLeft />}
            onClick={() => goTo(turn(span, day, -1))}
          />
          <Button onClick={() => goTo(today)}>Heute</Button>
          <IconButton
            kind="line"
            label={WORDS[span].next}
            icon={<ChevronRight />}
            onClick={() => goTo(turn(span, day, 1))}
          />
          {span === 'day' && (
            <LinkButton to={`/admin/bookings/print?date=${day}`}>
              <Printer />
              Tagesliste
            </LinkButton>
          )}
          <Button onClick={() => setBlocking(true)}>
            <Ban />
            Zeit sperren
          </Button>
        </div>
      </div>
      <Loaded
        query={calendar}
        failure={`Der Kalender konnte nicht ${data ? 'aktualisiert' : 'geladen'} werden.`}
        loading="Lade Kalender …"
        skeleton={<Skeleton height={680} />}
      >
        {(loaded) => (
          <>
            <WeekBoard
              span={span}
              calendar={loaded}
              now={serverNow()}
              onOpen={open}
              onEnter={(date, time) => setEntering({ day: date, time })}
            />
            <Legend />
          </>
        )}
      </Loaded>
      <NewBooking
        open={entering !== undefined}
        {...entering}
        onClose={() => setEntering(undefined)}
        onDone={() => setEntering(undefined)}
      />
      <AbsenceDialog kind={blocking ? 'block' : undefined} day={day} onClose={() => setBlocking(false)} />
    </>
  )
}
