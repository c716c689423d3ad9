import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookings, occupations } from '../db/schema.ts'
import { stands } from '../shared/booking.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { CALLER } from '../testing/factory.ts'
import { casesOf, command } from '../testing/models.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveBooking } from './moves.ts'
import { createSeries } from './series.ts'
import { cancelThisAndLater, moveThisAndLater } from './series-changes.ts'
import { undoDecision } from './undo.ts'

const CASES = casesOf(15)
/** Before the clocks change, so that a day has always the same length. */
const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
/** A service of the demo practice without paddings. */
const SERVICE = { id: 'folgebehandlung', length: 30 * MINUTE }

/** Few days and starts, so that series meet one another in every way. */
const time = { day: fc.nat(6), step: fc.nat(7) }
const pick = { pick: fc.nat(30) }
const commands = fc.oneof(
  command(3, 'create', {
    ...time,
    every: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 2, max: 4 }),
  }),
  command(3, 'move one', { ...time, ...pick }),
  command(2, 'cancel one', pick),
  command(4, 'move later', { ...time, ...pick }),
  command(1, 'cancel later', pick),
  command(4, 'undo', pick),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

type Appointment = Readonly<{ series: string; start: Instant; stands: boolean }>
/** The appointments by id. */
type Model = ReadonlyMap<string, Appointment>
type Step = Readonly<{ model: Model; undo?: Readonly<{ ids: readonly string[]; to: Model }> }>

it(
  'series are entered, moved and taken back whole or not at all, whatever came before',
  () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 5, maxLength: 30 }), (steps) => {
        const app = openTestApp()
        let at: Step = { model: new Map() }
        for (const step of steps) {
          app.pass(1)
          at = act(app, step, at)
          expect(stored(app)).toEqual(at.model)
          expectReserved(app)
        }
        app.close()
      }),
      { numRuns: CASES },
    )
  },
  CASES * 2_000,
)

/** Does the step in the portal, where the model says whether it is refused. @returns the model afterwards */
function act(app: TestApp, step: Command, before: Step): Step {
  const { model } = before
  const staff = app.assistant()
  if (step.kind === 'create') {
    const start = startOf(step)
    const starts = Array.from({ length: step.times }, (_, i) => start + i * step.every * DAY_LENGTH)
    let entered: ReturnType<typeof createSeries> | undefined
    const input = { serviceId: SERVICE.id, starts, contact: CALLER, message: '', undoable: true }
    const refusal = refusalCode(() => {
      entered = createSeries(staff, input)
    })
    expect(refusal).toBe(areFree(model, starts) ? undefined : 'slot_taken')
    if (entered === undefined) return before
    const { seriesId, bookings: made } = entered
    const added = made.map(
      ({ id }, i) => [id, { series: seriesId, start: starts[i] ?? 0, stands: true }] as const,
    )
    return { model: new Map([...model, ...added]), undo: { ids: made.map(({ id }) => id), to: model } }
  }
  if (step.kind === 'undo') {
    const { undo } = before
    if (undo === undefined) return before
    undoDecision(staff, undo.ids[step.pick % undo.ids.length] ?? '')
    return { model: undo.to }
  }
  const [id, chosen] = [...model][step.pick % Math.max(1, model.size)] ?? []
  if (id === undefined || chosen === undefined) return before
  const later = [...model].filter(
    ([, each]) => each.series === chosen.series && each.stands && each.start >= chosen.start,
  )
  const changed = step.kind.endsWith('one') ? [[id, chosen] as const] : later
  const ids = changed.map(([each]) => each)
  if (step.kind === 'cancel one' || step.kind === 'cancel later') {
    const isOne = step.kind === 'cancel one'
    const refusal = refusalCode(() =>
      isOne ? cancelByStaff(staff, id, '', { undoable: true }) : cancelThisAndLater(staff, id, ''),
    )
    // A repeated cancellation of one changes nothing.
    expect(refusal).toBe(chosen.stands || isOne ? undefined : 'already_decided')
    if (!chosen.stands) return before
    const after = changed.map(([each, row]) => [each, { ...row, stands: false }] as const)
    return { model: new Map([...model, ...after]), ...(isOne && { undo: { ids, to: model } }) }
  }
  const start = startOf(step)
  if (start === chosen.start) return before
  const input = { start, message: '', notify: true, undoable: true }
  const refusal = refusalCode(() =>
    step.kind === 'move one' ? moveBooking(staff, id, input) : moveThisAndLater(staff, id, input),
  )
  const after = changed.map(
    ([each, row]) => [each, { ...row, start: row.start + start - chosen.start }] as const,
  )
  const others = new Map([...model].filter(([each]) => !ids.includes(each)))
  const isFree = areFree(
    others,
    after.map(([, row]) => row.start),
  )
  expect(refusal).toBe(chosen.stands ? (isFree ? undefined : 'slot_taken') : 'already_decided')
  if (refusal !== undefined) return before
  return { model: new Map([...model, ...after]), undo: { ids, to: model } }
}

function startOf({ day, step }: { day: number; step: number }): Instant {
  return MORNING + day * DAY_LENGTH + step * 15 * MINUTE
}

function areFree(model: Model, starts: readonly Instant[]): boolean {
  const taken = [...model.values()].filter((each) => each.stands)
  return starts.every((start) => taken.every((each) => Math.abs(each.start - start) >= SERVICE.length))
}

function stored(app: TestApp): Model {
  const rows = app.ctx().db.select().from(bookings).all()
  return new Map(
    rows.map(({ id, seriesId, startsAt, status }) => [
      id,
      { series: seriesId ?? '', start: startsAt, stands: stands(status) },
    ]),
  )
}

/** Each standing appointment has its own time, and nothing else is occupied. */
function expectReserved(app: TestApp): void {
  const { db } = app.ctx()
  const standing = db
    .select()
    .from(bookings)
    .all()
    .filter(({ status }) => stands(status))
  const reserved = db.select().from(occupations).all()
  const inOrder = (times: readonly (readonly [string | null, number, number])[]) =>
    times.toSorted(([, a], [, b]) => a - b)
  expect(inOrder(reserved.map((each) => [each.bookingId, each.startsAt, each.endsAt]))).toEqual(
    inOrder(standing.map((each) => [each.id, each.startsAt, each.endsAt])),
  )
}
