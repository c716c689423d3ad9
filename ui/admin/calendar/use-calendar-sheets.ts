import type { Day } from '../../../src/shared/day.ts'
import { useSearchState } from '../components/use-search-state.ts'
import type { FormAction } from './card-actions.tsx'
import type { PressedTime } from './time-column.tsx'
import { useIsWide } from './use-is-wide.ts'
import type { useOpenCard } from './use-open-card.ts'

type SheetOptions = {
  /** The id of the doctor or room that is shown; undefined for all. */
  resourceId: string | undefined
  card: ReturnType<typeof useOpenCard>
}

/**
 * Returns the functions that open a card or a sheet over the calendar. Sheets are in the URL, so the
 * browser's Back button closes them.
 */
export function useCalendarSheets({ resourceId, card }: SheetOptions) {
  const [, changeParams] = useSearchState('ask', 'booking', 'new', 'block', 'who')
  const isWide = useIsWide()
  const openSheet = (sheet: Parameters<typeof changeParams>[0]) => changeParams(sheet, { push: true })
  /** Opens all details of an appointment, perhaps with the form of an action. */
  const openDetails = (bookingId: string, form?: FormAction) => {
    card.close()
    openSheet({ booking: bookingId, ...(form && { ask: form }) })
  }
  return {
    openDetails,
    /** Opens the card beside the pressed box, or on a phone, which has no room for it, the details. */
    openBooking: (bookingId: string, box: Element) =>
      isWide ? card.open(bookingId, box) : openDetails(bookingId),
    /** Opens the form of a new appointment at this time. */
    enterBooking: ({ day, time, resourceId: pressedId = resourceId }: PressedTime) =>
      openSheet({ new: `${day}T${time}`, who: pressedId ?? '' }),
    /** Opens the form that blocks this time. */
    blockTime: ({ day, start, end }: { day: Day; start: string; end: string }) =>
      openSheet({ block: `${day}T${start}-${end}`, who: resourceId ?? '' }),
  }
}
