import { expect } from 'vitest'
import { bookings, occupations } from '../db/schema.ts'
import { isStanding } from '../shared/booking.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import type { TestApp } from './test-app.ts'

/** This module has the model of series: their appointments, at which start, and whether they stand. */

/** The first start. There is no clock change in the days after it, so all of them have the same length. */
const SERIES_MORNING = Date.parse('2027-01-12T08:00:00+01:00')
/** A service of the demo practice without paddings. */
export const SERIES_MODEL_SERVICE = { id: 'folgebehandlung', length: 30 * MINUTE }

/** An appointment: the id of its series, its start, and whether it was not called off. */
export type ModelAppointment = Readonly<{ series: string; start: Instant; stands: boolean }>
/** The appointments by id. */
export type SeriesModel = ReadonlyMap<string, ModelAppointment>

/** Returns a start by the number of a day and of a quarter of an hour. */
export function startInSeries({ day, step }: { day: number; step: number }): Instant {
  return SERIES_MORNING + day * DAY_LENGTH + step * 15 * MINUTE
}

/** Returns whether no standing appointment overlaps one that begins at any of the starts. */
export function areStartsFree(model: SeriesModel, starts: readonly Instant[]): boolean {
  const taken = [...model.values()].filter((each) => each.stands)
  return starts.every((start) =>
    taken.every((each) => Math.abs(each.start - start) >= SERIES_MODEL_SERVICE.length),
  )
}

/**
 * Picks an appointment. `later` are the ids of those that stand among it and the later ones of its series.
 */
export function pickAppointment(model: SeriesModel, { pick }: { pick: number }) {
  const [id, appointment] = [...model][pick % Math.max(1, model.size)] ?? []
  if (id === undefined || appointment === undefined) return undefined
  const later = [...model]
    .filter(
      ([, each]) => each.series === appointment.series && each.stands && each.start >= appointment.start,
    )
    .map(([laterId]) => laterId)
  return { id, appointment, later }
}

/** Returns the model in which these appointments are called off. */
export function withCancelledAppointments(model: SeriesModel, ids: readonly string[]): SeriesModel {
  return new Map([...model].map(([id, each]) => [id, ids.includes(id) ? { ...each, stands: false } : each]))
}

/** Returns the model in which these appointments start later by `shift` milliseconds. */
export function withMovedAppointments(
  model: SeriesModel,
  ids: readonly string[],
  shift: number,
): SeriesModel {
  return new Map(
    [...model].map(([id, each]) => [id, ids.includes(id) ? { ...each, start: each.start + shift } : each]),
  )
}

/** Returns all stored bookings in the form of the model. */
export function storedAppointments(app: TestApp): SeriesModel {
  const rows = app.ctx().db.select().from(bookings).all()
  return new Map(
    rows.map(({ id, seriesId, startsAt, status }) => [
      id,
      { series: seriesId ?? '', start: startsAt, stands: isStanding(status) },
    ]),
  )
}

/** Expects that exactly the times of the standing appointments are reserved. */
export function expectSeriesReserved(app: TestApp): void {
  const { db } = app.ctx()
  const standing = db
    .select()
    .from(bookings)
    .all()
    .filter(({ status }) => isStanding(status))
  const reserved = db.select().from(occupations).all()
  const inOrder = (times: readonly (readonly [string | null, number, number])[]) =>
    times.toSorted(([, a], [, b]) => a - b)
  expect(inOrder(reserved.map((each) => [each.bookingId, each.startsAt, each.endsAt]))).toEqual(
    inOrder(standing.map((each) => [each.id, each.startsAt, each.endsAt])),
  )
}
