import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { randomToken } from '../access/random.ts'
import { correctFutureTimes } from '../jobs/future-times.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from '../testing/bookings.ts'
import { MODEL_SERVICES } from '../testing/demo-services.ts'
import { aContact, CALLER } from '../testing/factory.ts'
import {
  countOpen,
  emailOf,
  expectSameTimes,
  expireTimes,
  freeResourceFor,
  HOLD_LENGTH,
  type HoldsModel,
  heldTimes,
  isAtLimit,
  LONGEST_HOLD,
  MORNING,
  MORNING_MINUTES,
  OPEN_PER_MAILBOX,
  PATIENT_COUNT,
  paddedTimeOf,
  removeTakenTime,
  reviveExpired,
  serviceOf,
  wishOf,
} from '../testing/holds-model.ts'
import { caseCount, pickFrom, weightedCommand } from '../testing/model-test-commands.ts'
import { resultOrRefusal } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { deleteEndedHolds, endHold } from './ended-holds.ts'
import { extendHold, placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { requestBooking } from './requests.ts'

const BROWSER = 'the browser that everybody shares'
/** The patient of a manual booking, who has no e-mail address and so no limit. */
const ON_THE_TELEPHONE = -1
/** Milliseconds by which the clock may be set before or after the start of the test. */
const CLOCK_RANGE = 600 * MINUTE

/** A number by which `pickFrom` chooses a taken time. */
const pick = { pick: fc.nat() }
/** The index of a service in `MODEL_SERVICES`. */
const service = { service: fc.nat(3) }
/** The index of a wished resource in `RESOURCES`; 2 and 3 are no wish. */
const wish = { wish: fc.nat(3) }
const commands = fc.oneof(
  weightedCommand(5, 'hold', {
    patient: fc.nat(PATIENT_COUNT - 1),
    ...service,
    // The number of a start in the morning.
    start: fc.nat(15),
    ...wish,
  }),
  weightedCommand(3, 'request', pick),
  weightedCommand(3, 'enter', {
    ...service,
    // Minutes after the start of the morning, an hour beyond it on both sides.
    minute: fc.integer({ min: -60, max: 300 }),
    ...wish,
  }),
  weightedCommand(2, 'cancel', pick),
  weightedCommand(2, 'extend', pick),
  weightedCommand(2, 'end', pick),
  weightedCommand(3, 'pass', { minutes: fc.integer({ min: 1, max: 25 }) }),
  weightedCommand(1, 'delete ended', {}),
  weightedCommand(1, 'set clock', { minutes: fc.integer({ min: -600, max: 600 }) }),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never
type Step<Kind> = Extract<Command, { kind: Kind }>

describe('holds and bookings', () => {
  it('never overlap and are granted exactly when the time is free, in any order of actions', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 5, maxLength: 60 }), (steps) => {
        const app = openTestApp()
        prepareApp(app)
        const model: HoldsModel = { taken: [], expired: [] }
        for (const step of steps) {
          // The limits that count attempts have tests of their own, and must not refuse a step here.
          app.changeRows('delete from attempts')
          // The compiler cannot see that the action matches the step's kind.
          const act = ACTIONS[step.kind] as (app: TestApp, model: HoldsModel, step: Command) => void
          act(app, model, step)
          expireTimes(model)
          expectSameTimes(app, model)
        }
        app.close()
      }),
      { numRuns: caseCount(60) },
    )
  }, 60_000)
})

/** Lets both doctors offer all services, and makes patients whom the practice knows. */
function prepareApp(app: TestApp): void {
  saveResource(app.ctx(), 'dr-b', { name: 'Dr. B' })
  for (const { id } of MODEL_SERVICES)
    saveService(app.ctx(), { ...getService(app.ctx(), id), otherResourceIds: ['dr-b'] })
  verifyPatients(app)
  // The limits of strangers and of a day have their own tests, so the practice knows every patient here.
  for (let patient = 0; patient < PATIENT_COUNT; patient++) {
    const startsAt = NOW - (patient + 1) * DAY_LENGTH
    const visit = { startsAt, endsAt: startsAt + MINUTE }
    insertBooking(app.ctx().db, { email: emailOf(patient), status: 'confirmed', ...visit })
  }
  app.changeRows('delete from occupations')
}

/** Verification has its own tests; here every patient is verified. */
function verifyPatients(app: TestApp): void {
  for (let patient = 0; patient < PATIENT_COUNT; patient++)
    insertVerification(app.ctx().db, { email: emailOf(patient), browser: BROWSER, now: Date.now() })
}

