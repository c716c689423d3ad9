import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { messages } from '../db/schema.ts'
import { claimDue } from '../messaging/outbox/queue.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { deliverEmails, startsInCalendar } from '../testing/models.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { remindDue } from './reminders.ts'
import { UNDO_MS, undoDecision } from './undo.ts'
import { addToWaitingList } from './waiting-list.ts'

const CHANNELS = ['email', 'sms', 'erp'] as const

/** A request that an admin has just confirmed so that it can be taken back. E-mail, SMS and Odoo are on. */
function confirmed() {
  const app = openTestApp()
  app.setUpSms()
  app.setUpOdoo()
  const { id, startsAt } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung' })
  const confirm = () => decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
  const { undoUntil } = confirm()
  const claim = () =>
    CHANNELS.map((channel) => claimDue(app.ctx(), { channel, lane: 'others' }, MINUTE)?.kind)
  const status = () => app.rows('select status from bookings where id = ?', id)[0]?.status
  const undo = () => undoDecision(app.assistant(), id)
  return { app, id, startsAt, confirm, undoUntil, claim, status, undo }
}

/** The e-mails that have left, in the order in which they were written. */
const sent = (app: TestApp) =>
  app
    .rows(`select kind from messages where channel = 'email' and status = 'sent' order by id`)
    .map(({ kind }) => kind)

const TOLD = {
  code: 'too_late',
  message: 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.',
}

