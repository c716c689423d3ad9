import { expect } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { endHold } from '../booking/ended-holds.ts'
import { placeHold } from '../booking/holds.ts'
import { requestBooking } from '../booking/requests.ts'
import type { Hold } from '../booking/stored-holds.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { deleteAbsence, saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { dayAt } from '../time/vienna.ts'
import type { AbsenceCommand } from './absences-commands.ts'
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
} from './absences-model.ts'
import { insertVerification } from './bookings.ts'
import { aContact } from './factory.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { pickFrom } from './model-test-commands.ts'
import { resultOrRefusal } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import type { TestApp } from './test-app.ts'

/** This module runs the steps of the model test of absences, each in the portal and in the model. */

const BROWSER = 'the browser that everybody shares'
const [TUESDAY] = WORKING_DAYS

/** Moves the clock to a working day, and gives the services two doctors. @returns the model of this start */
export function prepareAbsences(app: TestApp): AbsencesModel {
  app.setClock('2027-01-12T07:30:00+01:00')
  insertVerification(app.ctx().db, { email: aContact().email, browser: BROWSER, now: Date.now() })
  changeResource(app, 'facial', 'doctor-2')
  const resourceOf = new Map<string, string>(MODEL_SERVICES.map(({ id }) => [id, 'doctor-1']))
  return { taken: [], absences: [], resourceOf: resourceOf.set('facial', 'doctor-2') }
}

/** Runs one step in the portal and in the model, and expects that both refuse it or both do not. */
export function runAbsenceStep(app: TestApp, model: AbsencesModel, step: AbsenceCommand): void {
  // The compiler cannot see that the function is that of the step's kind.
  const runStep = STEPS[step.kind] as (app: TestApp, model: AbsencesModel, step: AbsenceCommand) => void
  runStep(app, model, step)
}

const STEPS: {
  [Kind in AbsenceCommand['kind']]: (
    app: TestApp,
    model: AbsencesModel,
    step: Extract<AbsenceCommand, { kind: Kind }>,
  ) => void
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
    // If no start is free, the portal must refuse one in 1970.
    const start = pickFrom(isFree ? freeStarts : gridStarts(service, on), pick) ?? 0
    const { result: hold, refusal } = resultOrRefusal(() => holdStart(app, service.id, start))
    expect(refusal).toBe(freeStarts.includes(start) ? undefined : 'slot_taken')
    if (hold === undefined) return
    const { id: holdId, expiresAt: until } = hold
    const resource = model.resourceOf.get(service.id) ?? ''
    model.taken.push({ resource, ...paddedTime(service, start), start, holdId, bookingId: undefined, until })
  },
  request: (app, model, { pick }) => {
    const liveHold = pickFrom(liveHolds(model), pick)
    if (liveHold === undefined) return
    const { result: bookingId, refusal } = resultOrRefusal(() => requestHeld(app, liveHold.holdId ?? ''))
    const isPast = liveHold.start <= Date.now()
    expect(refusal).toBe(isPast ? 'slot_taken' : undefined)
    if (bookingId !== undefined)
      Object.assign(liveHold, { holdId: undefined, bookingId, until: Number.POSITIVE_INFINITY })
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
  const { result: id, refusal } = resultOrRefusal(() => saveAbsence(app.ctx(), input).id)
  const isPast = interval.to <= Date.now()
  expect(refusal).toBe(isPast ? 'invalid' : undefined)
  if (id === undefined) return
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

/** Requests a booking of the held time. @returns its id @throws Problem slot_taken */
function requestHeld(app: TestApp, holdId: string): string {
  // The type of `aContact` also allows wrong values.
  const contact = aContact() as Contact
  const input = { holdId, contact, answers: [], browser: BROWSER, origin: undefined }
  return requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx())).id
}

/** Gives a service to another doctor. */
function changeResource(app: TestApp, serviceId: string, resourceId: string): void {
  saveService(app.ctx(), { ...getActiveService(app.ctx(), serviceId), resourceId })
  reserveAbsences(app.ctx())
}