/** Each step in the portal and in the model; both must refuse the same. */
const ACTIONS: { [Kind in Command['kind']]: (app: TestApp, model: HoldsModel, step: Step<Kind>) => void } = {
  hold: (app, model, step) => {
    const { patient } = step
    const service = serviceOf(step)
    const minute = (step.start * service.step) % MORNING_MINUTES
    const start = MORNING + minute * MINUTE
    const time = paddedTimeOf(service, start)
    const wish = wishOf(step)
    // The patient's earlier hold makes room for the new one.
    const others = model.taken.filter((taken) => taken.holdId === undefined || taken.patient !== patient)
    const isInHours = minute + service.length <= MORNING_MINUTES
    const resource = isInHours ? freeResourceFor(others, wish, time) : undefined
    const visitor = { email: emailOf(patient), browser: BROWSER, origin: 'the origin of everybody' }
    const input = { serviceId: service.id, start, wish, stop: undefined, ...visitor }

    const { result, refusal } = resultOrRefusal(() => placeHold(app.ctx(), input))
    if (isAtLimit(others, patient)) expect(refusal).toBe('too_many')
    else expect(refusal).toBe(resource === undefined ? 'slot_taken' : undefined)
    if (result === undefined) return
    const { id: holdId, expiresAt: until } = result
    const held = { resource: resource ?? '', holdId, patient, ...time, madeAt: Date.now(), until }
    model.taken = [...others, held]
  },
  request: (app, model, { pick }) => {
    const taken = pickFrom(heldTimes(model), pick)
    const patient = taken?.patient ?? 0
    const hasTooManyOpen = countOpen(model.taken, patient) >= OPEN_PER_MAILBOX
    // The type of `aContact` also allows wrong values.
    const contact = aContact({ email: emailOf(patient) }) as Contact
    const holdId = taken?.holdId ?? randomToken()
    const input = { holdId, contact, answers: [], browser: BROWSER, origin: undefined }

    const { result, refusal } = resultOrRefusal(() =>
      requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx())),
    )
    if (taken === undefined) expect(refusal).toBe('hold_expired')
    else expect(refusal).toBe(hasTooManyOpen ? 'too_many' : undefined)
    if (taken && result)
      Object.assign(taken, { holdId: undefined, bookingId: result.id, until: Number.POSITIVE_INFINITY })
  },
  enter: (app, model, step) => {
    const service = serviceOf(step)
    const start = MORNING + step.minute * MINUTE
    const time = paddedTimeOf(service, start)
    const wish = wishOf(step)
    const resource = freeResourceFor(model.taken, wish, time)
    const input = { serviceId: service.id, wish, start, contact: CALLER, message: '' }

    const { result, refusal } = resultOrRefusal(() => createManualBooking(app.ctx(), input))
    expect(refusal).toBe(resource ? undefined : 'slot_taken')
    if (result === undefined) return
    expect(result.resourceId).toBe(resource)
    model.taken.push({
      resource: resource ?? '',
      holdId: undefined,
      bookingId: result.id,
      patient: ON_THE_TELEPHONE,
      ...time,
      madeAt: Date.now(),
      until: Number.POSITIVE_INFINITY,
    })
  },
  cancel: (app, model, { pick }) => {
    const standing = model.taken.filter(({ bookingId }) => bookingId !== undefined)
    const taken = pickFrom(standing, pick)
    const { refusal } = resultOrRefusal(() => cancelByStaff(app.ctx(), taken?.bookingId ?? randomToken(), ''))
    expect(refusal).toBe(taken ? undefined : 'not found')
    removeTakenTime(model, taken)
  },
  extend: (app, model, { pick }) => {
    const taken = pickFrom(heldTimes(model), pick)
    const { result, refusal } = resultOrRefusal(() => extendHold(app.ctx(), taken?.holdId ?? randomToken()))
    expect(refusal).toBe(taken ? undefined : 'hold_expired')
    if (taken === undefined || result === undefined) return
    const longest = Math.min(Date.now() + HOLD_LENGTH, taken.madeAt + LONGEST_HOLD)
    expect(result.expiresAt).toBe(Math.max(taken.until, longest))
    taken.until = result.expiresAt
  },
  end: (app, model, { pick }) => {
    const taken = pickFrom(heldTimes(model), pick)
    endHold(app.ctx(), taken?.holdId ?? randomToken())
    removeTakenTime(model, taken)
  },
  pass: (app, _model, { minutes }) => {
    app.pass(minutes * MINUTE)
  },
  'delete ended': (app) => {
    deleteEndedHolds(app.ctx())
  },
  'set clock': (app, model, { minutes }) => {
    const now = Date.now() + minutes * MINUTE
    vi.setSystemTime(Math.max(NOW - CLOCK_RANGE, Math.min(NOW + CLOCK_RANGE, now)))
    correctFutureTimes(app.ctx())
    verifyPatients(app)
    reviveExpired(app, model)
    expireTimes(model)
    // Setting the clock back loses no hold, and no hold then lasts longer than a new one.
    for (const taken of heldTimes(model)) {
      taken.madeAt = Math.min(taken.madeAt, Date.now())
      taken.until = Math.min(taken.until, Date.now() + HOLD_LENGTH)
    }
  },
}
