import { createManualBooking } from '../booking/manual-booking.ts'
import { createSeries, type SeriesInput } from '../booking/series.ts'
import { isoAt } from '../time/vienna.ts'
import { CALLER } from './factory.ts'
import { openTestApp } from './test-app.ts'

export type SeriesApp = ReturnType<typeof openSeriesApp>

/** The starts of the series that `enter` enters: four Tuesdays. */
export const WEEKS = ['2027-01-12', '2027-01-19', '2027-01-26', '2027-02-02'].map(
  (day) => `${day}T10:00:00+01:00`,
)

/** Opens the app with verbs of an assistant, who enters series and single appointments. */
export function openSeriesApp() {
  const app = openTestApp()
  const serviceId = 'folgebehandlung'
  return {
    ...app,
    /** Enters a series of follow-ups, by default one each week. */
    enter: (changes: Partial<Omit<SeriesInput, 'starts'>> & { starts?: readonly string[] } = {}) => {
      const { starts = WEEKS, ...others } = changes
      return createSeries(app.assistant(), {
        serviceId,
        contact: { ...CALLER, email: 'otto@beispiel.example' },
        message: '',
        starts: starts.map((start) => Date.parse(start)),
        ...others,
      })
    },
    /** Enters an appointment of another patient. */
    occupy: (start: string) =>
      createManualBooking(app.assistant(), {
        serviceId,
        contact: CALLER,
        message: '',
        start: Date.parse(start),
      }),
  }
}

/** Returns the starts in ISO 8601. */
export function startsOf(bookings: readonly { startsAt: number }[]): string[] {
  return bookings.map(({ startsAt }) => isoAt(startsAt))
}
