import { serverNow } from '../../api/server-clock.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { canMove } from '../appointment/actions-on.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { boardColumns, type Division } from './board-columns.ts'
import type { FormAction } from './card-actions.tsx'
import { DayList } from './day-list.tsx'
import { useDensity } from './density.ts'
import { DragBoard } from './drag-board.tsx'
import { Legend } from './legend.tsx'
import { type Calendar, useCalendar, useShownDay } from './use-calendar.ts'
import { useCalendarSheets } from './use-calendar-sheets.ts'
import type { DragHandling } from './use-drag.ts'
import { useIsWide } from './use-is-wide.ts'
import { useMoveByDrag } from './use-move-by-drag.ts'
import { useOpenCard } from './use-open-card.ts'
import { useShownCalendar } from './use-shown-calendar.ts'
import { useShownResourceId } from './use-shown-resource-id.ts'
import { WeekBoard } from './week-board.tsx'

/** The periods with times. A month has its own view. */
type CalendarPeriod = 'week' | 'day'

/** Columns with the times of a day from top to bottom, or a list of one day. */
type CalendarLayout = 'columns' | 'list'

/** A week or a day of the calendar; the URL says which (`?date=`). */
export function CalendarView({ period }: { period: CalendarPeriod }) {
  const query = useCalendar(period, useShownDay(period))
  const { data } = query
  const shownResourceId = useShownResourceId(period, data?.resources)
  // In a practice of one, an id in the URL is ignored.
  const resourceId = data?.resources === undefined ? undefined : shownResourceId
  const isOfSeveral = data?.resources !== undefined && resourceId === undefined
  // The day of one doctor, or of a practice of one, is a list with the facts for a telephone call.
  const layout: CalendarLayout = period === 'day' && !isOfSeveral ? 'list' : 'columns'
  const isWide = useIsWide()
  // A phone shows the columns of a drag only while it lasts.
  const areColumnsOnPage = layout === 'columns' && isWide
  const { drag, outcome } = useMoveByDrag({ calendar: data, areColumnsOnPage })
  // The card stays open while the week to which its appointment was moved is loaded.
  const card = useOpenCard()
  return (
    <Loaded
      query={query}
      failure={`Der Kalender konnte nicht ${data ? 'aktualisiert' : 'geladen'} werden.`}
      loading="Lade Kalender …"
      skeleton={<Skeleton height="calc(100dvh - 160px)" />}
    >
      {(calendar) => (
        <>
          <OutcomeBanner outcome={outcome} />
          <LoadedCalendar
            calendar={calendar}
            period={period}
            resourceId={resourceId}
            layout={layout}
            areColumnsOnPage={areColumnsOnPage}
            drag={drag}
            card={card}
          />
        </>
      )}
    </Loaded>
  )
}

type LoadedCalendarProps = {
  calendar: Calendar
  period: CalendarPeriod
  /** The id of the doctor or room that is shown; undefined for all. */
  resourceId: string | undefined
  layout: CalendarLayout
  /** True while the page has columns in which appointments are dragged. Otherwise a drag brings its own. */
  areColumnsOnPage: boolean
  drag: DragHandling
  card: ReturnType<typeof useOpenCard>
}

/** The calendar as columns or as a list, with the card of the pressed appointment. */
function LoadedCalendar(props: LoadedCalendarProps) {
  const { calendar, period, resourceId, layout, areColumnsOnPage, drag, card } = props
  const { shownCalendar, calendarOfAll, showsCancelled } = useShownCalendar(calendar, resourceId)
  const density = useDensity()
  const isWide = useIsWide()
  const now = serverNow()
  const division = divisionOf(period, isWide)
  const { openDetails, openBooking, enterBooking, blockTime } = useCalendarSheets({ resourceId, card })
  return (
    <>
      {layout === 'columns' ? (
        <>
          <WeekBoard
            columns={boardColumns(shownCalendar, division)}
            now={now}
            drag={drag}
            density={density}
            onOpen={openBooking}
            onEnter={enterBooking}
          />
          <Legend hasBusy={shownCalendar.busy.length > 0} hasCancelled={showsCancelled} />
        </>
      ) : (
        <DayList
          calendar={shownCalendar}
          now={now}
          drag={drag}
          density={density}
          onOpen={openBooking}
          onEnter={enterBooking}
          onAsk={openDetails}
          onBlock={blockTime}
        />
      )}
      {/* Keyboard users move an appointment in its details, so they need no such text. */}
      {shownCalendar.bookings.some((booking) => canMove(booking, now)) && (
        <p className="muted small mt-4">Verschieben: Termin ziehen, am Handy vorher lang drücken</p>
      )}
      {!areColumnsOnPage && drag.dragging && (
        <DragBoard
          now={now}
          drag={drag}
          patientName={drag.dragging.booking.name}
          // The list of a day shows one doctor or room, but its appointments can be dragged to any of them.
          columns={boardColumns(period === 'day' ? calendarOfAll : shownCalendar, division)}
        />
      )}
      <OpenCard bookings={calendarOfAll.bookings} card={card} onDetails={openDetails} />
    </>
  )
}

type OpenCardProps = Pick<LoadedCalendarProps, 'card'> & {
  bookings: Calendar['bookings']
  onDetails: (bookingId: string, form?: FormAction) => void
}

/** The card of the pressed appointment; nothing once the calendar no longer has the appointment. */
function OpenCard({ bookings, card, onDetails }: OpenCardProps) {
  const { shown } = card
  const booking = bookings.find(({ id }) => id === shown?.id)
  if (shown === undefined || booking === undefined) return null
  return (
    <AppointmentCard
      key={booking.id}
      booking={booking}
      anchor={shown.anchor}
      onDetails={(form) => onDetails(booking.id, form)}
      onClose={card.close}
    />
  )
}

/** Returns how the columns are divided. A phone has no room for several doctors in a day of the week. */
function divisionOf(period: CalendarPeriod, isWide: boolean): Division {
  if (period === 'day') return 'resource'
  return isWide ? 'day' : 'list'
}
