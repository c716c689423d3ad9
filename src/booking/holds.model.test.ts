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
import { caseCount, pickFrom, weightedCommand } from '../testing/model-tests.ts'
import { resultOrRefusal } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { deleteEndedHolds, endHold } from './ended-holds.ts'
import { extendHold, placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { requestBooking } from './requests.ts'

/** The time of a hold or of the booking that it became, paddings included. */
type Taken = {
  resource: string
  holdId: string | undefined
  bookingId?: string
  patient: number
  from: number
  to: number
  madeAt: number
  /** When the time expires; infinite for a booking. */
  until: number
}
/** The rules in their simplest form: the intervals that are taken, and those that have expired. */
type Model = { taken: Taken[]; expired: Taken[] }
type Service = (typeof MODEL_SERVICES)[number]

const BROWSER = 'the browser that everybody shares'
const PATIENTS = 6
const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
const MORNING_MINUTES = 4 * 60
/** The patient of a manual booking, who has no e-mail address and so no limit. */
const ON_THE_TELEPHONE = -1
const RESOURCES = ['doctor-1', 'dr-b']
/** Milliseconds by which the clock may be set before or after the start of the test. */
const CLOCK_RANGE = 600 * MINUTE

// The portal's limits, written out so that the model does not copy the code.
const OPEN_PER_MAILBOX = 4
const LIVE_PER_ORIGIN = 5
const HOLD_LENGTH = 10 * MINUTE
const LONGEST_HOLD = 60 * MINUTE

const anyPick = { pick: fc.nat() }
/** A `wish` is an index in `RESOURCES`; 2 and 3 are no wish. */
const commands = fc.oneof(
  weightedCommand(5, 'hold', {
    patient: fc.nat(PATIENTS - 1),
    service: fc.nat(3),
    at: fc.nat(15),
    wish: fc.nat(3),
  }),
  weightedCommand(3, 'request', anyPick),
  weightedCommand(3, 'enter', {
    service: fc.nat(3),
    minute: fc.integer({ min: -60, max: 300 }),
    wish: fc.nat(3),
  }),
  weightedCommand(2, 'cancel', anyPick),
  weightedCommand(2, 'extend', anyPick),
  weightedCommand(2, 'end', anyPick),
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
        const model: Model = { taken: [], expired: [] }
        for (const step of steps) {
          // The limits that count attempts have tests of their own, and must not refuse a step here.
          app.changeRows('delete from attempts')
          // The compiler cannot see that the action matches the step's kind.
          const act = ACTIONS[step.kind] as (app: TestApp, model: Model, step: Command) => void
          act(app, model, step)
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
  for (let patient = 0; patient < PATIENTS; patient++) {
    const startsAt = NOW - (patient + 1) * DAY_LENGTH
    const visit = { startsAt, endsAt: startsAt + MINUTE }
    insertBooking(app.ctx().db, { email: emailOf(patient), status: 'confirmed', ...visit })
  }
  app.changeRows('delete from occupations')
}

/** Verification has its own tests; here every patient is verified. */
function verifyPatients(app: TestApp): void {
  for (let patient = 0; patient < PATIENTS; patient++)
    insertVerification(app.ctx().db, { email: emailOf(patient), browser: BROWSER, now: Date.now() })
}

/** Each step in the portal and in the model; both must refuse the same. */
const ACTIONS: { [Kind in Command['kind']]: (app: TestApp, model: Model, step: Step<Kind>) => void } = {
  hold: (app, model, step) => {
    const { patient } = step
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const minute = (step.at * service.step) % MORNING_MINUTES
    const start = MORNING + minute * MINUTE
    const time = paddedTime(service, start)
    const wish = wishOf(step.wish)
    // The patient's earlier hold makes room for the new one.
    const others = liveRows(model).filter((row) => row.holdId === undefined || row.patient !== patient)
    const isInHours = minute + service.length <= MORNING_MINUTES
    const resource = isInHours ? resourceFor(others, wish, time) : undefined
    const visitor = { email: emailOf(patient), browser: BROWSER, origin: 'the origin of everybody' }
    const input = { serviceId: service.id, start, wish, stop: undefined, ...visitor }

    const { result, refusal } = resultOrRefusal(() => placeHold(app.ctx(), input))
    if (isAtLimit(others, patient)) expect(refusal).toBe('too_many')
    else expect(refusal).toBe(resource === undefined ? 'slot_taken' : undefined)
    if (result === undefined) return
    const { id: holdId, expiresAt: until } = result
    const added = { resource: resource ?? '', holdId, patient, ...time, madeAt: Date.now(), until }
    model.taken = [...others, added]
  },
  request: (app, model, { pick }) => {
    const row = pickFrom(liveHolds(model), pick)
    const patient = row?.patient ?? 0
    const hasTooManyOpen = countOpen(liveRows(model), patient) >= OPEN_PER_MAILBOX
    // The type of `aContact` also allows wrong values.
    const contact = aContact({ email: emailOf(patient) }) as Contact
    const holdId = row?.holdId ?? randomToken()
    const input = { holdId, contact, answers: [], browser: BROWSER, origin: undefined }

    const { result, refusal } = resultOrRefusal(() =>
      requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx())),
    )
    if (row === undefined) expect(refusal).toBe('hold_expired')
    else expect(refusal).toBe(hasTooManyOpen ? 'too_many' : undefined)
    if (row && result)
      Object.assign(row, { holdId: undefined, bookingId: result.id, until: Number.POSITIVE_INFINITY })
  },
  enter: (app, model, step) => {
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const start = MORNING + step.minute * MINUTE
    const time = paddedTime(service, start)
    const wish = wishOf(step.wish)
    const resource = resourceFor(liveRows(model), wish, time)
    const input = { serviceId: service.id, wish, start, contact: CALLER, message: '' }

    const { result, refusal } = resultOrRefusal(() => createManualBooking(app.ctx(), input))
    expect(refusal).toBe(resource ? undefined : 'slot_taken')
    if (result === undefined) return
    expect(result.resourceId).toBe(resource)
    const added = { resource: resource ?? '', patient: ON_THE_TELEPHONE, ...time, madeAt: Date.now() }
    model.taken.push({ holdId: undefined, bookingId: result.id, ...added, until: Number.POSITIVE_INFINITY })
  },
  cancel: (app, model, { pick }) => {
    const standing = liveRows(model).filter(({ bookingId }) => bookingId !== undefined)
    const row = pickFrom(standing, pick)
    const { refusal } = resultOrRefusal(() => cancelByStaff(app.ctx(), row?.bookingId ?? randomToken(), ''))
    expect(refusal).toBe(row ? undefined : 'not found')
    removeTaken(model, row)
  },
  extend: (app, model, { pick }) => {
    const row = pickFrom(liveHolds(model), pick)
    const { result, refusal } = resultOrRefusal(() => extendHold(app.ctx(), row?.holdId ?? randomToken()))
    expect(refusal).toBe(row ? undefined : 'hold_expired')
    if (row === undefined || result === undefined) return
    const longest = Math.min(Date.now() + HOLD_LENGTH, row.madeAt + LONGEST_HOLD)
    expect(result.expiresAt).toBe(Math.max(row.until, longest))
    row.until = result.expiresAt
  },
  end: (app, model, { pick }) => {
    const row = pickFrom(liveHolds(model), pick)
    endHold(app.ctx(), row?.holdId ?? randomToken())
    removeTaken(model, row)
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
    // Setting the clock back loses no hold, and no hold then lasts longer than a new one.
    for (const row of liveHolds(model)) {
      row.madeAt = Math.min(row.madeAt, Date.now())
      row.until = Math.min(row.until, Date.now() + HOLD_LENGTH)
    }
  },
}

