import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../ctx.ts'
import {
  type Day,
  type DayNumber,
  dayNumber,
  type Instant,
  type Interval,
  MINUTE,
  wallTime,
  weekdayOf,
} from '../shared/day.ts'
import { clockTime, longWeekday } from '../shared/format.ts'
import type { ReasonKind } from '../shared/not-free.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from '../shared/practice-days-ahead.ts'
import { dayNumberAt, instantAtOrAfter, startOfDay } from '../time/vienna.ts'
import { listFreeStarts } from './grid.ts'
import { isWithinHours, readWeek } from './hours.ts'
import { occupantReasons } from './occupant-reasons.ts'
import { choicesOf } from './resource-choice.ts'
import { resourceNameById } from './resources.ts'
import { getActiveService, type ServiceRow } from './services.ts'

/**
 * This module tells the practice why a time is not free (docs/behaviour.md 19.4). It reads what availability
 * reads: a time has no reason exactly when the practice is shown it as free.
 */

/**
 * A reason with the time that is in the way; a reason of kind `grid` has the next time on the grid instead.
 */
export type Reason = Interval & Readonly<{ kind: ReasonKind; text: string; bookingId?: string | undefined }>

/**
 * Returns the reasons why the practice is not shown this start as free. If the service has several resources,
 * each has a reason, and a reason that they do not all share names its resource (docs/behaviour.md 21.9).
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function whyNotFree(ctx: Ctx, serviceId: string, start: Instant, wish?: string): Reason[] {
  return reasonsOfAll(ctx, choicesOf(ctx, getActiveService(ctx, serviceId), wish), start)
}

const NOBODY = 'Niemand bietet diese Leistung gerade an.'

/** Returns the reasons of all choices together, none when one of the choices is free. */
function reasonsOfAll(ctx: Ctx, choices: readonly ServiceRow[], start: Instant): Reason[] {
  const explained = choices.map((choice) => ({ choice, reasons: reasonsAgainst(ctx, choice, start) }))
  const [first] = explained
  if (first === undefined) return [{ kind: 'hours', startsAt: start, endsAt: start, text: NOBODY }]
  if (explained.some(({ reasons }) => reasons.length === 0)) return []
  const isShared = (reason: Reason) =>
    explained.every(({ reasons }) => reasons.some((other) => isDeepStrictEqual(other, reason)))
  const sharedReasons = first.reasons.filter(isShared)
  const namedReasons = explained.flatMap(({ choice, reasons }) => {
    const name = resourceNameById(ctx, choice.resourceId)
    const unsharedReasons = reasons.filter((reason) => !isShared(reason))
    return unsharedReasons.map((reason) => ({ ...reason, text: `${name}: ${reason.text}` }))
  })
  return [...sharedReasons, ...namedReasons]
}

/** Returns the reasons why a start is not free at the service's first resource. */
function reasonsAgainst(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  return [
    ...clockReasons(ctx, service, start),
    ...hoursReasons(ctx, service, start),
    ...occupantReasons(ctx, service, appointmentTime(service, start)),
  ]
}

/**
 * Returns the reasons that keep the times of a Vienna day from being free, each once; none when one is free.
 * @param wish as in `whyNotFree`
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function whyDayNotFree(ctx: Ctx, serviceId: string, day: Day, wish?: string): Reason[] {
  const choices = choicesOf(ctx, getActiveService(ctx, serviceId), wish)
  const distinctReasons = new Map<string, Reason>()
  for (const start of startsOfDay(ctx, choices, dayNumber(day))) {
    const reasons = reasonsOfAll(ctx, choices, start)
    if (reasons.length === 0) return []
    for (const reason of reasons) distinctReasons.getOrInsert(keyOf(reason), reason)
  }
  return [...distinctReasons.values()]
}

/** Minutes since midnight. */
const NOON = 12 * 60

/** Lists the starts on the grids of a day; its noon if there are none. */
function startsOfDay(ctx: Ctx, choices: readonly ServiceRow[], day: DayNumber): Instant[] {
  const starts = new Set(choices.flatMap((choice) => gridStarts(ctx, choice, day)))
  return starts.size === 0 ? [instantAtOrAfter(day, NOON)] : [...starts].toSorted((a, b) => a - b)
}

/** Kinds of reasons that many starts of a day share. */
const SHARED_BY_STARTS: ReadonlySet<ReasonKind> = new Set(['past', 'horizon', 'hours', 'grid'])

/**
 * Returns a key that is equal for reasons of a day that say the same. The text tells apart the absences of
 * several resources, which may begin at the same time.
 */
function keyOf({ kind, bookingId, startsAt, text }: Reason): string {
  return SHARED_BY_STARTS.has(kind) ? kind : (bookingId ?? `${kind} ${startsAt} ${text}`)
}

/** Returns a reason when the start is past or too far ahead. */
function clockReasons(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  const time = appointmentTime(service, start)
  if (start <= ctx.now) return [{ kind: 'past', ...time, text: 'Diese Zeit ist schon vorbei.' }]
  if (dayNumberAt(start) > dayNumberAt(ctx.now) + PRACTICE_DAYS_AHEAD)
    return [{ kind: 'horizon', ...time, text: TOO_FAR_AHEAD }]
  return []
}

/** Returns a reason when the start is outside the working hours or not on the grid. */
function hoursReasons(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  const day = dayNumberAt(start)
  const starts = gridStarts(ctx, service, day)
  const next = starts.find((candidate) => candidate >= start)
  if (next === start) return []
  const time = appointmentTime(service, start)
  if (!isWithinHours(ctx, service.resourceId, time)) {
    const blocks = readWeek(ctx, service.resourceId)[weekdayOf(day)] ?? []
    return [{ kind: 'hours', ...time, text: hoursText(day, blocks) }]
  }
  if (next === undefined)
    return [{ kind: 'grid', ...time, text: 'Diese Zeit liegt nicht im Raster der Leistung.' }]
  const text = `Diese Zeit liegt nicht im Raster der Leistung. Die nächste ist ${clockTime(next)}.`
  return [{ kind: 'grid', ...appointmentTime(service, next), text }]
}

function hoursText(day: DayNumber, blocks: readonly (readonly [number, number])[]): string {
  const hours = blocks.map(([opens, closes]) => `${wallTime(opens)} bis ${wallTime(closes)}`).join(' und ')
  return hours === ''
    ? `Am ${longWeekday(startOfDay(day))} ist keine Arbeitszeit.`
    : `Außerhalb der Arbeitszeit, die von ${hours} ist.`
}

/** Returns all starts of a day on the service's grid, as if nothing were occupied. */
function gridStarts(ctx: Ctx, service: ServiceRow, day: DayNumber): Instant[] {
  const unoccupied = { week: readWeek(ctx, service.resourceId), occupied: [[]] }
  return listFreeStarts(service, unoccupied, { from: day, to: day, after: Number.NEGATIVE_INFINITY })
}

/** Returns the time of an appointment, without paddings. */
export function appointmentTime({ durationMin }: ServiceRow, start: Instant): Interval {
  return { startsAt: start, endsAt: start + durationMin * MINUTE }
}
