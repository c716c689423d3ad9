import { gt } from 'drizzle-orm'
import type { ResolveHost } from '../access/guarded-call.ts'
import type { Ctx } from '../ctx.ts'
import { recordDatabaseError } from '../db/health.ts'
import { inTurn } from '../db/in-turn.ts'
import { bookings } from '../db/schema.ts'
import { markerOf } from '../erp/marker.ts'
import type { Log } from '../log.ts'
import { uidOf } from '../messaging/email/ics.ts'
import { DAY_LENGTH, isWithin, MINUTE } from '../shared/day.ts'
import { PRACTICE_DAYS_AHEAD } from '../shared/practice-days-ahead.ts'
import { storeInParts } from './busy-time-storage.ts'
import { CalendarError, fetchCalendar, TOO_LARGE } from './calendar-call.ts'
import { type Calendar, listCalendars, storeReading } from './calendars.ts'
import type { CalendarReading, ReadingRange } from './read-calendar.ts'
import { ReadingTooCostly, readInThread } from './reading-thread.ts'

/** This module reads the doctor's calendars elsewhere (docs/behaviour.md, section 20). */

/** Everything that a reading needs from outside. Tests shorten `timeoutMs`. */
export type CalendarPorts = Readonly<{ resolveHost: ResolveHost; log: Log; timeoutMs?: number }>

/** Milliseconds until a calendar is read again; slightly less than the job's interval, which is not exact. */
const READ_EVERY_MS = 10 * MINUTE - 10_000
/** Milliseconds from the name look-up to the last byte. */
const TIMEOUT_MS = 20_000
/**
 * Milliseconds for which past appointments are still recognised as ours, because calendar programs keep them.
 */
const RECOGNISED_FOR_MS = 30 * DAY_LENGTH

/** Sentences about faults for the practice. */
const NO_CALENDAR = 'Unter der Adresse steht kein ganzer Kalender, sondern etwas anderes.'
const UNEXPECTED = 'Der Kalender konnte wegen eines unerwarteten Fehlers nicht gelesen werden.'

/** Reads every calendar that was last read ten minutes ago. @returns whether busy times were stored */
export async function readCalendarsWhenDue(
  ctx: () => Ctx,
  ports: CalendarPorts,
  stopping: AbortSignal,
): Promise<boolean> {
  let hasStored = false
  for (const { id, triedAt } of listCalendars(ctx())) {
    if (stopping.aborted) break
    if (isWithin(ctx().now, { since: triedAt, lengthMs: READ_EVERY_MS })) continue
    if ((await readCalendarNow(ctx, id, ports)) === 'stored') hasStored = true
  }
  return hasStored
}

type Outcome = 'stored' | 'unchanged' | 'failed' | 'gone'

/**
 * Reads a calendar at once, or after a reading that has begun, because otherwise the older file could be
 * stored last. A failure is stored and logged, and the last busy times stay in force.
 * @returns `gone` if the calendar was removed or changed meanwhile
 */
export function readCalendarNow(ctx: () => Ctx, id: number, ports: CalendarPorts): Promise<Outcome> {
  return inTurn(ctx().db, `read calendar ${id}`, () => readCalendarOnce(ctx, id, ports))
}

/** Reads a calendar while no other reading of it runs. */
async function readCalendarOnce(
  ctx: () => Ctx,
  id: number,
  { resolveHost, log, timeoutMs = TIMEOUT_MS }: CalendarPorts,
): Promise<Outcome> {
  const calendar = listCalendars(ctx()).find((each) => each.id === id)
  if (calendar === undefined) return 'gone'
  storeReading(ctx(), calendar, { triedAt: ctx().now })
  try {
    const answer = await fetchCalendar(ctx(), calendar, resolveHost, timeoutMs)
    if (answer.status === 304) {
      const outcome = { readAt: ctx().now, fault: null }
      return storeReading(ctx(), calendar, outcome) ? 'unchanged' : 'gone'
    }
    const range = { from: ctx().now, to: ctx().now + PRACTICE_DAYS_AHEAD * DAY_LENGTH }
    const reading = await readCalendarFile(ctx(), calendar, answer.body, range)
    return (await storeInParts(ctx, calendar, reading, answer)) ? 'stored' : 'gone'
  } catch (error) {
    // A database fault is not this calendar's fault.
    if (recordDatabaseError(ctx().db, error) !== undefined) throw error
    storeReading(ctx(), calendar, { fault: logFault(log, id, error) })
    return 'failed'
  }
}

/**
 * Logs why a calendar could not be read. The URL is a secret, so the log has only the id.
 * @returns the sentence for the practice
 */
function logFault(log: Log, id: number, error: unknown): string {
  if (error instanceof CalendarError) {
    log.warn({ calendar: id, detail: error.message }, 'calendar could not be read')
    return error.message
  }
  log.error({ calendar: id, err: error }, 'calendar could not be read')
  return UNEXPECTED
}

/** Finds the busy times in the downloaded file. @throws CalendarError */
async function readCalendarFile(
  ctx: Ctx,
  { busyOnly }: Calendar,
  file: Buffer,
  range: ReadingRange,
): Promise<CalendarReading> {
  try {
    const reading = await readInThread(file, range, { busyOnly, ours: listOurIds(ctx) })
    if (reading === undefined) throw new CalendarError(NO_CALENDAR)
    if (reading === 'too-large') throw new CalendarError(TOO_LARGE)
    return reading
  } catch (error) {
    if (error instanceof ReadingTooCostly) throw new CalendarError('Der Kalender ist zu aufwendig zu lesen.')
    throw error
  }
}

/** Returns the UIDs of our appointments, and the markers that pushes have left in Odoo. */
function listOurIds({ db, now }: Ctx): string[] {
  return db
    .select({ id: bookings.id })
    .from(bookings)
    .where(gt(bookings.startsAt, now - RECOGNISED_FOR_MS))
    .all()
    .flatMap((booking) => [uidOf(booking.id), markerOf(booking)])
}
