import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { absences, bookings, holds, occupations, offers } from '../db/schema.ts'
import {
  type Day,
  dayNumber,
  type Instant,
  type Interval,
  MINUTE,
  wallTime,
  weekdayOf,
} from '../shared/day.ts'
import { clockTime, longWeekday, timeOfDay } from '../shared/format.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from '../shared/practice-days-ahead.ts'
import { boundaryOf, dayAt, dayNumberAt, startOfDay } from '../time/vienna.ts'
import { isBusyKind } from './busy-times.ts'
import { listFreeStarts } from './grid.ts'
import { isWithinHours, readWeek } from './hours.ts'
import { IN_SPAN, paddedInterval } from './occupations.ts'
import { choicesOf } from './resource-choice.ts'
import { nameById } from './resources.ts'
import { getActiveService, type ServiceRow } from './services.ts'

/**
 * This module tells the practice why a time is not free (docs/behaviour.md 19.4). It reads what availability
 * reads: a time has no reason exactly when the practice is shown it as free.
 */

export type ReasonKind =
  | 'past'
  | 'horizon'
  | 'hours'
  | 'grid'
  | 'booking'
  | 'padding'
  | 'hold'
  | 'asked'
  | 'offer'
  | 'absence'
  | 'holiday'
  | 'busy'

/** A reason with the time that is in the way; of `grid`, the next time that would be free of this reason. */
export type Reason = Interval & Readonly<{ kind: ReasonKind; text: string; bookingId?: string | undefined }>

/**
 * Returns the reasons why the practice is not shown this start as free. Where the service has several
 * resources, each has a reason; one that is not that of all says whose it is (docs/behaviour.md 21.9).
 * @param wish the only resource that is asked for; undefined asks for any
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function whyNotFree(ctx: Ctx, serviceId: string, start: Instant, wish?: string): Reason[] {
  return reasonsOfAll(ctx, choicesOf(ctx, getActiveService(ctx, serviceId), wish), start)
}

function reasonsOfAll(ctx: Ctx, choices: readonly ServiceRow[], start: Instant): Reason[] {
  const all = choices.map((choice) => ({ choice, reasons: reasonsAgainst(ctx, choice, start) }))
  const [first, ...others] = all
  if (first === undefined) return [{ kind: 'hours', startsAt: start, endsAt: start, text: NOBODY }]
  if (others.length === 0) return first.reasons
  if (all.some(({ reasons }) => reasons.length === 0)) return []
  const isShared = (reason: Reason) =>
    all.every(({ reasons }) => reasons.some((other) => isDeepStrictEqual(other, reason)))
  const own = all.flatMap(({ choice: { resourceId }, reasons }) =>
    reasons
      .filter((reason) => !isShared(reason))
      .map((reason) => ({ ...reason, text: `${nameById(ctx, resourceId)}: ${reason.text}` })),
  )
  return [...first.reasons.filter(isShared), ...own]
}

const NOBODY = 'Niemand bietet diese Leistung gerade an.'

function reasonsAgainst(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  return [
    ...clockReasons(ctx, service, start),
    ...hoursReasons(ctx, service, start),
    ...occupiedReasons(ctx, service, start),
  ]
}

/**
 * Returns the reasons that keep the times of a Vienna day from being free, each once; none when one is free.
 * @param wish as in `whyNotFree`
 * @throws Problem service_not_found, invalid (a wish for a resource that the service does not have)
 */
export function whyDayNotFree(ctx: Ctx, serviceId: string, day: Day, wish?: string): Reason[] {
  const choices = choicesOf(ctx, getActiveService(ctx, serviceId), wish)
  const found = new Map<string, Reason>()
  const onGrids = choices.flatMap((choice) => gridStarts(ctx, choice, dayNumber(day)))
  const starts = [...new Set(onGrids)].toSorted((a, b) => a - b)
  // A day without working hours has no starts. Its noon says so.
  for (const start of starts.length === 0 ? [boundaryOf(dayNumber(day), NOON)] : starts) {
    const reasons = reasonsOfAll(ctx, choices, start)
    if (reasons.length === 0) return []
    for (const reason of reasons) if (!found.has(nameOf(reason))) found.set(nameOf(reason), reason)
  }
  return [...found.values()]
}

const NOON = 12 * 60

/** Reasons about the start itself, which differ in nothing but the start within a day. */
const ABOUT_START: ReadonlySet<ReasonKind> = new Set(['past', 'horizon', 'hours', 'grid'])

/** Names a reason of a day, so that each is told once. */
function nameOf({ kind, bookingId, startsAt }: Reason): string {
  return ABOUT_START.has(kind) ? kind : (bookingId ?? `${kind} ${startsAt}`)
}

function clockReasons(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  const asked = appointment(service, start)
  if (start <= ctx.now) return [{ kind: 'past', ...asked, text: 'Diese Zeit ist schon vorbei.' }]
  if (dayNumberAt(start) > dayNumberAt(ctx.now) + PRACTICE_DAYS_AHEAD)
    return [{ kind: 'horizon', ...asked, text: TOO_FAR_AHEAD }]
  return []
}

