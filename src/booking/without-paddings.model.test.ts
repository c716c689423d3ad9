import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Booking, bookings, holds, occupations } from '../db/schema.ts'
import { whyNotFree } from '../schedule/why-not-free.ts'
import { isStanding } from '../shared/booking.ts'
import { MINUTE } from '../shared/day.ts'
import { canEnterDespite } from '../shared/not-free.ts'
import { insertVerification } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { MODEL_SERVICES } from '../testing/model-services.ts'
import { caseCount, pickFrom, weightedCommand } from '../testing/model-test-commands.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'

const CASES = caseCount(40)
const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
const BROWSER = 'the browser that everybody shares'
const EMAIL = 'rosa@musterfrau.example'

/**
 * The index of a service, and a start in steps of five minutes from 08:00 on, so that appointments and
 * paddings overlap in every possible way.
 */
const anyTime = { service: fc.nat(MODEL_SERVICES.length - 1), step: fc.nat(40) }
/** A number by which `pickFrom` chooses a booking. */
const anyPick = { pick: fc.nat(20) }
const commands = fc.oneof(
  weightedCommand(3, 'enter', anyTime),
  weightedCommand(3, 'enter without paddings', { ...anyTime, ...anyPick, beside: fc.constant('nothing') }),
  // Random starts would rarely touch another appointment exactly.
  weightedCommand(8, 'enter without paddings', {
    ...anyTime,
    ...anyPick,
    beside: fc.constantFrom('start', 'end'),
  }),
  weightedCommand(3, 'hold', anyTime),
  weightedCommand(3, 'move', { ...anyTime, ...anyPick }),
  weightedCommand(2, 'cancel', anyPick),
  weightedCommand(1, 'pass', { minutes: fc.constantFrom(1, 11) }),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

it(
  'appointments that are entered over the paddings of others never overlap the others themselves',
  () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 5, maxLength: 40 }), (steps) => {
        const app = openTestApp({ config: { rateLimits: false } })
        insertVerification(app.ctx().db, { email: EMAIL, browser: BROWSER, now: Date.now() })
        for (const step of steps) {
          // No two things happen at the same moment.
          app.pass(1)
          runStep(app, step)
          expectApart(app)
        }
        app.close()
      }),
      { numRuns: CASES },
    )
  },
  // Timeout in milliseconds.
  CASES * 2_000,
)

/** Runs the step. Most steps may be refused, which is an outcome like any other. */
function runStep(app: TestApp, step: Command): void {
  switch (step.kind) {
    case 'pass':
      app.pass(step.minutes * MINUTE)
      return
    case 'cancel':
      refusalOf(() => cancelByStaff(app.assistant(), pickBooking(app, step)?.id ?? '', ''))
      return
    case 'move': {
      const input = { start: startOf(step), message: '', notify: false }
      refusalOf(() => moveBooking(app.assistant(), pickBooking(app, step)?.id ?? '', input))
      return
    }
    case 'hold': {
      const visitor = { email: EMAIL, browser: BROWSER, origin: undefined }
      refusalOf(() => placeHold(app.ctx(), { ...timeOf(step), ...visitor }))
      return
    }
    case 'enter': {
      const entry = { ...timeOf(step), contact: CALLER, message: '' }
      refusalOf(() => createManualBooking(app.assistant(), entry))
      return
    }
    case 'enter without paddings':
      enterWithoutPaddings(app, step)
  }
}

/** Enters an appointment, which must succeed exactly if the portal says that only paddings are in the way. */
function enterWithoutPaddings(
  app: TestApp,
  step: Extract<Command, { kind: 'enter without paddings' }>,
): void {
  const { id: serviceId, durationMin } = serviceOf(step)
  const start = startBesideAnother(app, { ...step, length: durationMin * MINUTE }) ?? startOf(step)
  const reasons = whyNotFree(app.assistant(), serviceId, start)
  const input = { serviceId, start, contact: CALLER, message: '', withoutPaddings: true }
  const refusal = refusalOf(() => createManualBooking(app.assistant(), input))
  expect(refusal?.code, JSON.stringify(reasons)).toBe(canEnterDespite(reasons) ? undefined : 'slot_taken')
}

function timeOf(step: { service: number; step: number }): { serviceId: string; start: number } {
  return { serviceId: serviceOf(step).id, start: startOf(step) }
}

function serviceOf({ service }: { service: number }): (typeof MODEL_SERVICES)[number] {
  return MODEL_SERVICES[service] ?? MODEL_SERVICES[0]
}

function startOf({ step }: { step: number }): number {
  return MORNING + step * 5 * MINUTE
}

function pickBooking(app: TestApp, { pick }: { pick: number }): Booking | undefined {
  return pickFrom(app.ctx().db.select().from(bookings).all(), pick)
}

/**
 * Returns the start at which an appointment of this length in milliseconds exactly touches the picked one,
 * before its start or after its end; undefined if the step does not ask for that.
 */
function startBesideAnother(
  app: TestApp,
  { beside, pick, length }: { beside: 'nothing' | 'start' | 'end'; pick: number; length: number },
): number | undefined {
  const otherBooking = pickBooking(app, { pick })
  if (beside === 'nothing' || otherBooking === undefined) return undefined
  return beside === 'end' ? otherBooking.endsAt : otherBooking.startsAt - length
}

/** Expects that each appointment and hold is within its reserved time, and that no two of them overlap. */
function expectApart(app: TestApp): void {
  const visits = [...listStanding(app), ...listHeld(app)]
  for (const { visit, reserved } of visits) {
    expect(reserved?.startsAt).toBeLessThanOrEqual(visit.startsAt)
    expect(reserved?.endsAt).toBeGreaterThanOrEqual(visit.endsAt)
  }
  const inOrder = visits.map(({ visit }) => visit).toSorted((a, b) => a.startsAt - b.startsAt)
  for (const [i, { startsAt }] of inOrder.entries())
    expect(startsAt).toBeGreaterThanOrEqual(inOrder[i - 1]?.endsAt ?? 0)
}

/** Lists the standing appointments without their paddings, each with its reserved time. */
function listStanding(app: TestApp) {
  const { db } = app.ctx()
  const reservations = db.select().from(occupations).all()
  const standing = db
    .select()
    .from(bookings)
    .all()
    .filter(({ status }) => isStanding(status))
  return standing.map((visit) => ({
    visit,
    reserved: reservations.find(({ bookingId }) => bookingId === visit.id),
  }))
}

/** Lists the live holds without their paddings, each with its reserved time. */
function listHeld(app: TestApp) {
  const { db, now } = app.ctx()
  const reservations = db.select().from(occupations).all()
  return db
    .select()
    .from(holds)
    .all()
    .map((visit) => ({ visit, reserved: reservations.find(({ holdId }) => holdId === visit.id) }))
    .filter(({ reserved }) => reserved?.expiresAt && reserved.expiresAt > now)
}
