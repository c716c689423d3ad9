import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { endHold } from '../booking/ended-holds.ts'
import { type Hold, placeHold } from '../booking/holds.ts'
import { requestBooking } from '../booking/requests.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import {
  type AbsencesModel,
  gridStarts,
  liveHolds,
  overlap,
  paddedTime,
  type ResourceTime,
  removeTaken,
  startsLeftFree,
  timesOfBookings,
  WORKING_DAYS,
} from '../testing/absences-model.ts'
import { insertVerification } from '../testing/bookings.ts'
import { aContact } from '../testing/factory.ts'
import { MODEL_SERVICES } from '../testing/model-services.ts'
import { pickFrom, weightedCommand } from '../testing/model-test-commands.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { dayAt } from '../time/vienna.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { listFreeSlots } from './availability.ts'
import { getActiveService, saveService } from './services.ts'

// Random sequences of absences, holds and bookings are played in the portal and in a simple model, which must
// agree on the free starts after each step.

const BROWSER = 'the browser that everybody shares'
const [TUESDAY] = WORKING_DAYS
const RESOURCES = ['doctor-1', 'doctor-2', 'doctor-3']

const anyResource = fc.constantFrom(null, 'doctor-1', 'doctor-2')
const anyPick = { pick: fc.nat() }

const commands = fc.oneof(
  weightedCommand(4, 'block', {
    // Minutes since Tuesday's midnight, until Wednesday evening. Quarters of an hour coincide with
    // appointments, and all others lie off every grid.
    startMinute: fc.oneof(
      fc.integer({ min: 6 * 60, max: 45 * 60 }),
      fc.integer({ min: 6 * 4, max: 45 * 4 }).map((quarters) => quarters * 15),
    ),
    lengthMinutes: fc.oneof(
      fc.integer({ min: 1, max: 10 * 60 }),
      fc.integer({ min: 1, max: 3 * 4 }).map((quarters) => quarters * 15),
    ),
    resource: anyResource,
  }),
  // The block begins and ends some minutes before or after the edges of a taken time.
  weightedCommand(4, 'block around', {
    ...anyPick,
    minutesBefore: fc.integer({ min: -30, max: 30 }),
    minutesAfter: fc.integer({ min: -30, max: 60 }),
    resource: anyResource,
  }),
  weightedCommand(1, 'close', {
    // From Monday to Friday.
    daysAfterTuesday: fc.integer({ min: -1, max: 2 }),
    days: fc.integer({ min: 1, max: 3 }),
    resource: anyResource,
  }),
  weightedCommand(4, 'delete absence', anyPick),
  weightedCommand(12, 'hold', {
    ...anyPick,
    service: fc.constantFrom(...MODEL_SERVICES),
    on: fc.constantFrom(...WORKING_DAYS),
    isFree: fc.boolean(),
  }),
  weightedCommand(10, 'request', anyPick),
  weightedCommand(1, 'end hold', anyPick),
  weightedCommand(3, 'reject', anyPick),
  weightedCommand(3, 'cancel', anyPick),
  weightedCommand(1, 'change resource', { to: fc.constantFrom(...RESOURCES) }),
  weightedCommand(3, 'pass', { minutes: fc.integer({ min: 1, max: 45 }) }),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never
type Step<Kind> = Extract<Command, { kind: Kind }>

describe('absences', () => {
  it('reserve exactly the part of their time that bookings leave', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 10, maxLength: 80 }), (steps) => {
        const app = openTestApp({ config: { rateLimits: false } })
        const model = prepareApp(app)
        for (const step of steps) {
          // The compiler does not see that the action is that of the step's kind.
          const act = ACTIONS[step.kind] as (app: TestApp, model: AbsencesModel, step: Command) => void
          act(app, model, step)
          expectNoOverlap(app)
          expectSameFreeStarts(app, model)
        }

        for (const { id } of model.absences) deleteAbsence(app.ctx(), id)
        model.absences = []
        expectSameFreeStarts(app, model)
        expect(app.rows('select id from occupations where absence_id is not null')).toEqual([])
        app.close()
      }),
      { numRuns: 40 },
    )
  })
})

/** Moves the clock to a working day, and gives the services two doctors. @returns the model of this start */
function prepareApp(app: TestApp): AbsencesModel {
  app.setClock('2027-01-12T07:30:00+01:00')
  insertVerification(app.ctx().db, { email: aContact().email, browser: BROWSER, now: Date.now() })
  changeResource(app, 'facial', 'doctor-2')
  const resourceOf = new Map<string, string>(MODEL_SERVICES.map(({ id }) => [id, 'doctor-1']))
  return { taken: [], absences: [], resourceOf: resourceOf.set('facial', 'doctor-2') }
}

