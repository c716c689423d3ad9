import type { Instant } from '../../shared/day.ts'
import { shortDayTime } from '../../shared/format.ts'
import { type EmailBooking, timeWith } from './appointment-parts.ts'
import { facts, type Part } from './basic-parts.ts'

/** An appointment of a series. */
export type SeriesTime = Readonly<{
  /** Its place among the others: `2 von 6`. */
  place: string
  startsAt: Instant
  /** The start before a move. */
  from?: Instant
  /** The doctor before a move, if it was another one. */
  fromDoctor?: string | undefined
  /** The doctor, where the appointments of the series have several. */
  doctor?: string | undefined
  overviewUrl: string
}>

/** Returns the booking, without its doctor if the times of its series name their doctors themselves. */
export function withoutOwnDoctor(booking: EmailBooking, times: readonly SeriesTime[]): EmailBooking {
  return times.some(({ doctor }) => doctor) ? { ...booking, doctor: undefined } : booking
}

/** Renders several appointments of a series, each with the link to its page. */
export function seriesTimes(times: readonly SeriesTime[]): Part {
  return facts(
    times.map(({ place, startsAt, from, fromDoctor, doctor, overviewUrl }) => {
      const before =
        from === undefined ? '' : `, bisher ${shortDayTime(from)}${fromDoctor ? `, bei ${fromDoctor}` : ''}`
      return { label: place, value: `${timeWith(startsAt, doctor)}${before}`, href: overviewUrl }
    }),
  )
}
