import { useMutation } from '@tanstack/react-query'
import { Ban, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { type Day, isDay, wallTime } from '../../../src/shared/day.ts'
import { refreshShown } from '../../api/admin.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { Button, IconButton, LinkButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { canMove } from '../appointment/actions-on.ts'
import { move as moveTo } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { isOff } from './board-items.ts'
import { DayList } from './day-list.tsx'
import type { Drop } from './drop.ts'
import { type CalendarBooking, useCalendar } from './use-calendar.ts'
import { useDrag } from './use-drag.ts'
import { DragBoard, Legend, USUAL_BOARD_HEIGHT, WeekBoard } from './week-board.tsx'
import { countText, firstDay, type Period, rangeOf, rangeTitle, shiftPeriod, weekNumber } from './weeks.ts'

const LABELS = {
  week: { previous: 'Vorige Woche', next: 'Nächste Woche' },
  day: { previous: 'Voriger Tag', next: 'Nächster Tag' },
} as const

/**
 * A week or a day of the calendar; the address says which (`?date=`), and whether cancelled ones are shown
 * (`?off=1`).
 */
export function CalendarView({ period }: { period: Period }) {
  const [{ date: dateParam, off }, change] = useSearchState('date', 'off', 'ask', 'booking', 'new', 'block')
  const today = viennaToday()
  const day = isDay(dateParam) ? dateParam : firstDay(period, today)
  const calendar = useCalendar(period, day)
  const { data } = calendar
  const range = rangeOf(period, day)
  const isOffShown = off !== ''

  const move = useMutation({
    mutationFn: ({ booking, drop }: { booking: CalendarBooking; drop: Drop }) => {
      const start = `${drop.day}T${wallTime(drop.from)}`
      return moveTo(booking, { start, message: '', notify: true, canAddMessage: true })
    },
    onSettled: refreshShown,
  })
  // The note about the patient stays until the move is taken back.
  const isStillMoved = data?.bookings.some(
    ({ id, start }) => id === move.variables?.booking.id && start === move.data?.start,
  )
  const isInPlace = () => period === 'week' && matchMedia('(width >= 600px)').matches
  const drag = useDrag({
    calendar: data,
    inPlace: isInPlace,
    onDrop: (booking, drop) => move.mutate({ booking, drop }),
  })

  const goTo = (date: Day) => change({ date })
  const open = (sheet: Parameters<typeof change>[0]) => change(sheet, { push: true })

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
        <CalendarControls period={period} day={day} onDay={goTo} onBlock={() => open({ block: day })} />
      </div>
      <div className="row end mb-3">
        <Checkbox checked={isOffShown} onChange={({ target }) => change({ off: target.checked ? '1' : '' })}>
          Abgesagte zeigen
        </Checkbox>
      </div>
      <Loaded
        query={calendar}
        failure={`Der Kalender konnte nicht ${data ? 'aktualisiert' : 'geladen'} werden.`}
        loading="Lade Kalender …"
        skeleton={<Skeleton height={USUAL_BOARD_HEIGHT} />}
      >
        {(loaded) => {
          const bookings = isOffShown ? loaded.bookings : loaded.bookings.filter((row) => !isOff(row))
          const shown = {
            calendar: { ...loaded, bookings },
            now: serverNow(),
            drag,
            onEnter: (date: Day, time: string) => open({ new: `${date}T${time}` }),
          }
          return (
            <>
              <OutcomeBanner
                outcome={toOutcome(
                  move.error,
                  'Der Termin konnte nicht verschoben werden.',
                  isStillMoved && !move.data?.notified ? move.data?.note : undefined,
                )}
              />
              {period === 'week' ? (
                <>
                  <WeekBoard {...shown} onOpen={(booking) => open({ booking })} />
                  <Legend odoo={loaded.busy.length > 0} off={isOffShown} />
                </>
              ) : (
                <DayList
                  {...shown}
                  onOpen={(booking, ask) => open({ booking, ...(ask && { ask }) })}
                  onBlock={(date, start, end) => open({ block: `${date}T${start}-${end}` })}
                />
              )}
              {/* Keyboard users move an appointment in its details, so they need no such text. */}
              {bookings.some((booking) => canMove(booking, shown.now)) && (
                <p className="muted small mt-4">Verschieben: Termin ziehen, am Handy vorher lang drücken</p>
              )}
              {!isInPlace() && <DragBoard {...shown} />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type CalendarControlsProps = {
  period: Period
  day: Day
  onDay: (day: Day) => void
  onBlock: () => void
}

/** Buttons for other days, the list for printing and blocked time. */
function CalendarControls({ period, day, onDay, onBlock }: CalendarControlsProps) {
  return (
    <div className="row gap-2">
      <IconButton
        kind="secondary"
        label={LABELS[period].previous}
        icon={<ChevronLeft />}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => onDay(shiftPeriod(period, day, -1))}
      />
      <Button aria-keyshortcuts="T" onClick={() => onDay(viennaToday())}>
        Heute
      </Button>
      <IconButton
        kind="secondary"
        label={LABELS[period].next}
        icon={<ChevronRight />}
        aria-keyshortcuts="ArrowRight"
        onClick={() => onDay(shiftPeriod(period, day, 1))}
      />
      {period === 'day' && (
        <LinkButton to={`/admin/bookings/print?date=${day}`}>
          <Printer />
          Tagesliste
        </LinkButton>
      )}
      <Button onClick={onBlock}>
        <Ban />
        Zeit sperren
      </Button>
    </div>
  )
}
