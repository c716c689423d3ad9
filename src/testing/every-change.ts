import { dropLapsedMoves } from '../booking/asked-moves.ts'
import { cancelByPatient, cancelByStaff } from '../booking/cancellation.ts'
import { closeTime } from '../booking/closed-times.ts'
import { decideBooking } from '../booking/decisions.ts'
import { endDueEntries } from '../booking/ended-entries.ts'
import { deleteEndedHolds } from '../booking/ended-holds.ts'
import { placeHold } from '../booking/holds.ts'
import { createManualBooking } from '../booking/manual-booking.ts'
import { moveBooking } from '../booking/moves.ts'
import { makeDueOffers } from '../booking/offers.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { reinstateBooking } from '../booking/reinstatement.ts'
import { requestBooking } from '../booking/requests.ts'
import { createSeries } from '../booking/series.ts'
import { cancelThisAndLater, moveThisAndLater } from '../booking/series-changes.ts'
import { undoChange } from '../booking/undo.ts'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { calendars } from '../db/schema.ts'
import { erasePatient } from '../privacy/patient.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import { replaceBusyTimes } from '../schedule/busy-times.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertVerification } from './bookings.ts'
import { type Change, type ChangeVerbs, EMAILS } from './change-commands.ts'
import {
  bookingIdOf,
  manualBookingOf,
  moveOf,
  patientEmailOf,
  serviceIdOf,
  startOf,
  wishedResourceOf,
} from './drawn-values.ts'
import { aContact } from './factory.ts'
import { pickFrom } from './model-test-commands.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import type { TestApp } from './test-app.ts'
import { VERBS_OF_WAITING_LIST } from './waiting-list-changes.ts'

/**
 * This module makes every kind of change to bookings, as the model test of all changes draws them. The values
 * for which the drawn numbers stand are in drawn-values.ts.
 */

const BROWSER = 'the browser that everybody shares'
/** The other calendar, whose busy times change. */
const CALENDAR_ID = 1

/** Lets a second doctor offer two of the services, adds another calendar, and verifies the patients. */
export function prepareForChanges(app: TestApp): void {
  const ctx = app.ctx()
  app.setUpSms()
  saveResource(ctx, 'dr-b', { name: 'Dr. B' })
  for (const id of ['erstordination', 'folgebehandlung'])
    saveService(ctx, { ...getService(ctx, id), otherResourceIds: ['dr-b'] })
  ctx.db
    .insert(calendars)
    .values({ id: CALENDAR_ID, name: 'privat', url: '', busyOnly: true, createdAt: 0, triedAt: 0 })
    .run()
  for (const email of EMAILS) insertVerification(ctx.db, { email, browser: BROWSER, now: ctx.now })
}

/** Makes one change. @throws Problem when the portal refuses it, as it may refuse most of them */
export function makeChange(app: TestApp, change: Change): void {
  // The compiler cannot see that the verb matches the kind of the change.
  const verb = VERBS[change.kind] as (app: TestApp, change: Change) => void
  verb(app, change)
}