/** Revives the expired holds whose rows still exist, because setting the clock back makes them live again. */
function reviveExpired(app: TestApp, model: Model): void {
  const rows = app.rows<{ id: string }>('select hold_id as id from occupations')
  const reserved = new Set(rows.map(({ id }) => id))
  const revived = model.expired.filter(({ holdId }) => holdId !== undefined && reserved.has(holdId))
  model.taken.push(...revived)
  model.expired = []
}

/** Moves the times that have expired to `expired`, and returns all others. */
function liveRows(model: Model): Taken[] {
  model.expired.push(...model.taken.filter(({ until }) => until <= Date.now()))
  model.taken = model.taken.filter(({ until }) => until > Date.now())
  return model.taken
}

function liveHolds(model: Model): Taken[] {
  return liveRows(model).filter(({ holdId }) => holdId !== undefined)
}

function removeTaken(model: Model, gone: Taken | undefined): void {
  model.taken = liveRows(model).filter((row) => row !== gone)
}

/** Counts the bookings of the patient, all of which are still requests. */
function countOpen(rows: readonly Taken[], patient: number): number {
  return rows.filter((row) => row.holdId === undefined && row.patient === patient).length
}

/** Returns whether the patient, or the one origin that all patients share, may hold no further time. */
function isAtLimit(others: readonly Taken[], patient: number): boolean {
  const holds = others.filter(({ holdId }) => holdId !== undefined)
  return countOpen(others, patient) >= OPEN_PER_MAILBOX || holds.length >= LIVE_PER_ORIGIN
}

/** Returns the resource for the number of a wish; undefined for no wish. */
function wishOf(number: number): string | undefined {
  return RESOURCES[number]
}

/**
 * Returns the resource that gets the time: the least booked of the free and acceptable ones, or the first.
 */
function resourceFor(
  others: readonly Taken[],
  wish: string | undefined,
  { from, to }: { from: number; to: number },
): string | undefined {
  const count = (id: string) => others.filter(({ resource }) => resource === id).length
  const isFree = (id: string) =>
    others.every((row) => row.resource !== id || row.to <= from || row.from >= to)
  const wished = RESOURCES.filter((id) => wish === undefined || id === wish)
  return wished.filter(isFree).toSorted((a, b) => count(a) - count(b))[0]
}

function paddedTime({ before, length, after }: Service, start: number): { from: number; to: number } {
  return { from: start - before * MINUTE, to: start + (length + after) * MINUTE }
}

function emailOf(patient: number): string {
  return `patient${patient}@musterfrau.example`
}

function expectSameTimes(app: TestApp, model: Model): void {
  const stored = app.rows<{ resource_id: string; starts_at: number; ends_at: number }>(
    `select resource_id, starts_at, ends_at from occupations
     where expires_at is null or expires_at > ? order by resource_id, starts_at`,
    Date.now(),
  )
  expect(stored).toEqual(
    liveRows(model)
      .map(({ resource, from, to }) => ({ resource_id: resource, starts_at: from, ends_at: to }))
      .sort((a, b) => a.resource_id.localeCompare(b.resource_id) || a.starts_at - b.starts_at),
  )
  for (const [i, row] of stored.entries()) {
    const previous = stored[i - 1]
    if (previous?.resource_id === row.resource_id)
      expect(row.starts_at).toBeGreaterThanOrEqual(previous.ends_at)
  }
}
