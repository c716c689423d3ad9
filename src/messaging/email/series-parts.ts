import type { Instant } from '../../shared/day.ts'
import { shortDayTime } from '../../shared/format.ts'
import { type EmailBooking, timeWith } from './appointment-parts.ts'
import { facts, type Part } from './basic-parts.ts'

/**
 * An appointment of a series. `from` is its start before a move, and `fromDoctor` had it then, if that is
 * another one. `doctor` is named where the appointments have several.
 */
export type SeriesTime = Readonly<{
  place: string
  startsAt: Instant
  from?: Instant
  fromDoctor?: string | undefined
  doctor?: string | undefined
  overviewUrl: string
}>

/** Returns the booking, without its doctor where each time of its series names its own. */
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
