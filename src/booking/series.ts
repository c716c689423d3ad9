import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { listNextFreeDays } from '../schedule/availability.ts'
import { isUnoccupied, paddedInterval } from '../schedule/occupations.ts'
import { choicesOf, withMostFree } from '../schedule/resource-choice.ts'
import { getActiveService, type ServiceRow } from '../schedule/services.ts'
import type { SlotSearch } from '../schedule/slot-search.ts'
import { choicesForPractice } from '../schedule/start-choices.ts'
import { type Reason, whyNotFree } from '../schedule/why-not-free.ts'
import type { ManualContact } from '../shared/contact/manual-contact.ts'
import { dayFromNumber, dayNumber, type Instant, weekdayOf } from '../shared/day.ts'
import { shortDayTime } from '../shared/format.ts'
import { Problem } from '../shared/problems.ts'
import type { SeriesUnit } from '../shared/series.ts'
import { boundaryOf, dayNumberAt, minuteOfDay } from '../time/vienna.ts'
import { assertHasDuration, assertPossibleStart, enterBooking } from './manual-booking.ts'
import { notifySeriesConfirmed } from './notifications.ts'
import { makeEntryUndoable } from './undo.ts'

/** This module enters several appointments of one patient at once (docs/behaviour.md 19.40 to 19.42). */

export type SeriesPlan = Readonly<{
  serviceId: string
  /** The id of the resource that is wished for; undefined for any. */
  wish?: string | undefined
  /** The first start. */
  start: Instant
  /** Weeks or days from one appointment to the next. */
  every: number
  unit: SeriesUnit
  times: number
}>

export type PlannedTime = Readonly<{
  start: Instant
  /** The id of the one resource that all times are planned for; undefined when the service has none. */
  resourceId: string | undefined
  /** Why the practice is not shown this start as free; empty when it is. */
  reasons: readonly Reason[]
  /** Other starts of the same day or week, when this one is not free. */
  alternatives: readonly Instant[]
  /** The id of the one who has time at this start, where it is occupied and nobody was wished for. */
  elsewhere: string | undefined
}>

/** The most alternatives of one time, and how many of them are on its own day. */
const ALTERNATIVES = { most: 3, sameDay: 2 }
const WEEK = 7

/**
 * Plans a series at one time of day, also after the clocks change, and at one resource. Each time that is not
 * free there has its reasons and other times. No two suggestions collide, whichever the practice chooses.
 * @throws Problem service_not_found, invalid
 */
export function planSeries(
  ctx: Ctx,
  { serviceId, wish, start, every, unit, times }: SeriesPlan,
): PlannedTime[] {
  const service = getActiveService(ctx, serviceId)
  assertHasDuration(service)
  const [day, minute] = [dayNumberAt(start), minuteOfDay(start)]
  const step = every * (unit === 'week' ? WEEK : 1)
  const starts = Array.from({ length: times }, (_, i) => boundaryOf(day + i * step, minute))
  const reasonsAt = rememberReasons(ctx, serviceId)
  const resourceId = wish ?? resourceForAll(ctx, service, starts, reasonsAt)
  /** Returns who takes a start of a series for anybody that is occupied at its own resource, and is free. */
  const elsewhereAt = ({ start: at, reasons }: Pick<PlannedTime, 'start' | 'reasons'>) => {
    if (wish !== undefined || resourceId === undefined || reasons.length === 0) return undefined
    const taker = choiceForSeries(ctx, service, { start: at, usual: resourceId }).resourceId
    return taker !== resourceId && reasonsAt(at, taker).length === 0 ? taker : undefined
  }
  const planned = starts.map((at) => ({
    start: at,
    resourceId,
    reasons: reasonsAt(at, resourceId),
  }))
  const taken = planned
    .filter(({ reasons }) => reasons.length === 0)
    .map((time) => paddedInterval(service, time.start))
  return planned.map((time) => {
    const alternatives =
      time.reasons.length > 0
        ? findAlternatives(ctx, { service, wish: resourceId, countsAsOccupied: taken }, time.start)
        : []
    taken.push(...alternatives.map((start) => paddedInterval(service, start)))
    return { ...time, alternatives, elsewhere: elsewhereAt(time) }
  })
}

/**
 * Returns the service at the usual resource of a series, and where that is occupied at the fairest one that
 * is free.
 * @throws Problem like `choicesForPractice`
 */
function choiceForSeries(
  ctx: Ctx,
  service: ServiceRow,
  { start, usual, wish }: { start: Instant; usual: string | undefined; wish?: string | undefined },
): ServiceRow {
  const choices = choicesForPractice(ctx, service, start, wish)
  const same = choices.find(({ resourceId }) => resourceId === usual)
  return same !== undefined && isUnoccupied(ctx, same, start) ? same : choices[0]
}

/**
 * Returns the id of the resource to which a series for anybody goes (docs/behaviour.md 21.17); undefined when
 * the service has no active one.
 */
