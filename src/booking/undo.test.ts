import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { messages } from '../db/schema.ts'
import { claimDue, insertMessage } from '../messaging/outbox/queue.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { deliverEmails, startsInCalendar } from '../testing/models.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { remindDue } from './reminders.ts'
import { UNDO_MS, undoDecision } from './undo.ts'

const CHANNELS = ['email', 'sms', 'erp'] as const

/**
 * Opens an app with a request that an admin has just confirmed so that it can be taken back. E-mail, SMS and
 * Odoo are on.
 */
function openConfirmed() {
  const app = openTestApp()
  app.setUpSms()
  app.setUpOdoo()
  const { id, startsAt } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung' })
  const confirm = () => decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
  const { undoUntil } = confirm()
  const claimKinds = () =>
    CHANNELS.map((channel) => claimDue(app.ctx(), { channel, lane: 'others' }, MINUTE)?.kind)
  const status = () => app.rows('select status from bookings where id = ?', id)[0]?.status
  const undo = () => undoDecision(app.assistant(), id)
  return { app, id, startsAt, confirm, undoUntil, claimKinds, status, undo }
}

/** Returns the kinds of the e-mails that have left, in the order in which they were written. */
const sentKinds = (app: TestApp) =>
  app
    .rows(`select kind from messages where channel = 'email' and status = 'sent' order by id`)
    .map(({ kind }) => kind)

/** Claims two e-mails that are due, and returns their kinds in this order. */
const claimTwoEmails = (app: TestApp) =>
  [1, 2].map(() => claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind)

const TOLD = {
  code: 'too_late',
  message: 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.',
}