describe('a decision that can be taken back', () => {
  it('is told after ten seconds, not before', () => {
    const { app, undoUntil, claim, status } = confirmed()
    expect([status(), undoUntil]).toEqual(['confirmed', app.ctx().now + UNDO_MS])
    app.pass(UNDO_MS - 1)
    expect(claim()).toEqual([undefined, undefined, undefined])
    app.pass(1)
    expect(claim()).toEqual(['confirmed', 'confirmed', 'erp-push'])
  })

  it('is a request again when it is taken back, with its time, and nothing is ever sent', () => {
    const { app, id, undo, claim } = confirmed()
    app.pass(UNDO_MS - 1)
    expect(undo()).toMatchObject({ id, status: 'requested' })
    app.pass(MINUTE)
    expect(claim()).toEqual([undefined, undefined, undefined])
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: id }])
    const by = { actor_name: 'assistenz@ordination.example' }
    expect(app.rows('select kind, actor_name from events where id > 2')).toEqual([{ kind: 'undone', ...by }])
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
    const absence = {
      kind: 'block',
      title: '',
      resource_id: null,
      start: endsAt,
      end: endsAt + HOUR,
    } as const
    saveAbsence(app.assistant(), absence)
    const before = app.occupied()
    const later = start + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: later, message: '', notify: true, undoable: true })
    const moved = app.rows('select starts_at, ends_at from occupations where booking_id = ?', id)
    expect(undoDecision(app.assistant(), id).startsAt).toBe(start)
    expect(app.occupied()).toEqual(before)
    expect(app.rows('select starts_at, ends_at from freed_times')).toEqual(expect.arrayContaining(moved))
  })

  it('can be taken again, and is then told once', () => {
    const { app, confirm, undo, claim } = confirmed()
    undo()
    confirm()
    app.pass(UNDO_MS)
    expect(claim()).toEqual(['confirmed', 'confirmed', 'erp-push'])
    expect(claim()).toEqual([undefined, undefined, undefined])
  })

  it('stays after ten seconds, whether or not a message has left', () => {
    const { app, undo, status } = confirmed()
    app.pass(UNDO_MS)
    expect(undo).toThrow(expect.objectContaining(TOLD))
    expect(status()).toBe('confirmed')
  })

  it('stays after an upgrade from a version that has stored nothing to put back', () => {
    const { app, undo, status } = confirmed()
    app.change('update events set before = null')
    expect(undo).toThrow(expect.objectContaining(TOLD))
    expect(status()).toBe('confirmed')
  })

  it('stores nothing that leads to the patient', () => {
    const { app, startsAt } = confirmed()
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
    const { app, undo, status } = confirmed()
    const { db, now } = app.ctx()
    db.update(messages).set({ dueAt: now }).where(eq(messages.channel, 'sms')).run()
    claimDue(app.ctx(), { channel: 'sms', lane: 'others' }, MINUTE)
    expect(undo).toThrow(expect.objectContaining(TOLD))
    expect([status(), app.rows('select id from messages').length]).toEqual(['confirmed', 3])
  })

  it('stays when the patient has been reminded of it meanwhile', () => {
    const { app, startsAt, confirm, undo } = confirmed()
    undo()
    app.at(new Date(startsAt - 48 * HOUR - 5000).toISOString())
    confirm()
    app.pass(6000)
    remindDue(app.ctx())
    expect(undo).toThrow(expect.objectContaining(TOLD))
  })

  it('is told before the move that follows it, and stays', () => {
    const { app, id, startsAt, undo } = confirmed()
    app.pass(1000)
    moveBooking(app.assistant(), id, { start: startsAt + DAY_LENGTH, message: '', notify: true })
    const claimed = [1, 2].map(() => claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind)
    expect(claimed).toEqual(['confirmed', 'moved'])
    expect(undo).toThrow(expect.objectContaining(TOLD))
  })

  it('is told before the cancellation that follows it', () => {
    const { app, id, undo } = confirmed()
    cancelByPatient(app.ctx(), id, '')
    const claimed = [1, 2].map(() => claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind)
    expect(claimed).toEqual(['confirmed', 'cancelled'])
    const message = 'Dieser Termin wurde bereits abgesagt.'
    expect(undo).toThrow(expect.objectContaining({ code: 'already_decided', message }))
  })

  it('is told, once, when the move that followed it is taken back', () => {
    const { app, id, startsAt, undo } = confirmed()
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
    expect(sent(app)).toEqual(['confirmed'])
    expect(startsInCalendar(app, id)).toEqual([startsAt])
  })

  it('is told at last when the move is taken back that its patient asked for meanwhile', () => {
    const { app, id, startsAt, undo } = confirmed()
    app.pass(1000)
    moveByPatient(app.ctx(), id, { start: startsAt + 24.5 * HOUR, message: '' })
    app.pass(1000)
    decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
    deliverEmails(app)
    // The time in which the first decision could be taken back has passed.
    app.pass(UNDO_MS - 1000)
    deliverEmails(app)
    expect(undo()).toMatchObject({ startsAt, moveToAt: startsAt + 24.5 * HOUR })
    deliverEmails(app)
    expect(sent(app)).toEqual(['confirmed', 'move-received', 'move-asked'])
  })

  it('is not told when the move that followed it stays: the patient gets the new time only', () => {
    const { app, id, startsAt } = confirmed()
    app.pass(1000)
    const day = startsAt + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: day, message: '', notify: true, undoable: true })
    app.pass(UNDO_MS)
    deliverEmails(app)
    expect(sent(app)).toEqual(['moved'])
    expect(startsInCalendar(app, id)).toEqual([day])
  })

  it('is taken back once', () => {
    const { undo } = confirmed()
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

const ANY_TIME = { not_before: null, weekdays: [], parts: [] }

describe('a cancellation that can be taken back', () => {
  /** An appointment with paddings whose patient asks for another time and waits for an earlier one. */
  function cancelled(notify = true) {
    const app = openTestApp()
    app.setUpOdoo()
    const { id, startsAt } = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      status: 'confirmed',
    })
    app.change('update occupations set starts_at = starts_at - 300000, ends_at = ends_at + 600000')
    moveByPatient(app.ctx(), id, { start: startsAt + DAY_LENGTH, message: '' })
    addToWaitingList(app.assistant(), { booking_id: id, not_after: '2027-01-11', ...ANY_TIME })
    app.change(`update messages set status = 'sent'`)
    const before = { ...getBooking(app.ctx(), id) }
    const occupied = app.rows(
      'select booking_id, move_of, starts_at, ends_at from occupations order by starts_at',
    )
    const { undoUntil } = cancelByStaff(app.assistant(), id, '', { by: 'patient', undoable: true, notify })
    return { app, id, startsAt, before, occupied, undoUntil, undo: () => undoDecision(app.assistant(), id) }
  }

  it('stands again with its time, the other time that was asked for and its place in the waiting list', () => {
    const { app, id, before, occupied, undoUntil, undo } = cancelled()
    expect(undoUntil).toBe(app.ctx().now + UNDO_MS)
    expect(getBooking(app.ctx(), id)).toMatchObject({ status: 'cancelled', cancelledBy: 'patient' })
    expect(app.rows('select id from occupations')).toEqual([])
    app.pass(UNDO_MS - 1)
    const { updatedAt: _, calendarSequence: __, ...back } = undo()
    const { updatedAt: ___, calendarSequence: ____, ...was } = before
    expect(back).toEqual(was)
    const now = app.rows('select booking_id, move_of, starts_at, ends_at from occupations order by starts_at')
    expect(now).toEqual(occupied)
    expect(app.rows('select id from waiting_entries where ended_at is null')).toHaveLength(1)
    app.pass(MINUTE)
    expect(CHANNELS.map((channel) => claimDue(app.ctx(), { channel, lane: 'others' }, MINUTE)?.kind)).toEqual(
      [undefined, undefined, 'erp-push'],
    )
  })

  it('stands again also where an absence lies over a padding of the time that was asked for', () => {
    const { app, before, occupied, undo } = cancelled()
    const end = before.endsAt + DAY_LENGTH
    saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, start: end, end: end + HOUR })
    undo()
    const ofBookings =
      'select booking_id, move_of, starts_at, ends_at from occupations where absence_id is null'
    expect(app.rows(`${ofBookings} order by starts_at`)).toEqual(occupied)
  })

  it('is told by e-mail that is meant for who has called, after ten seconds', () => {
    const { app } = cancelled()
    const kinds = () => app.rows(`select channel, kind from messages where kind = 'cancelled'`)
    expect(kinds()).toEqual([{ channel: 'email', kind: 'cancelled' }])
    app.pass(UNDO_MS - 1)
    expect(claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)).toBeUndefined()
    app.pass(1)
    expect(claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.text).toContain(
      'wie gewünscht abgesagt',
    )
  })

  it('is told to nobody without a message', () => {
    const { app } = cancelled(false)
    expect(app.rows(`select id from messages where kind like 'cancelled%'`)).toEqual([])
  })

  it('stays cancelled after ten seconds, and when somebody else has got the time', () => {
    const late = cancelled()
    late.app.pass(UNDO_MS)
    expect(late.undo).toThrow(expect.objectContaining(TOLD))
    const taken = cancelled()
    insertBooking(taken.app.ctx().db, { email: 'otto@beispielmann.example' })
    expect(taken.undo).toThrow(expect.objectContaining({ code: 'slot_taken' }))
    expect(getBooking(taken.app.ctx(), taken.id).status).toBe('cancelled')
  })
})
