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
import { isOff } from './board-items.ts'
import { DayList } from './day-list.tsx'
import { useDensity } from './density.ts'
import type { Drop } from './drop.ts'
import { type CalendarBooking, useCalendar, useShownDay } from './use-calendar.ts'
import { useDrag } from './use-drag.ts'
import { DragBoard, Legend, WeekBoard } from './week-board.tsx'

/**
 * A week or a day of the calendar; the address says which (`?date=`), and whether cancelled ones are shown
 * (`?off=1`).
 */
export function CalendarView({ period }: { period: 'week' | 'day' }) {
  const [{ off }, change] = useSearchState('off', 'ask', 'booking', 'new', 'block')
  const density = useDensity()
  const calendar = useCalendar(period, useShownDay(period))
  const { data } = calendar
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
  const isInPlace = () => period === 'week' && isWide()
  const drag = useDrag({
    calendar: data,
    inPlace: isInPlace,
    onDrop: (booking, drop) => move.mutate({ booking, drop }),
  })

  const open = (sheet: Parameters<typeof change>[0]) => change(sheet, { push: true })
  const card = useCard()
  const openAll = (booking: string, ask?: Asked) => {
    card.close()
    open({ booking, ...(ask && { ask }) })
  }
  // A phone has no room beside the appointment.
  const openBooking = (booking: string, box: Element) =>
    isWide() ? card.open(booking, box) : openAll(booking)

  return (
    <Loaded
      query={calendar}
      failure={`Der Kalender konnte nicht ${data ? 'aktualisiert' : 'geladen'} werden.`}
      loading="Lade Kalender …"
      skeleton={<Skeleton height="calc(100dvh - 160px)" />}
    >
      {(loaded) => {
        const bookings = isOffShown ? loaded.bookings : loaded.bookings.filter((row) => !isOff(row))
        const inCard = bookings.find(({ id }) => id === card.shown?.id)
        const shown = {
          calendar: { ...loaded, bookings },
          now: serverNow(),
          drag,
          density,
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
                <WeekBoard {...shown} onOpen={openBooking} />
                <Legend busy={loaded.busy.length > 0} off={isOffShown} />
              </>
            ) : (
              <DayList
                {...shown}
                onOpen={openBooking}
                onAsk={openAll}
                onBlock={(date, start, end) => open({ block: `${date}T${start}-${end}` })}
              />
            )}
            {/* Keyboard users move an appointment in its details, so they need no such text. */}
            {bookings.some((booking) => canMove(booking, shown.now)) && (
              <p className="muted small mt-4">Verschieben: Termin ziehen, am Handy vorher lang drücken</p>
            )}
            {!isInPlace() && <DragBoard {...shown} />}
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

function isWide(): boolean {
  return matchMedia('(width >= 37.5em)').matches
}
