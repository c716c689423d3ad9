import { useMutation } from '@tanstack/react-query'
import { type Day, wallTime } from '../../../src/shared/day.ts'
import { refreshShown } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { canMove } from '../appointment/actions-on.ts'
import { move as moveTo } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { AppointmentCard, type Asked, useCard } from './appointment-card.tsx'
import { boardColumns, calendarOf } from './board-columns.ts'
import { isOff } from './board-items.ts'
import { DayList } from './day-list.tsx'
import { useDensity } from './density.ts'
import { DragBoard } from './drag-board.tsx'
import type { Drop } from './drop.ts'
import { Legend } from './legend.tsx'
import { type CalendarBooking, useCalendar, useShownDay } from './use-calendar.ts'
import { useDrag } from './use-drag.ts'
import { useIsWide, useShownResource } from './use-shown-resource.ts'
import { WeekBoard } from './week-board.tsx'

/**
 * A week or a day of the calendar; the address says which (`?date=`), and whether cancelled ones are shown
 * (`?off=1`).
 */
export function CalendarView({ period }: { period: 'week' | 'day' }) {
  const [{ off }, change] = useSearchState('off', 'ask', 'to', 'booking', 'new', 'block', 'who')
  const density = useDensity()
  const calendar = useCalendar(period, useShownDay(period))
  const { data } = calendar
  const isOffShown = off !== ''
  const isWide = useIsWide()
  const chosen = useShownResource(period, data?.resources)

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
  const shownOf = data?.resources && chosen
  const hasColumns = period === 'week' || (data?.resources !== undefined && shownOf === undefined)
  const isInPlace = hasColumns && isWide
  const open = (sheet: Parameters<typeof change>[0]) => change(sheet, { push: true })
  const drag = useDrag({
    calendar: data,
    isInPlace,
    onDrop: (booking, drop) => {
      if (drop.resource === booking.resource_id) return move.mutate({ booking, drop })
      const to = `${drop.day}T${wallTime(drop.from)}`
      open({ booking: booking.id, ask: 'move', to, who: drop.resource })
    },
  })

  const card = useCard()
  const openAll = (booking: string, ask?: Asked) => {
    card.close()
    open({ booking, ...(ask && { ask }) })
  }
  // A phone has no room beside the appointment.
  const openBooking = (booking: string, box: Element) => (isWide ? card.open(booking, box) : openAll(booking))

  return (
    <Loaded
      query={calendar}
      failure={`Der Kalender konnte nicht ${data ? 'aktualisiert' : 'geladen'} werden.`}
      loading="Lade Kalender …"
      skeleton={<Skeleton height="calc(100dvh - 160px)" />}
    >
      {(loaded) => {
        const bookings = isOffShown ? loaded.bookings : loaded.bookings.filter((row) => !isOff(row))
        const all = { ...loaded, bookings }
        const shownCalendar = shownOf === undefined ? all : calendarOf(all, shownOf)
        const inCard = bookings.find(({ id }) => id === card.shown?.id)
        const now = serverNow()
        const shown = {
          now,
          drag,
          density,
          onEnter: (date: Day, time: string, resource = shownOf) =>
            open({ new: `${date}T${time}`, who: resource ?? '' }),
        }
        const by = period === 'day' ? 'resource' : isWide ? 'day' : 'list'
        return (
          <>
            <OutcomeBanner
              outcome={toOutcome(
                move.error,
                'Der Termin konnte nicht verschoben werden.',
                isStillMoved && !move.data?.notified ? move.data?.note : undefined,
              )}
            />
            {hasColumns ? (
              <>
                <WeekBoard {...shown} columns={boardColumns(shownCalendar, by)} onOpen={openBooking} />
                <Legend hasBusy={shownCalendar.busy.length > 0} hasOff={isOffShown} />
              </>
            ) : (
              <DayList
                {...shown}
                calendar={shownCalendar}
                onOpen={openBooking}
                onAsk={openAll}
                onBlock={(date, start, end) => open({ block: `${date}T${start}-${end}`, who: shownOf ?? '' })}
              />
            )}
            {/* Keyboard users move an appointment in its details, so they need no such text. */}
            {shownCalendar.bookings.some((booking) => canMove(booking, now)) && (
              <p className="muted small mt-4">Verschieben: Termin ziehen, am Handy vorher lang drücken</p>
            )}
            {!isInPlace && drag.dragging && (
              <DragBoard
                now={now}
                drag={drag}
                name={drag.dragging.booking.name}
                columns={boardColumns(period === 'day' ? all : shownCalendar, by)}
              />
            )}
            {inCard && card.shown && (
              <AppointmentCard
                key={inCard.id}
                booking={inCard}
                anchor={card.shown.anchor}
                onAll={(ask) => openAll(inCard.id, ask)}
                onClose={card.close}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}
