import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookings, holds, occupations } from '../db/schema.ts'
import { whyNotFree } from '../schedule/why-not-free.ts'
import { stands } from '../shared/booking.ts'
import { MINUTE } from '../shared/day.ts'
import { canIgnore } from '../shared/not-free.ts'
import { insertVerification } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { casesOf, command, SERVICES } from '../testing/models.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'

const CASES = casesOf(40)
const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
const BROWSER = 'the browser that everybody shares'
const EMAIL = 'rosa@musterfrau.example'

/** Starts every five minutes from 08:00 on, so that own times and paddings meet in every way. */
const time = { service: fc.nat(3), step: fc.nat(40) }
const pick = { pick: fc.nat(20) }
const commands = fc.oneof(
  command(3, 'enter', time),
  command(3, 'enter without paddings', { ...time, ...pick, beside: fc.constant('') }),
  // Left to chance, few starts touch an appointment.
  command(8, 'enter without paddings', { ...time, ...pick, beside: fc.constantFrom('before', 'after') }),
  command(3, 'hold', time),
  command(3, 'move', { ...time, ...pick }),
  command(2, 'cancel', pick),
  command(1, 'pass', { minutes: fc.constantFrom(1, 11) }),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

it(
  'appointments that are entered in the paddings of others never overlap their own times, whatever follows',
  () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 5, maxLength: 40 }), (steps) => {
        const app = openTestApp({ config: { rateLimits: false } })
        insertVerification(app.ctx().db, { email: EMAIL, browser: BROWSER, now: Date.now() })
        for (const step of steps) {
          app.pass(1)
          act(app, step)
          expectApart(app)
        }
        app.close()
      }),
      { numRuns: CASES },
    )
  },
  CASES * 2_000,
)

function act(app: TestApp, step: Command): void {
  if (step.kind === 'pass') {
    app.pass(step.minutes * MINUTE)
    return
  }
  const staff = app.assistant()
  if (step.kind === 'cancel' || step.kind === 'move') {
    const all = app.ctx().db.select().from(bookings).all()
    const booking = all[step.pick % Math.max(1, all.length)]
    if (booking === undefined) return
    if (step.kind === 'cancel') refusalOf(() => cancelByStaff(staff, booking.id, ''))
    else {
      const start = MORNING + step.step * 5 * MINUTE
      refusalOf(() => moveBooking(staff, booking.id, { start, message: '', notify: false }))
    }
    return
  }
  const { id: serviceId, length } = SERVICES[step.service] ?? SERVICES[0]
  const start =
    (step.kind === 'enter without paddings' && besideAnother(app, step, length * MINUTE)) ||
    MORNING + step.step * 5 * MINUTE
  const entry = { serviceId, start, contact: CALLER, message: '' }
  if (step.kind === 'hold')
    refusalOf(() =>
      placeHold(app.ctx(), {
        ...{ serviceId, start, stop: undefined },
        ...{ email: EMAIL, browser: BROWSER, origin: undefined },
      }),
    )
  else if (step.kind === 'enter') refusalOf(() => createManualBooking(staff, entry))
  else {
    const reasons = whyNotFree(staff, serviceId, start)
    const isPossible = canIgnore(reasons)
    const refusal = refusalOf(() => createManualBooking(staff, { ...entry, withoutPaddings: true }))
    expect([reasons, refusal?.code]).toEqual([reasons, isPossible ? undefined : 'slot_taken'])
  }
}

/** Returns the start that just touches another appointment, or undefined. */
function besideAnother(
  app: TestApp,
  { beside, pick }: { beside: string; pick: number },
  length: number,
): number | undefined {
  const all = app.ctx().db.select().from(bookings).all()
  const other = all[pick % Math.max(1, all.length)]
  if (beside === '' || other === undefined) return undefined
  return beside === 'after' ? other.endsAt : other.startsAt - length
}

/** Each own time lies within its reserved time, and no two overlap. */
function expectApart(app: TestApp): void {
  const { db, now } = app.ctx()
  const rows = db.select().from(occupations).all()
  const standing = db
    .select()
    .from(bookings)
    .all()
    .filter(({ status }) => stands(status))
    .map((own) => ({ own, reserved: rows.find(({ bookingId }) => bookingId === own.id) }))
  const held = db
    .select()
    .from(holds)
    .all()
    .map((own) => ({ own, reserved: rows.find(({ holdId }) => holdId === own.id) }))
    .filter(({ reserved }) => reserved?.expiresAt && reserved.expiresAt > now)
  const all = [...standing, ...held]
  for (const { own, reserved } of all) {
    expect(reserved?.startsAt).toBeLessThanOrEqual(own.startsAt)
    expect(reserved?.endsAt).toBeGreaterThanOrEqual(own.endsAt)
    for (const other of all)
      if (other.own !== own)
        expect(own.startsAt >= other.own.endsAt || own.endsAt <= other.own.startsAt).toBe(true)
  }
}