describe('a decision that can be taken back', () => {
  it('is told after ten seconds, not before', () => {
    const { app, undoUntil, claimKinds, status } = openConfirmed()
    expect([status(), undoUntil]).toEqual(['confirmed', app.ctx().now + UNDO_MS])
    app.pass(UNDO_MS - 1)
    expect(claimKinds()).toEqual([undefined, undefined, undefined])
    app.pass(1)
    expect(claimKinds()).toEqual(['confirmed', 'confirmed', 'erp-push'])
  })

  it('is a request again when it is taken back, with its time, and nothing is ever sent', () => {
    const { app, id, undo, claimKinds } = openConfirmed()
    app.pass(UNDO_MS - 1)
    expect(undo()).toMatchObject({ id, status: 'requested' })
    app.pass(MINUTE)
    expect(claimKinds()).toEqual([undefined, undefined, undefined])
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: id }])
    const by = { actor_name: 'assistenz@ordination.example' }
    expect(app.rows('select kind, actor_name from events').slice(2)).toEqual([{ kind: 'undone', ...by }])
    expect(app.rows('select action, actor_name from audit where action like ?', '%undone')).toEqual([
      { action: 'booking-undone', ...by },
    ])
  })

  it('gives a move back its earlier time also where an absence lies over a padding of it, and frees the later', () => {
    const app = openTestApp()
    const service = app.rows<{ id: string }>('select id from services where padding_after_min > 0')[0]
    const start = Date.parse('2027-01-13T09:00:00+01:00')
    const booking = { serviceId: service?.id ?? '', start, contact: CALLER, message: '' }
    const { id, endsAt } = createManualBooking(app.assistant(), booking)
    const overPadding = { start: endsAt, end: endsAt + HOUR }
    saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, ...overPadding })
    const before = app.occupied()

    const later = start + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: later, message: '', notify: true, undoable: true })
    const moved = app.rows('select starts_at, ends_at from occupations where booking_id = ?', id)
    expect(undoDecision(app.assistant(), id).startsAt).toBe(start)
    expect(app.occupied()).toEqual(before)
    expect(app.rows('select starts_at, ends_at from freed_times')).toEqual(expect.arrayContaining(moved))
  })

  it('can be taken again, and is then told once', () => {
    const { app, confirm, undo, claimKinds } = openConfirmed()
    undo()
    confirm()
    app.pass(UNDO_MS)
    expect(claimKinds()).toEqual(['confirmed', 'confirmed', 'erp-push'])
    expect(claimKinds()).toEqual([undefined, undefined, undefined])
  })

  it('stays after ten seconds, whether or not a message has left', () => {
    const { app, undo, status } = openConfirmed()
    app.pass(UNDO_MS)
    expect(undo).toThrow(expect.objectContaining(TOLD))
    expect(status()).toBe('confirmed')
  })

  it('stays after an upgrade from a version that has stored nothing to put back', () => {
    const { app, undo, status } = openConfirmed()
    app.change('update events set before = null')
    expect(undo).toThrow(expect.objectContaining(TOLD))
    expect(status()).toBe('confirmed')
  })

  it('stores nothing that leads to the patient', () => {
    const { app, startsAt } = openConfirmed()
    const [{ before = '' } = {}] = app.rows<{ before: string }>(
      'select before from events where before is not null',
    )
    expect(JSON.parse(before)).toEqual({
      status: 'requested',
      startsAt,
      endsAt: startsAt + 30 * MINUTE,
      moveToAt: null,
      moveToResourceId: null,
      resourceId: 'doctor-1',
      moveAskedAt: null,
      moves: 0,
      remindedAt: null,
      attendance: null,
      answeredAfterMs: null,
      cancelledBy: null,
      cancelledAheadMs: null,
      fromWaitingList: false,
    })
  })

  it('stays when one of its messages has been claimed', () => {
    const { app, undo, status } = openConfirmed()
    const { db, now } = app.ctx()
    db.update(messages).set({ dueAt: now }).where(eq(messages.channel, 'sms')).run()
    claimDue(app.ctx(), { channel: 'sms', lane: 'others' }, MINUTE)
    expect(undo).toThrow(expect.objectContaining(TOLD))
    expect([status(), app.rows('select id from messages').length]).toEqual(['confirmed', 3])
  })

  it('stays when the patient has been reminded of it meanwhile', () => {
    const { app, startsAt, confirm, undo } = openConfirmed()
    undo()
    // The reminder is due five seconds later, when the confirmation could still be taken back.
    app.at(new Date(startsAt - 48 * HOUR - 5000).toISOString())
    confirm()
    app.pass(6000)
    remindDue(app.ctx())
    expect(undo).toThrow(expect.objectContaining(TOLD))
  })

  it('is told before the move that follows it, and stays', () => {
    const { app, id, startsAt, undo } = openConfirmed()
    app.pass(1000)
    moveBooking(app.assistant(), id, { start: startsAt + DAY_LENGTH, message: '', notify: true })
    expect(claimTwoEmails(app)).toEqual(['confirmed', 'moved'])
    expect(undo).toThrow(expect.objectContaining(TOLD))
  })

  it('is told before the cancellation that follows it', () => {
    const { app, id, undo } = openConfirmed()
    cancelByPatient(app.ctx(), id, '')
    expect(claimTwoEmails(app)).toEqual(['confirmed', 'cancelled'])
    const message = 'Dieser Termin wurde bereits abgesagt.'
    expect(undo).toThrow(expect.objectContaining({ code: 'already_decided', message }))
  })

  it('is told, once, when the move that followed it is taken back', () => {
    const { app, id, startsAt, undo } = openConfirmed()
    app.pass(1000)
    const day = startsAt + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: day, message: '', notify: true, undoable: true })
    // The worker runs between the two, and must not take the first message for outdated for good.
    deliverEmails(app)
    app.pass(1000)
    undo()
    deliverEmails(app)
    app.pass(MINUTE)
    deliverEmails(app)
    expect(sentKinds(app)).toEqual(['confirmed'])
    expect(startsInCalendar(app, id)).toEqual([startsAt])
  })

  it('is told at last when the move is taken back that its patient asked for meanwhile', () => {
    const { app, id, startsAt, undo } = openConfirmed()
    app.pass(1000)
    const asked = startsAt + DAY_LENGTH + 30 * MINUTE
    moveByPatient(app.ctx(), id, { start: asked, message: '' })
    app.pass(1000)
    decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
    deliverEmails(app)

    // The time in which the first decision could be taken back has passed.
    app.pass(UNDO_MS - 1000)
    deliverEmails(app)
    expect(undo()).toMatchObject({ startsAt, moveToAt: asked })
    deliverEmails(app)
    expect(sentKinds(app)).toEqual(['confirmed', 'move-received', 'move-asked'])
  })

  it('is not told when the move that followed it stays: the patient gets the new time only', () => {
    const { app, id, startsAt } = openConfirmed()
    app.pass(1000)
    const day = startsAt + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: day, message: '', notify: true, undoable: true })
    app.pass(UNDO_MS)
    deliverEmails(app)
    expect(sentKinds(app)).toEqual(['moved'])
    expect(startsInCalendar(app, id)).toEqual([day])
  })

  it('is taken back once', () => {
    const { undo } = openConfirmed()
    undo()
    const message = 'Dieser Termin wartet schon wieder auf eine Entscheidung.'
    expect(undo).toThrow(expect.objectContaining({ code: 'already_decided', message }))
  })
})

it('a decision is told at once otherwise, and stays', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db)
  expect(decideBooking(app.ctx(), id, { decision: 'confirm' }).undoUntil).toBeUndefined()
  expect(() => undoDecision(app.ctx(), id)).toThrow(expect.objectContaining(TOLD))
  expect(claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind).toBe('confirmed')
})

it('a change that can be taken back delays what would leave meanwhile, and nothing that leaves later', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung' })
  const { now } = app.ctx()
  const waiting = (dueAt: number) =>
    insertMessage(
      app.ctx(),
      { channel: 'email', kind: 'reservation-received', recipient: 'a@b.at', text: '', bookingId: id },
      { dueAt },
    ).id
  const [soon, later] = [waiting(now), waiting(now + MINUTE)]
  const dueOf = (message: number) =>
    (app.rows<{ due_at: number }>('select due_at from messages where id = ?', message)[0]?.due_at ?? 0) - now
  decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
  expect([dueOf(soon), dueOf(later)]).toEqual([UNDO_MS, MINUTE])
  cancelByPatient(app.ctx(), id, '')
  expect([dueOf(soon), dueOf(later)]).toEqual([0, MINUTE])
})
