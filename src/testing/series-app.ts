import { createManualBooking } from '../booking/manual-booking.ts'
import { moveBooking } from '../booking/moves.ts'
import { createSeries, type SeriesInput } from '../booking/series.ts'
import { moveThisAndLater } from '../booking/series-changes.ts'
import type { Booking } from '../db/schema.ts'
import { isoAt } from '../time/vienna.ts'
import { CALLER } from './factory.ts'
import { openTestApp } from './test-app.ts'

export type SeriesApp = ReturnType<typeof openSeriesApp>

/** The starts of the series that `enterSeries` enters: four Tuesdays. */
export const SERIES_STARTS = [
  '2027-01-12T10:00:00+01:00',
  '2027-01-19T10:00:00+01:00',
  '2027-01-26T10:00:00+01:00',
  '2027-02-02T10:00:00+01:00',
] as const

/** The service of all appointments; each lasts half an hour. */
export const SERIES_SERVICE = 'folgebehandlung'

/** One booking for each start. */
type BookingsAt<Starts extends readonly string[]> = { readonly [i in keyof Starts]: Booking }

type SeriesChanges<Starts> = Partial<Omit<SeriesInput, 'starts'>> & { starts?: Starts }

/** Opens the app with functions by which an assistant enters and moves series and single appointments. */
export function openSeriesApp() {
  const app = openTestApp()
  return {
    ...app,
    /** Enters a series of follow-ups, by default at `SERIES_STARTS`. */
    enterSeries: <const Starts extends readonly string[] = typeof SERIES_STARTS>(
      changes: SeriesChanges<Starts> = {},
    ) => {
      const { starts = SERIES_STARTS, ...others } = changes
      const entered = createSeries(app.assistant(), {
        serviceId: SERIES_SERVICE,
        contact: { ...CALLER, email: 'otto@beispiel.example' },
        message: '',
        starts: starts.map((start) => Date.parse(start)),
        ...others,
      })
      // The cast keeps the number of bookings in the type, so that tests can destructure them.
      return { ...entered, bookings: entered.bookings as unknown as BookingsAt<Starts> }
    },
    /** Enters a single appointment of another patient. */
    enterAppointment: (start: string) =>
      createManualBooking(app.assistant(), {
        serviceId: SERIES_SERVICE,
        contact: CALLER,
        message: '',
        start: Date.parse(start),
      }),
    /** Moves one appointment, without telling its patient. */
    moveSilently: ({ id }: Booking, start: string) =>
      moveBooking(app.assistant(), id, { start: Date.parse(start), message: '', notify: false }),
    /** Moves an appointment and all later ones of its series, by default with a message. */
    moveThisAndLater: ({ id }: Booking, start: string, { undoable = false, notify = true } = {}) =>
      moveThisAndLater(app.assistant(), id, {
        start: Date.parse(start),
        message: '',
        notify,
        undoable,
      }),
    /** Returns the occupied starts in ISO 8601, in order. */
    occupiedStarts: () => app.occupied().map(([start = 0]) => isoAt(start)),
  }
}

/** Returns the starts in ISO 8601. */
export function startsOf(bookings: readonly { startsAt: number }[]): string[] {
  return bookings.map(({ startsAt }) => isoAt(startsAt))
}
