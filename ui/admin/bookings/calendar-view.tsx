import { Ban, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { serverNow, viennaDay } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { BlockDialog } from '../absences/absence-dialog.tsx'
import { useCalendar } from '../calendar/use-calendar.ts'
import { Legend, WeekBoard } from '../calendar/week-board.tsx'
import { countText, firstDay, type Period, rangeOf, rangeTitle, turn, weekNumber } from '../calendar/weeks.ts'

const LABELS = {
  week: { previous: 'Vorige Woche', next: 'Nächste Woche' },
  day: { previous: 'Voriger Tag', next: 'Nächster Tag' },
} as const

/** A week or a day of the calendar; the address says which (`?date=`). */
export function CalendarView({ period }: { period: Period }) {
  const [search, setSearch] = useSearchParams()
  const [isBlocking, setBlocking] = useState(false)
  const asked = search.get('date') ?? ''
  const today = viennaDay(serverNow())
  const day = isDay(asked) ? asked : firstDay(period, today)
  const calendar = useCalendar(period, day)
  const { data } = calendar
  const range = rangeOf(period, day)

  const goTo = (date: Day) =>
    setSearch(
      (before) => {
        before.set('date', date)
        return before
      },
      { replace: true },
    )
  const open = (sheet: 'booking' | 'new', value: string) =>
    setSearch((before) => {
      before.set(sheet, value)
      return before
    })

  return (
    <>
      <div className="row between mb-4">
        <div aria-live="polite">
          <h2>{rangeTitle(range)}</h2>
          <p className="muted">
            Kalenderwoche {weekNumber(day)}
            {data && `, ${countText(data.bookings.map(({ status }) => status))}`}
          </p>
        </div>
        <div className="row gap-2">
          <IconButton
            kind="secondary"
            label={LABELS[period].previous}
            icon={<ChevronLeft />}
            aria-keyshortcuts="ArrowLeft"
            onClick={() => goTo(turn(period, day, -1))}
          />
          <Button aria-keyshortcuts="T" onClick={() => goTo(today)}>
            Heute
          </Button>
          <IconButton
            kind="secondary"
            label={LABELS[period].next}
            icon={<ChevronRight />}
            aria-keyshortcuts="ArrowRight"
            onClick={() => goTo(turn(period, day, 1))}
          />
          {period === 'day' && (
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
              period={period}
              calendar={loaded}
              now={serverNow()}
              onOpen={(booking) => open('booking', booking)}
              onEnter={(date, time) => open('new', `${date}T${time}`)}
            />
            <Legend odoo={loaded.busy.length > 0} />
          </>
        )}
      </Loaded>
      {isBlocking && <BlockDialog day={day} onClose={() => setBlocking(false)} />}
    </>
  )
}