/** Takes each step in the portal and in the model; both must refuse the same. */
const ACTIONS: {
  [Kind in Command['kind']]: (app: TestApp, model: AbsencesModel, step: Step<Kind>) => void
} = {
  block: (app, model, { startMinute, lengthMinutes, resource }) => {
    const from = TUESDAY.midnight + startMinute * MINUTE
    blockInterval(app, model, { resource, from, to: from + lengthMinutes * MINUTE })
  },
  'block around': (app, model, { pick, minutesBefore, minutesAfter, resource }) => {
    const taken = pickFrom(model.taken, pick)
    if (taken === undefined) return
    const from = taken.from - minutesBefore * MINUTE
    const to = taken.to + minutesAfter * MINUTE
    if (to > from) blockInterval(app, model, { resource, from, to })
  },
  close: (app, model, { daysAfterTuesday, days, resource }) => {
    const from = TUESDAY.midnight + daysAfterTuesday * DAY_LENGTH
    const to = from + days * DAY_LENGTH
    const closed = { from: dayAt(from), to: dayAt(to - 1) }
    const input = { kind: 'closure', title: 'Urlaub', reason: '', ...closed, resource_id: resource } as const
    saveInBoth(app, model, { interval: { resource, from, to }, input })
  },
  'delete absence': (app, model, { pick }) => {
    const absence = pickFrom(model.absences, pick)
    if (absence === undefined) return
    deleteAbsence(app.ctx(), absence.id)
    model.absences = model.absences.filter((other) => other !== absence)
  },
  hold: (app, model, { service, on, isFree, pick }) => {
    const freeStarts = startsLeftFree(model, service, on)
    const start = pickFrom(isFree ? freeStarts : gridStarts(service, on), pick) ?? 0
    const outcome = outcomeOf(() => holdStart(app, service.id, start))
    if (!freeStarts.includes(start)) {
      expect(outcome).toBe('slot_taken')
      return
    }
    const { id: holdId, expiresAt: until } = outcome as Hold
    const resource = model.resourceOf.get(service.id) ?? ''
    model.taken.push({ resource, ...paddedTime(service, start), start, holdId, bookingId: undefined, until })
  },
  request: (app, model, { pick }) => {
    const liveHold = pickFrom(liveHolds(model), pick)
    if (liveHold === undefined) return
    const outcome = outcomeOf(() => requestHeld(app, liveHold.holdId ?? ''))
    // A past start cannot be booked.
    if (liveHold.start <= Date.now()) expect(outcome).toBe('slot_taken')
    else Object.assign(liveHold, { holdId: undefined, bookingId: outcome, until: Number.POSITIVE_INFINITY })
  },
  'end hold': (app, model, { pick }) => {
    const liveHold = pickFrom(liveHolds(model), pick)
    if (liveHold?.holdId === undefined) return
    endHold(app.ctx(), liveHold.holdId)
    removeTaken(model, liveHold)
  },
  reject: (app, model, { pick }) => {
    const booking = pickFrom(timesOfBookings(model), pick)
    if (booking?.bookingId === undefined) return
    decideBooking(app.ctx(), booking.bookingId, { decision: 'reject' })
    removeTaken(model, booking)
  },
  cancel: (app, model, { pick }) => {
    // A past appointment cannot be cancelled, so only those that have not begun are.
    const coming = timesOfBookings(model).filter(({ start }) => start > Date.now())
    const booking = pickFrom(coming, pick)
    if (booking?.bookingId === undefined) return
    cancelByStaff(app.ctx(), booking.bookingId, '')
    removeTaken(model, booking)
  },
  'change resource': (app, model, { to }) => {
    changeResource(app, 'folgebehandlung', to)
    model.resourceOf.set('folgebehandlung', to)
  },
  pass: (app, _model, { minutes }) => {
    app.pass(minutes * MINUTE)
  },
}

/** Saves a block of time in the portal and in the model. */
function blockInterval(app: TestApp, model: AbsencesModel, interval: ResourceTime): void {
  const { resource: resource_id, from: start, to: end } = interval
  saveInBoth(app, model, { interval, input: { kind: 'block', title: 'Besorgung', start, end, resource_id } })
}

/** Saves an absence in the portal and in the model. A past one is refused. */
function saveInBoth(
  app: TestApp,
  model: AbsencesModel,
  { interval, input }: Readonly<{ interval: ResourceTime; input: AbsenceInput }>,
): void {
  const outcome = outcomeOf(() => saveAbsence(app.ctx(), input).id)
  if (interval.to <= Date.now()) {
    expect(outcome).toBe('invalid')
    return
  }
  const id = outcome as number
  // Saving the same absence again changes nothing.
  if (!model.absences.some((stored) => stored.id === id)) model.absences.push({ ...interval, id })
  // Holds make room, appointments do not.
  for (const liveHold of liveHolds(model))
    if (overlap(liveHold, interval) && [null, liveHold.resource].includes(interval.resource))
      removeTaken(model, liveHold)
}

/** Places a hold. @throws Problem slot_taken */
function holdStart(app: TestApp, serviceId: string, start: Instant): Hold {
  const visitor = { email: aContact().email, browser: BROWSER, origin: 'one' }
  return placeHold(app.ctx(), { serviceId, start, ...visitor })
}

/** Requests a booking of the held time. @returns its id */
function requestHeld(app: TestApp, holdId: string): string {
  // The factory returns a contact in its wire form, which `requestBooking` takes too.
  const contact = aContact() as never
  const input = { holdId, contact, answers: [], browser: BROWSER, origin: undefined }
  return requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx())).id
}

/** Gives a service to another doctor. */
function changeResource(app: TestApp, serviceId: string, resourceId: string): void {
  saveService(app.ctx(), { ...getActiveService(app.ctx(), serviceId), resourceId })
  reserveAbsences(app.ctx())
}

/** Returns the result of the call, or the code of its refusal. */
function outcomeOf<T>(call: () => T): T | string {
  try {
    return call()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Asserts that portal and model have the same free starts. */
function expectSameFreeStarts(app: TestApp, model: AbsencesModel): void {
  for (const service of MODEL_SERVICES)
    for (const on of WORKING_DAYS)
      expect(listFreeSlots(app.ctx(), on.day, service.id).starts).toEqual(startsLeftFree(model, service, on))
}

/** Asserts that no two occupations of a resource overlap. */
function expectNoOverlap(app: TestApp): void {
  const rows = app.rows<{ resource_id: string; starts_at: number; ends_at: number }>(
    'select resource_id, starts_at, ends_at from occupations order by resource_id, starts_at',
  )
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1]
    if (previous?.resource_id === row.resource_id)
      expect(row.starts_at).toBeGreaterThanOrEqual(previous.ends_at)
  }
}