/** The changes to bookings, to the time in which they can be, and to the clock. */
const VERBS_OF_BOOKINGS: ChangeVerbs<Exclude<Change['kind'], keyof typeof VERBS_OF_WAITING_LIST>> = {
  hold: (app, step) => {
    const time = { serviceId: serviceIdOf(step), start: startOf(step), wish: wishedResourceOf(step) }
    placeHold(app.ctx(), { ...time, email: patientEmailOf(step), browser: BROWSER, origin: undefined })
  },
  request: (app, { pick }) => {
    const hold = pickFrom(app.rows<{ id: string; email: string }>('select * from holds order by rowid'), pick)
    // The type of `aContact` also allows wrong values.
    const contact = aContact({ email: hold?.email ?? EMAILS[0] }) as Contact
    const input = { holdId: hold?.id ?? '', contact, answers: [], browser: BROWSER, origin: undefined }
    requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx()))
  },
  enter: (app, step) => {
    createManualBooking(app.assistant(), {
      ...manualBookingOf(step),
      start: startOf(step),
      undoable: step.undoable,
      withoutPaddings: step.withoutPaddings,
    })
  },
  'enter series': (app, step) => {
    const starts = [0, 1, 2].map((appointment) => startOf(step) + appointment * step.hours * HOUR)
    createSeries(app.assistant(), { ...manualBookingOf(step), starts, undoable: step.undoable })
  },
  'move by staff': (app, step) => {
    moveBooking(app.assistant(), bookingIdOf(app, step), moveOf(step))
  },
  'move later': (app, step) => {
    moveThisAndLater(app.assistant(), bookingIdOf(app, step, 'series_id is not null'), moveOf(step))
  },
  'cancel later': (app, step) => {
    cancelThisAndLater(app.assistant(), bookingIdOf(app, step, 'series_id is not null'), '')
  },
  move: (app, step) => {
    const move = { start: startOf(step), wish: wishedResourceOf(step), message: '' }
    moveByPatient(app.ctx(), bookingIdOf(app, step), move)
  },
  confirm: (app, step) => {
    const { undoable } = step
    decideBooking(app.assistant(), bookingIdOf(app, step), { decision: 'confirm', undoable })
  },
  reject: (app, step) => {
    decideBooking(app.assistant(), bookingIdOf(app, step), { decision: 'reject' })
  },
  cancel: (app, step) => {
    cancelByPatient(app.ctx(), bookingIdOf(app, step), '')
  },
  'cancel by staff': (app, step) => {
    cancelByStaff(app.assistant(), bookingIdOf(app, step), '', { undoable: step.undoable })
  },
  undo: (app, step) => {
    const bookings = app.rows<{ id: string }>(
      'select booking_id as id from events where undo_until is not null order by id desc',
    )
    const chosen = step.isLast ? bookings[0] : pickFrom(bookings, step.pick)
    undoChange(app.assistant(), chosen?.id ?? '')
  },
  reinstate: (app, step) => {
    reinstateBooking(app.assistant(), bookingIdOf(app, step, `status = 'cancelled'`), '')
  },
  erase: (app, step) => {
    const patient = { bookingId: bookingIdOf(app, step) }
    erasePatient(app.assistant(), patient, { cancelsComing: true })
  },
  block: (app, step) => {
    const start = startOf(step)
    const end = start + step.minutes * MINUTE
    closeTime(app.assistant(), {
      kind: 'block',
      title: '',
      start,
      end,
      resource_id: wishedResourceOf(step) ?? null,
    })
  },
  open: (app, { pick }) => {
    const blocks = app.rows<{ id: number }>(`select id from absences where kind = 'block' order by id`)
    deleteAbsence(app.assistant(), pickFrom(blocks, pick)?.id ?? 0)
  },
  busy: (app, step) => {
    const startsAt = startOf(step)
    const busy = step.minutes === 0 ? [] : [{ startsAt, endsAt: startsAt + step.minutes * MINUTE }]
    replaceBusyTimes(app.ctx(), { kind: 'calendar', calendarId: CALENDAR_ID, resourceId: null }, busy)
  },
  'change service': (app, step) => {
    const service = getService(app.ctx(), serviceIdOf(step))
    // Each changes a value, and changes it back when it is made again.
    const changes = [
      { durationMin: service.durationMin === 50 ? 30 : 50 },
      { paddingAfterMin: 10 - service.paddingAfterMin },
      { active: !service.active },
      { stepMin: service.stepMin === 7 ? 0 : 7 },
    ]
    saveService(app.assistant(), { ...service, ...changes[step.change] })
  },
  'switch resource': (app, step) => {
    const id = wishedResourceOf(step) ?? 'dr-b'
    const [row] = app.rows<{ active: 0 | 1 }>('select active from resources where id = ?', id)
    const wasInactive = row?.active === 0
    saveResource(app.assistant(), id, { active: wasInactive })
  },
  pass: (app, { minutes }) => {
    app.pass(minutes * MINUTE)
  },
  jobs: (app) => {
    // A freed time is offered only once the change that freed it can no longer be undone.
    app.pass(UNDO_MS)
    const ctx = app.ctx()
    deleteEndedHolds(ctx)
    dropLapsedMoves(ctx)
    endDueEntries(ctx)
    makeDueOffers(ctx)
  },
}

const VERBS: ChangeVerbs<Change['kind']> = { ...VERBS_OF_BOOKINGS, ...VERBS_OF_WAITING_LIST }

/** All kinds of changes. */
export const KINDS_OF_CHANGES = Object.keys(VERBS)