function hoursReasons(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  const day = dayNumberAt(start)
  const starts = gridStarts(ctx, service, day)
  if (starts.includes(start)) return []
  const asked = appointment(service, start)
  if (!isWithinHours(ctx, service.resourceId, asked)) {
    const blocks = readWeek(ctx, service.resourceId)[weekdayOf(day)] ?? []
    return [{ kind: 'hours', ...asked, text: hoursText(day, blocks) }]
  }
  const next = starts.find((candidate) => candidate > start)
  if (next === undefined)
    return [{ kind: 'grid', ...asked, text: 'Diese Zeit liegt nicht im Raster der Leistung.' }]
  const text = `Diese Zeit liegt nicht im Raster der Leistung. Die nächste ist ${clockTime(next)}.`
  return [{ kind: 'grid', ...appointment(service, next), text }]
}

function hoursText(day: number, blocks: readonly (readonly [number, number])[]): string {
  const hours = blocks.map(([opens, closes]) => `${wallTime(opens)} bis ${wallTime(closes)}`).join(' und ')
  return hours === ''
    ? `Am ${longWeekday(startOfDay(day))} ist keine Arbeitszeit.`
    : `Außerhalb der Arbeitszeit, die von ${hours} ist.`
}

/** Returns all starts of a day on the service's grid, as if nothing were occupied. */
function gridStarts(ctx: Ctx, service: ServiceRow, day: number): Instant[] {
  const week = readWeek(ctx, service.resourceId)
  return listFreeStarts(service, week, [], { from: day, to: day, after: Number.NEGATIVE_INFINITY })
}

function appointment({ durationMin }: ServiceRow, start: Instant): Interval {
  return { startsAt: start, endsAt: start + durationMin * MINUTE }
}

const occupants = prepared((db) => {
  const { startsAt, endsAt, expiresAt } = occupations
  return db
    .select({ occupied: occupations, booking: bookings, hold: holds, offer: offers, absence: absences })
    .from(occupations)
    .leftJoin(bookings, eq(bookings.id, sql`coalesce(${occupations.bookingId}, ${occupations.moveOf})`))
    .leftJoin(holds, eq(holds.id, occupations.holdId))
    .leftJoin(offers, eq(offers.id, occupations.offerId))
    .leftJoin(absences, eq(absences.id, occupations.absenceId))
    .where(
      and(
        IN_SPAN,
        gt(endsAt, sql.placeholder('start')),
        or(isNull(expiresAt), gt(expiresAt, sql.placeholder('now'))),
      ),
    )
    .orderBy(asc(startsAt))
    .prepare()
})

type Occupant = ReturnType<ReturnType<typeof occupants>['all']>[number]

function occupiedReasons(ctx: Ctx, service: ServiceRow, start: Instant): Reason[] {
  const { startsAt, endsAt } = paddedInterval(service, start)
  const span = { resource: service.resourceId, start: startsAt, stop: endsAt, now: ctx.now }
  return occupants(ctx.db)
    .all(span)
    .map((occupant) => {
      const reason = reasonOf(occupant)
      if (overlaps(reason, appointment(service, start))) return reason
      const { occupied } = occupant
      const text = `Nur die Zeit davor oder danach ist im Weg. ${reason.text}`
      return { ...reason, kind: 'padding', startsAt: occupied.startsAt, endsAt: occupied.endsAt, text }
    })
}

/** Returns who or what has the time, which is told without paddings where it has some. */
function reasonOf({ occupied, booking, hold, offer, absence }: Occupant): Reason {
  const { startsAt, endsAt } = occupied
  if (booking !== null) {
    const [bookingId, name] = [booking.id, `${booking.firstName} ${booking.lastName}`]
    if (occupied.bookingId === null)
      return {
        kind: 'asked',
        startsAt,
        endsAt,
        bookingId,
        text: `${name} möchte auf diese Zeit verschieben.`,
      }
    const time = { startsAt: booking.startsAt, endsAt: booking.endsAt }
    return {
      kind: 'booking',
      ...time,
      bookingId,
      text: `${spanText(time)}: ${name}, ${booking.serviceName}.`,
    }
  }
  if (hold !== null) {
    const time = { startsAt: hold.startsAt, endsAt: hold.endsAt }
    const until = clockTime(occupied.expiresAt ?? hold.expiresAt)
    return { kind: 'hold', ...time, text: `Jemand bucht gerade diese Zeit, sie ist bis ${until} reserviert.` }
  }
  if (offer !== null) {
    const text = `Jemandem von der Warteliste angeboten, bis ${clockTime(offer.expiresAt)}.`
    return { kind: 'offer', startsAt, endsAt, text }
  }
  const kind = absence?.kind === 'holiday' ? 'holiday' : isBusyKind(absence?.kind) ? 'busy' : 'absence'
  return { kind, startsAt, endsAt, text: absence === null ? '' : absenceText(absence) }
}

function absenceText({ title, startsAt, endsAt }: Interval & { title: string }): string {
  const isWithinDay = dayAt(startsAt) === dayAt(endsAt - 1) && startOfDay(dayNumberAt(startsAt)) !== startsAt
  return isWithinDay ? `${spanText({ startsAt, endsAt })}: ${title}.` : `${title}.`
}

function spanText({ startsAt, endsAt }: Interval): string {
  return `${timeOfDay(startsAt)} bis ${timeOfDay(endsAt)}`
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}
