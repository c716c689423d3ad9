import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { getActiveService } from '../schedule/services.ts'
import type { Instant } from '../shared/day.ts'
import { shortDayTime } from '../shared/format.ts'
import { Problem } from '../shared/problems.ts'
import {
  assertHasDuration,
  assertPossibleStart,
  type EnteredContact,
  enterBooking,
  findJustEntered,
} from './manual-booking.ts'
import { notifySeriesConfirmed } from './series-notifications.ts'
import { choiceForSeries, findUsualResource } from './series-plan.ts'
import { makeEntryUndoable, UNDO_MS } from './undoable-changes.ts'

/** This module enters several appointments of one patient at once (docs/behaviour.md 19.40 to 19.42). */

/** Appointments of one patient that the practice enters together. */
export type SeriesInput = Readonly<{
  serviceId: string
  /**
   * The id of the resource of all appointments; undefined takes the usual resource of the plan, and another
   * one at each start at which that is occupied (`choiceForSeries`).
   */
  wish?: string | undefined
  /** The starts, in any order. */
  starts: readonly Instant[]
  contact: EnteredContact
  /** Text for the patient; may be empty. */
  message: string
  /** True delays the messages as long as the series can be undone. */
  undoable?: boolean
  /**
   * True when the call repeats one whose answer was lost. If that one entered the series within the last
   * `REPEATED_WITHIN_MS`, this is the result.
   */
  again?: boolean
}>

/** A series that was entered. */
export type EnteredSeries = Readonly<{
  seriesId: string
  /** The appointments, ascending by start. */
  bookings: readonly Booking[]
  /** Instant until which an `undoable` series can be undone. */
  undoUntil?: Instant
}>

/**
 * Enters confirmed appointments at exactly these starts, or none at all, with one message to the patient.
 * @throws Problem service_not_found; invalid and slot_taken, both with the `index` within `starts`
 */
export function createSeries(
  ctx: Ctx,
  { serviceId, wish, starts, contact, message, undoable = false, again = false }: SeriesInput,
): EnteredSeries {
  return inTx(ctx, () => {
    const service = getActiveService(ctx, serviceId)
    assertHasDuration(service)
    if (new Set(starts).size < starts.length)
      throw new Problem('invalid', { fields: { starts: 'Eine Zeit steht zweimal in der Liste.' } })
    const entered = again ? findJustEnteredSeries(ctx, { serviceId, wish, starts, contact }) : undefined
    if (entered !== undefined)
      return { ...entered, ...(undoable && { undoUntil: enteredAt(entered.bookings) + UNDO_MS }) }
    const usualResource = wish ?? findUsualResource(ctx, service, starts)
    const seriesId = randomToken()
    // A refusal names the position of the time in the practice's list, so each start keeps its index.
    const inOrder = [...starts.entries()].toSorted(([, a], [, b]) => a - b)
    const bookings = inOrder.map(([index, start], positionFromZero) =>
      nameTimeInRefusal({ index, start }, () => {
        assertPossibleStart(ctx, start)
        const choice = choiceForSeries(ctx, service, { start, usual: usualResource, wish })
        const entry = { start, contact, message, seriesId, seriesPosition: positionFromZero + 1 }
        return enterBooking(ctx, choice, entry)
      }),
    )
    notifySeriesConfirmed(ctx, bookings, message)
    return { seriesId, bookings, ...(undoable && { undoUntil: makeEntryUndoable(ctx, bookings) }) }
  })
}

/** Finds the series that was entered at these starts for the same person within `REPEATED_WITHIN_MS`. */
function findJustEnteredSeries(
  ctx: Ctx,
  { starts, ...entry }: Pick<SeriesInput, 'serviceId' | 'wish' | 'starts' | 'contact'>,
): EnteredSeries | undefined {
  const bookings: Booking[] = []
  for (const start of starts.toSorted((a, b) => a - b)) {
    const booking = findJustEntered(ctx, { start, ...entry })
    if (booking === undefined || booking.seriesId !== (bookings[0] ?? booking).seriesId) return undefined
    bookings.push(booking)
  }
  const [first] = bookings
  if (first === undefined || first.seriesId === null) return undefined
  return { seriesId: first.seriesId, bookings }
}

/** Returns the instant at which the appointments of a series were entered. */
function enteredAt(bookings: readonly Booking[]): Instant {
  return Math.min(...bookings.map(({ createdAt }) => createdAt))
}

/** Runs a step for one of several times, and names this time in a refusal. */
function nameTimeInRefusal<T>(
  { index, start }: Readonly<{ index: number; start: Instant }>,
  step: () => T,
): T {
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
