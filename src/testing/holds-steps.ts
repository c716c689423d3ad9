import { expect, vi } from 'vitest'
import { randomToken } from '../access/random.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { deleteEndedHolds, endHold } from '../booking/ended-holds.ts'
import { placeHold } from '../booking/holds.ts'
import { createManualBooking } from '../booking/manual-booking.ts'
import { requestBooking } from '../booking/requests.ts'
import { extendHold } from '../booking/stored-holds.ts'
import { correctFutureTimes } from '../jobs/future-times.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { MINUTE } from '../shared/day.ts'
import { insertVerification } from './bookings.ts'
import { aContact, CALLER } from './factory.ts'
import type { HoldCommand, HoldStep } from './holds-commands.ts'
import {
  countOpen,
  emailOf,
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
} from './holds-model.ts'
import { pickFrom } from './model-test-commands.ts'
import { resultOrRefusal } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { NOW, type TestApp } from './test-app.ts'

/** This module runs the commands of the model test of holds, in the portal and in the model. */

const BROWSER = 'the browser that everybody shares'
/** Milliseconds by which the clock may be set before or after the start of the test. */
const CLOCK_RANGE = 600 * MINUTE

/** Runs a step. Expects the portal to refuse it exactly when the model does. */
export function runHoldStep(app: TestApp, model: HoldsModel, step: HoldCommand): void {
  // The compiler cannot see that the function matches the step's kind.
  const run = STEPS[step.kind] as (app: TestApp, model: HoldsModel, step: HoldCommand) => void
  run(app, model, step)
}

/** Verifies every patient, because verification has tests of its own. */
export function verifyPatientsOfHolds(app: TestApp): void {
  for (let patient = 0; patient < PATIENT_COUNT; patient++)
    insertVerification(app.ctx().db, { email: emailOf(patient), browser: BROWSER, now: Date.now() })
}

/** Each step in the portal and in the model. Both must refuse the same. */
const STEPS: {
  [Kind in HoldCommand['kind']]: (app: TestApp, model: HoldsModel, step: HoldStep<Kind>) => void
} = {
  hold: (app, model, step) => {
    const { patient } = step
    const service = serviceOf(step)
    const minute = (step.start * service.stepMin) % MORNING_MINUTES
    const start = MORNING + minute * MINUTE
    const time = paddedTimeOf(service, start)
    const wish = wishOf(step)
    // The patient's earlier hold makes room for the new one.
    const others = model.taken.filter((taken) => taken.holdId === undefined || taken.patient !== patient)
    const isInHours = minute + service.durationMin <= MORNING_MINUTES
    const resource = isInHours ? freeResourceFor(others, wish, time) : undefined
    const visitor = { email: emailOf(patient), browser: BROWSER, origin: 'the origin of everybody' }
    const input = { serviceId: service.id, start, wish, ...visitor }

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
      patient: null,
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
    verifyPatientsOfHolds(app)
    reviveExpired(app, model)
    expireTimes(model)
    // Setting the clock back loses no hold, and no hold then lasts longer than a new one.
    for (const taken of heldTimes(model)) {
      taken.madeAt = Math.min(taken.madeAt, Date.now())
      taken.until = Math.min(taken.until, Date.now() + HOLD_LENGTH)
    }
  },
}
