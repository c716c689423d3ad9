import { expect } from 'vitest'
import { dropLapsedMoves } from '../booking/asked-moves.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { closeTime } from '../booking/closed-times.ts'
import { decideBooking } from '../booking/decisions.ts'
import { endDueEntries, leaveWaitingList } from '../booking/ended-entries.ts'
import { createManualBooking } from '../booking/manual-booking.ts'
import { moveBooking } from '../booking/moves.ts'
import { refuseOffer, takeOffer } from '../booking/offer-answers.ts'
import { makeDueOffers } from '../booking/offers.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { CALLER } from './factory.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { pickFrom } from './model-test-commands.ts'
import type { OfferCommand, OfferStep } from './offers-commands.ts'
import { bookingsOf, entriesOf, MORNINGS, openOffersOf } from './offers-model.ts'
import { refusalOf } from './refusal.ts'
import type { TestApp } from './test-app.ts'

/** This module runs the commands of the model test of offers. */

/** Milliseconds from one start that can be drawn to the next. */
const STEP = 20 * MINUTE

/** The steps that can never be refused. */
const NEVER_REFUSED: readonly OfferCommand['kind'][] = ['leave', 'pass', 'jobs']

/** Runs the step. Only the steps in `NEVER_REFUSED` must succeed. */
export function runOfferStep(app: TestApp, step: OfferCommand): void {
  // The compiler cannot see that the verb matches the step's kind.
  const verb = VERBS[step.kind] as (app: TestApp, step: OfferCommand) => void
  const refusal = refusalOf(() => verb(app, step))
  if (NEVER_REFUSED.includes(step.kind)) expect(refusal).toBeUndefined()
}

/** The verb of each step. */
const VERBS: { [Kind in OfferCommand['kind']]: (app: TestApp, step: OfferStep<Kind>) => void } = {
  enter: (app, step) => {
    const contact = { ...CALLER, email: 'rosa@musterfrau.example' }
    const { id: serviceId } = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    createManualBooking(app.assistant(), { serviceId, start: startOf(step), contact, message: '' })
  },
  wait: (app, step) => {
    const { id: service_id } = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const [first = 0, last = first] = step.days
    addToWaitingList(app.assistant(), { ...wishesFor(first, last), ...aNewPatient(app), service_id })
  },
  'wait for an earlier time': (app, step) => {
    addToWaitingList(app.assistant(), { ...wishesFor(0, 1), booking_id: bookingIdOf(app, step) })
  },
  leave: (app, { pick }) => {
    const liveEntries = entriesOf(app).filter(({ ended_at }) => ended_at === null)
    leaveWaitingList(app.ctx(), pickFrom(liveEntries, pick)?.id ?? '')
  },
  cancel: (app, step) => {
    cancelByStaff(app.assistant(), bookingIdOf(app, step), '')
  },
  move: (app, step) => {
    const move = { start: startOf(step), message: '', notify: false }
    moveBooking(app.assistant(), bookingIdOf(app, step), move)
  },
  'ask to move': (app, step) => {
    moveByPatient(app.ctx(), bookingIdOf(app, step), { start: startOf(step), message: '' })
  },
  confirm: (app, step) => {
    decideBooking(app.assistant(), bookingIdOf(app, step), { decision: 'confirm' })
  },
  reject: (app, step) => {
    decideBooking(app.assistant(), bookingIdOf(app, step), { decision: 'reject' })
  },
  block: (app, step) => {
    const start = startOf(step)
    const end = start + step.halfHours * 30 * MINUTE
    closeTime(app.assistant(), { kind: 'block', title: '', start, end, resource_id: null })
  },
  open: (app, { pick }) => {
    const absences = app.rows<{ id: number }>(`select id from absences where kind = 'block'`)
    deleteAbsence(app.assistant(), pickFrom(absences, pick)?.id ?? 0)
  },
  take: (app, { pick }) => {
    // Only offers to move a booking are taken. Others would become holds, which free nothing for the waiting
    // list when they end.
    const moves = new Set(entriesOf(app).flatMap(({ id, booking_id }) => (booking_id === null ? [] : [id])))
    const openOffers = openOffersOf(app).filter(({ entry_id }) => moves.has(entry_id))
    takeOffer(app.ctx(), pickFrom(openOffers, pick)?.id ?? '')
  },
  refuse: (app, { pick }) => {
    refuseOffer(app.ctx(), pickFrom(openOffersOf(app), pick)?.id ?? '')
  },
  pass: (app, { hours }) => {
    app.pass(Math.round(hours * HOUR))
  },
  jobs: (app) => {
    app.pass(UNDO_MS)
    dropLapsedMoves(app.ctx())
    endDueEntries(app.ctx())
    makeDueOffers(app.ctx())
  },
}

/** Returns the start with this number on this morning. It need not suit the service. */
function startOf({ day, step }: { day: number; step: number }): number {
  return Date.parse(`${MORNINGS[day]}T08:00:00+01:00`) + step * STEP
}

/** Chooses a booking; '' without one, so that the portal refuses an unknown id. */
function bookingIdOf(app: TestApp, { pick }: { pick: number }): string {
  return pickFrom(bookingsOf(app), pick)?.id ?? ''
}

/** Returns wishes for mornings between two days of `MORNINGS`. */
function wishesFor(first: number, last: number) {
  return {
    not_before: MORNINGS[first] ?? null,
    not_after: MORNINGS[last] ?? '',
    weekdays: [1, 2, 3, 4, 5],
    parts: ['morning'] as const,
  }
}

/** Returns a person whom no entry of the waiting list has yet. */
function aNewPatient(app: TestApp) {
  const name = `p${entriesOf(app).length}`
  return { name, email: `${name}@warteliste.example`, mobile: '' }
}
