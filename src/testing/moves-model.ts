import { expect } from 'vitest'
import { CANCEL_HOURS, canCancel } from '../shared/booking.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { type SERVICES, startsInCalendar } from './models.ts'
import { merged, overlaps, type Span, without } from './spans.ts'
import type { TestApp } from './test-app.ts'

/** This module has the model of bookings that are moved, and what their test expects after each step. */

/** The model of a booking in its simplest form. */
export type Life = {
  id: string
  hasEmail: boolean
  service: (typeof SERVICES)[number]
  status: 'requested' | 'confirmed' | 'rejected' | 'cancelled'
  start: number
  /** The start that its patient asks for. */
  asked: number | undefined
  /** Number of moves by the patient. */
  moves: number
  attendance: 'arrived' | null
  /** The last thing that happened to it, if that can be undone, or decides how a decision is answered. */
  last: Undoable | { kind: 'kept' | 'rejected' } | undefined
}
/** A change that can be undone from `at` until `until`, and what was before. */
export type Undoable = {
  kind: 'confirmed' | 'moved'
  at: number
  until: number
  before: Pick<Life, 'status' | 'start' | 'asked' | 'attendance'>
  row: unknown
}
export type MovesModel = { lives: Life[]; absences: { id: number; span: Span }[] }

/** Two mornings with hours from 08:00 to 12:00. */
export const MOVE_DAYS = ['2027-01-12', '2027-01-13']
const MORNING_LENGTH = 4 * HOUR
/** A copy of the portal's limit, so that the model notices when that changes. */
const MOVES_OF_PATIENT = 3
const morning = (day: number) => Date.parse(`${MOVE_DAYS[day]}T08:00:00+01:00`)

/** Each end is told once, and calendars show a confirmed appointment at its time, and nothing else. */
export function expectTold(app: TestApp, life: Life): void {
  const { id, status, start } = life
  const sent = `select kind from messages where channel = 'email' and booking_id = ?`
  const kinds = app.rows<{ kind: string }>(sent, id).map(({ kind }) => kind)
  const times = (kind: string) => kinds.filter((each) => each === kind).length
  for (const end of ['confirmed', 'rejected', 'cancelled']) {
    // A cancelled booking may have been confirmed before.
    const mayBePast = end === 'confirmed' && status === 'cancelled'
    if (mayBePast) expect(times(end)).toBeLessThanOrEqual(1)
    else expect([end, times(end)]).toEqual([end, end === status ? 1 : 0])
  }
  expect(startsInCalendar(app, id)).toEqual(status === 'confirmed' && life.hasEmail ? [start] : [])
}

type Occupation = { starts_at: number; ends_at: number; owner: string | null; absence_id: number | null }

/** The bookings are stored as in the model, and their times and those of absences are reserved, each once. */
export function expectStored(app: TestApp, { lives, absences }: MovesModel): void {
  const rows = app.rows<{ id: string; status: string; starts_at: number; move_to_at: number | null }>(
    'select id, status, starts_at, move_to_at, attendance from bookings order by rowid',
  )
  expect(rows).toEqual(
    lives.map(({ id, status, start, asked = null, attendance }) => ({
      id,
      status,
      starts_at: start,
      move_to_at: asked,
      attendance,
    })),
  )
  const occupations = app.rows<Occupation>(
    'select starts_at, ends_at, absence_id, coalesce(booking_id, move_of) owner from occupations order by starts_at',
  )
  const spans = (stored: readonly Occupation[]) => stored.map((row): Span => [row.starts_at, row.ends_at])
  for (const [i, { starts_at }] of occupations.entries())
    expect(starts_at).toBeGreaterThanOrEqual(occupations[i - 1]?.ends_at ?? 0)
  for (const life of lives)
    expect(merged(spans(occupations.filter(({ owner }) => owner === life.id)))).toEqual(merged(spansOf(life)))
  const taken = lives.flatMap(spansOf)
  const closed = without(merged(absences.map(({ span }) => span)), taken)
  // Absences of public holidays are not in the model; they lie on other days.
  const ids = absences.map(({ id }) => id)
  expect(merged(spans(occupations.filter((row) => ids.includes(row.absence_id ?? 0))))).toEqual(
    merged(closed),
  )
}

/**
 * Returns the code by which the portal must refuse to enter a booking; undefined when it must not. The other
 * functions `refusal…` do so for other steps.
 */