function resourceForAll(
  ctx: Ctx,
  service: ServiceRow,
  starts: readonly Instant[],
  reasonsAt = rememberReasons(ctx, service.id),
): string | undefined {
  const isFree = ({ resourceId }: ServiceRow, start: Instant) => reasonsAt(start, resourceId).length === 0
  return withMostFree(ctx, choicesOf(ctx, service), starts, isFree)?.resourceId
}

/** Returns `whyNotFree` of a service, which looks at each start of each resource once. */
function rememberReasons(ctx: Ctx, serviceId: string) {
  const known = new Map<string, Reason[]>()
  return (start: Instant, resourceId: string | undefined): Reason[] => {
    const key = `${start} ${resourceId}`
    const reasons = known.get(key) ?? whyNotFree(ctx, serviceId, start, resourceId)
    known.set(key, reasons)
    return reasons
  }
}

/** Returns free starts of the same Vienna week: the nearest ones of the day, then one of each nearest day. */
function findAlternatives(ctx: Ctx, search: SlotSearch, start: Instant): Instant[] {
  const day = dayNumberAt(start)
  const monday = day - ((weekdayOf(day) + WEEK - 1) % WEEK)
  const found = listNextFreeDays(ctx, dayFromNumber(monday), search, {
    days: WEEK,
    fits: (candidate) => dayNumberAt(candidate) < monday + WEEK,
  })
  const minute = minuteOfDay(start)
  const distance = (candidate: Instant) => Math.abs(minuteOfDay(candidate) - minute)
  return found
    .map(({ date, starts }) => ({ away: Math.abs(dayNumber(date) - day), starts }))
    .toSorted((a, b) => a.away - b.away)
    .flatMap(({ away, starts }) =>
      apart(
        search.service,
        starts.toSorted((a, b) => distance(a) - distance(b)),
      ).slice(0, away === 0 ? ALTERNATIVES.sameDay : 1),
    )
    .slice(0, ALTERNATIVES.most)
}

/** Leaves out the starts that would collide with an earlier one of the list. */
function apart(service: ServiceRow, starts: readonly Instant[]): Instant[] {
  const kept: Instant[] = []
  for (const start of starts) {
    const { startsAt, endsAt } = paddedInterval(service, start)
    const collides = kept.some((other) => {
      const padded = paddedInterval(service, other)
      return startsAt < padded.endsAt && padded.startsAt < endsAt
    })
    if (!collides) kept.push(start)
    if (kept.length === ALTERNATIVES.most) break
  }
  return kept
}

export type SeriesInput = Readonly<{
  serviceId: string
  /**
   * The id of the resource of all of them; undefined takes the one that the plan takes, and for a start at
   * which that one is occupied the fairest one that is free.
   */
  wish?: string | undefined
  /** The starts in any order. */
  starts: readonly Instant[]
  contact: ManualContact
  /** Text for the patient; may be empty. */
  message: string
  /** True keeps the messages waiting while the series can be taken back. */
  undoable?: boolean
}>

export type EnteredSeries = Readonly<{
  seriesId: string
  /** By their starts. */
  bookings: readonly Booking[]
  undoUntil?: Instant
}>

/**
 * Enters confirmed appointments at exactly these starts, or none of them, and tells the patient of all at
 * once.
 * @throws Problem service_not_found; invalid and slot_taken, both with the `index` within `starts`
 */
export function createSeries(
  ctx: Ctx,
  { serviceId, wish, starts, contact, message, undoable = false }: SeriesInput,
): EnteredSeries {
  return inTx(ctx, () => {
    const service = getActiveService(ctx, serviceId)
    assertHasDuration(service)
    if (new Set(starts).size < starts.length)
      throw new Problem('invalid', { fields: { starts: 'Eine Zeit steht zweimal in der Liste.' } })
    const usual = wish ?? resourceForAll(ctx, service, starts)
    const seriesId = randomToken()
    const bookings = [...starts.entries()]
      .toSorted(([, a], [, b]) => a - b)
      .map(([index, start], place) =>
        at({ index, start }, () => {
          assertPossibleStart(ctx, start)
          const series = { seriesId, seriesPosition: place + 1 }
          return enterBooking(ctx, choiceForSeries(ctx, service, { start, usual, wish }), {
            start,
            contact,
            message,
            ...series,
          })
        }),
      )
    notifySeriesConfirmed(ctx, bookings, message)
    return { seriesId, bookings, ...(undoable && { undoUntil: makeEntryUndoable(ctx, bookings) }) }
  })
}

/** Runs a step for one of several times, and names that time in its refusal. */
export function at<T>({ index, start }: Readonly<{ index: number; start: Instant }>, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, facts } = error
    const time = `${index + 1}. Termin, ${shortDayTime(start)}`
    if (code === 'slot_taken')
      throw new Problem(code, { index }, `${time}: Diese Zeit ist schon belegt. Es wurde nichts eingetragen.`)
    const { fields } = facts as { fields?: Record<string, string> }
    if (code !== 'invalid' || fields?.start === undefined) throw error
    throw new Problem(code, { index, fields: { starts: `${time}: ${fields.start}` } })
  }
}
