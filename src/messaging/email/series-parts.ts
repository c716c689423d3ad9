import type { Instant } from '../../shared/day.ts'
import { shortDayTime } from '../../shared/format.ts'
import { type EmailBooking, timeWith } from './appointment-parts.ts'
import { factTable, type Part } from './basic-parts.ts'

/** An appointment of a series. */
export type SeriesTime = Readonly<{
  /** Its place in the series: `2 von 6`. */
  place: string
  startsAt: Instant
  /** The start before a move. */
  from?: Instant
  /** The doctor before a move, if that was another one. */
  fromDoctor?: string | undefined
  /** The doctor, if the appointments of the series have different ones. */
  doctor?: string | undefined
  overviewUrl: string
}>

/** Returns the booking, without its doctor if the times of its series name theirs. */
export function withoutOwnDoctor(booking: EmailBooking, times: readonly SeriesTime[]): EmailBooking {
  return times.some(({ doctor }) => doctor) ? { ...booking, doctor: undefined } : booking
}

/** Renders several appointments of a series, each with the link to its page. */
export function seriesTimes(times: readonly SeriesTime[]): Part {
  return factTable(
    times.map((time) => ({
      label: time.place,
      value: `${timeWith(time.startsAt, time.doctor)}${formerTime(time)}`,
      href: time.overviewUrl,
    })),
  )
}

/** Returns the time and doctor before a move: `, bisher Di 12. Jänner, 08:30, bei Dr. Beispiel`. */
function formerTime({ from, fromDoctor }: SeriesTime): string {
  if (from === undefined) return ''
  return `, bisher ${shortDayTime(from)}${fromDoctor ? `, bei ${fromDoctor}` : ''}`
}
