import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { messages } from '../db/schema.ts'
import { claimDue } from '../messaging/outbox/leases.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openConfirmedApp, TOO_LATE_TO_UNDO } from '../testing/confirmed-app.ts'
import { CALLER } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { remindDue } from './reminders.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'

/** The kinds that `claimKinds` returns for e-mail, SMS and Odoo after a confirmation. */
const CONFIRMED = ['confirmed', 'confirmed', 'erp-push']
/** The kinds that `claimKinds` returns while nothing is due. */
const NOTHING = [undefined, undefined, undefined]

describe('an undoable confirmation', () => {
  it('is announced after ten seconds', () => {
    const { app, undoUntil, claimKinds, readStatus } = openConfirmedApp()
    expect([readStatus(), undoUntil]).toEqual(['confirmed', app.ctx().now + UNDO_MS])
    app.pass(UNDO_MS - 1)
    expect(claimKinds()).toEqual(NOTHING)
    app.pass(1)
    expect(claimKinds()).toEqual(CONFIRMED)
  })

  it('leaves a request with its time when undone, and sends nothing', () => {
    const { app, id, undo, claimKinds } = openConfirmedApp()
    app.pass(UNDO_MS - 1)
    expect(undo()).toMatchObject({ id, status: 'requested' })
    app.pass(MINUTE)
    expect(claimKinds()).toEqual(NOTHING)
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: id }])
    const by = { actor_name: 'assistenz@ordination.example' }
    const [_requested, _confirmed, ...laterEvents] = app.rows(
      'select kind, actor_name from events order by id',
    )
    expect(laterEvents).toEqual([{ kind: 'undone', ...by }])
    expect(app.rows('select action, actor_name from audit where action like ?', '%undone')).toEqual([
      { action: 'booking-undone', ...by },
    ])
  })

  it('can be made again after an undo, and is then announced once', () => {
    const { app, confirm, undo, claimKinds } = openConfirmedApp()
    undo()
    confirm()
    app.pass(UNDO_MS)
    expect(claimKinds()).toEqual(CONFIRMED)
    expect(claimKinds()).toEqual(NOTHING)
  })

  it('cannot be undone after ten seconds, whether or not a message was sent', () => {
    const { app, undo, readStatus } = openConfirmedApp()
    app.pass(UNDO_MS)
    expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
    expect(readStatus()).toBe('confirmed')
  })

  it('cannot be undone after an upgrade from a version that did not store the earlier state', () => {
    const { app, undo, readStatus } = openConfirmedApp()
    app.changeRows('update events set before = null')
    expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
    expect(readStatus()).toBe('confirmed')
  })

  it('stores nothing that identifies the patient', () => {
    const { app, startsAt } = openConfirmedApp()
    const [event] = app.rows<{ before: string }>('select before from events where before is not null')
    expect(JSON.parse(event?.before ?? '')).toEqual({
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

  it('cannot be undone once the worker has claimed one of its messages', () => {
    const { app, undo, readStatus } = openConfirmedApp()
    const { db, now } = app.ctx()
    db.update(messages).set({ dueAt: now }).where(eq(messages.channel, 'sms')).run()
    claimDue(app.ctx(), { channel: 'sms', lane: 'others' }, MINUTE)
    expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
    expect(readStatus()).toBe('confirmed')
    expect(app.rows('select id from messages')).toHaveLength(CONFIRMED.length)
  })

  it('cannot be undone once the patient has been reminded', () => {
    const { app, startsAt, confirm, undo } = openConfirmedApp()
    undo()
    const reminderDueAt = startsAt - 48 * HOUR
    // The reminder is due while the confirmation can still be undone.
    app.setClock(isoAt(reminderDueAt - UNDO_MS / 2))
    confirm()
    app.pass(UNDO_MS / 2)
    remindDue(app.ctx())
    expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
  })

  it('can be undone only once', () => {
    const { undo } = openConfirmedApp()
    undo()
    const message = 'Dieser Termin wartet schon wieder auf eine Entscheidung.'
    expect(undo).toThrow(expect.objectContaining({ code: 'already_decided', message }))
  })
})

describe('undoing', () => {
  it('a move restores the time before it, even if an absence overlaps its padding', () => {
    const app = openTestApp()
    const start = Date.parse('2027-01-13T09:00:00+01:00')
    const booking = { serviceId: 'akupunktur', start, contact: CALLER, message: '' }
    const { id, endsAt } = createManualBooking(app.assistant(), booking)
    const [[, reservedUntil] = []] = app.occupied()
    // The service has a padding after it.
    expect(reservedUntil).toBeGreaterThan(endsAt)
    const overPadding = { start: endsAt, end: endsAt + HOUR }
    saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, ...overPadding })
    const occupiedBefore = app.occupied()

    const nextDay = start + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: nextDay, message: '', notify: true, undoable: true })
    const moved = app.rows('select starts_at, ends_at from occupations where booking_id = ?', id)
    expect(undoChange(app.assistant(), id).startsAt).toBe(start)
    expect(app.occupied()).toEqual(occupiedBefore)
    expect(app.rows('select starts_at, ends_at from freed_times')).toEqual(expect.arrayContaining(moved))
  })

  it('an entry leaves its time to an absence that was saved since', () => {
    const app = openTestApp()
    const start = Date.parse('2027-01-13T09:00:00+01:00')
    const booking = { serviceId: 'folgebehandlung', start, contact: CALLER, message: '', undoable: true }
    const { id } = createManualBooking(app.assistant(), booking)
    const closed = { start: start - HOUR, end: start + HOUR }
    saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, ...closed })
    undoChange(app.assistant(), id)
    expect(app.occupied()).toEqual([[closed.start, closed.end]])
  })
})

it('a decision that is not undoable is announced at once', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db)
  expect(decideBooking(app.ctx(), id, { decision: 'confirm' }).undoUntil).toBeUndefined()
  expect(() => undoChange(app.ctx(), id)).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
  expect(claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind).toBe('confirmed')
})