export function refusalToEnter(start: number, isFree: boolean): string | undefined {
  if (start < Date.now()) return 'invalid'
  return isFree ? undefined : 'slot_taken'
}

export function refusalOfStaffMove(model: MovesModel, life: Life, start: number): string | undefined {
  if (!isStanding(life)) return 'already_decided'
  if (isOver(life)) return 'too_late'
  if (start === life.start) return undefined
  return refusalToEnter(start, !isTaken(model, spanOf({ ...life, start }), life))
}

export function refusalOfPatientMove(model: MovesModel, life: Life, start: number): string | undefined {
  if (!isStanding(life)) return 'already_decided'
  if (start === life.asked || start === life.start) return undefined
  if (!canCancel({ start: life.start, now: Date.now(), cancelHours: CANCEL_HOURS })) return 'too_late'
  if (life.moves >= MOVES_OF_PATIENT) return 'too_many'
  const isFree = !isTaken(model, spanOf({ ...life, start }), life)
  return isFree && start > Date.now() && isInHours(life.service, start) ? undefined : 'slot_taken'
}

export function refusalToUndo(
  app: TestApp,
  model: MovesModel,
  { life, change }: { life: Life; change: Undoable | undefined },
): string | undefined {
  const { id, status } = life
  const isStillAsked = status === 'requested' && change !== undefined
  if (status !== 'confirmed' && !isStillAsked) return 'already_decided'
  if (change === undefined || change.until <= Date.now() || wasRemindedSince(app, id, change.at))
    return 'too_late'
  const earlierSpans = spansOf({ ...life, ...change.before })
  return earlierSpans.some((span) => isTaken(model, span, life, [])) ? 'slot_taken' : undefined
}

export function refusalToConfirm(life: Life): string | undefined {
  const isMoveEnded = life.last !== undefined && !('until' in life.last)
  if (isMoveEnded || !isStanding(life)) return 'already_decided'
  const isOpen = life.status === 'requested' || life.asked !== undefined
  return isOpen && hasBegun(life) ? 'too_late' : undefined
}

export function startOfStep(service: Life['service'], { day, step }: { day: number; step: number }): number {
  return morning(day) + ((step * service.step * MINUTE) % MORNING_LENGTH)
}

export function isInHours({ length }: Life['service'], start: number): boolean {
  return MOVE_DAYS.some(
    (_, day) => start >= morning(day) && start + length * MINUTE <= morning(day) + MORNING_LENGTH,
  )
}

/** Returns the time of an appointment without its paddings. */
export function ownSpan({ service }: Pick<Life, 'service'>, start: number): Span {
  return [start, start + service.length * MINUTE]
}

/** Returns the time of an appointment with its paddings. */
export function spanOf({ service, start }: Pick<Life, 'service' | 'start'>): Span {
  return [start - service.before * MINUTE, start + (service.length + service.after) * MINUTE]
}

export function isStanding({ status }: Life): boolean {
  return status === 'requested' || status === 'confirmed'
}

export function hasBegun({ start, asked }: Life): boolean {
  return Math.min(start, asked ?? start) <= Date.now()
}

export function isOver({ service, start }: Life): boolean {
  return ownSpan({ service }, start)[1] <= Date.now()
}

export function spansOf(life: Life): Span[] {
  if (!isStanding(life)) return []
  const { service, asked } = life
  return [spanOf(life), ...(asked === undefined ? [] : [spanOf({ service, start: asked })])]
}

/**
 * Returns whether another booking has a part of this time, or an absence a part of it that is not the own
 * time of the booking that moves.
 */
export function isTaken(
  { lives, absences }: MovesModel,
  span: Span,
  mover?: Life,
  closed: readonly Span[] = absences.map((absence) => absence.span),
): boolean {
  const others = lives.filter((life) => life !== mover).flatMap(spansOf)
  const own = mover === undefined ? [] : spansOf(mover)
  return (
    others.some((other) => overlaps(other, span)) ||
    without([span], own).some((part) => closed.some((absence) => overlaps(absence, part)))
  )
}

function wasRemindedSince(app: TestApp, id: string, at: number): boolean {
  const reminders = `select id from messages where kind = 'reminder' and booking_id = ? and created_at >= ?`
  return app.rows(reminders, id, at).length > 0
}
