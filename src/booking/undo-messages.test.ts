import { describe, expect, it } from 'vitest'
import { claimDue } from '../messaging/outbox/leases.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openConfirmedApp, TOO_LATE_TO_UNDO } from '../testing/confirmed-app.ts'
import { markDueEmailsSent, startsInCalendar } from '../testing/patient-calendar.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { UNDO_MS } from './undoable-changes.ts'

/** Returns the kinds of the sent e-mails, in the order in which they were queued. */
const sentKinds = (app: TestApp) =>
  app
    .rows(`select kind from messages where channel = 'email' and status = 'sent' order by id`)
    .map(({ kind }) => kind)

/** Claims two due e-mails, and returns their kinds in this order. */
const claimTwoEmails = (app: TestApp) =>
  [1, 2].map(() => claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind)

describe('an undoable confirmation', () => {
  it('is sent before a later move, and can then no longer be undone', () => {
    const { app, id, startsAt, undo } = openConfirmedApp()
    app.pass(1000)
    moveBooking(app.assistant(), id, { start: startsAt + DAY_LENGTH, message: '', notify: true })
    expect(claimTwoEmails(app)).toEqual(['confirmed', 'moved'])
    expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
  })

  it('is sent before a later cancellation', () => {
    const { app, id, undo } = openConfirmedApp()
    cancelByPatient(app.ctx(), id, '')
    expect(claimTwoEmails(app)).toEqual(['confirmed', 'cancelled'])
    const message = 'Dieser Termin wurde bereits abgesagt.'
    expect(undo).toThrow(expect.objectContaining({ code: 'already_decided', message }))
  })

  it('is sent once when a later move is undone', () => {
    const { app, id, startsAt, undo } = openConfirmedApp()
    app.pass(1000)
    const day = startsAt + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: day, message: '', notify: true, undoable: true })
    // The worker runs before the undo, and must not suppress the first message for good as stale.
    markDueEmailsSent(app)
    app.pass(1000)
    undo()
    markDueEmailsSent(app)
    app.pass(MINUTE)
    markDueEmailsSent(app)
    expect(sentKinds(app)).toEqual(['confirmed'])
    expect(startsInCalendar(app, id)).toEqual([startsAt])
  })

  it('is sent when the confirmation of a move that the patient then asked for is undone', () => {
    const { app, id, startsAt, undo } = openConfirmedApp()
    app.pass(1000)
    const askedStart = startsAt + DAY_LENGTH + 30 * MINUTE
    moveByPatient(app.ctx(), id, { start: askedStart, message: '' })
    app.pass(1000)
    decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
    markDueEmailsSent(app)

    // The first decision can no longer be undone.
    app.pass(UNDO_MS - 1000)
    markDueEmailsSent(app)
    expect(undo()).toMatchObject({ startsAt, moveToAt: askedStart })
    markDueEmailsSent(app)
    expect(sentKinds(app)).toEqual(['confirmed', 'move-received', 'move-asked'])
  })

  it('is not sent when a later move stands, because the patient is told the new time', () => {
    const { app, id, startsAt } = openConfirmedApp()
    app.pass(1000)
    const day = startsAt + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: day, message: '', notify: true, undoable: true })
    app.pass(UNDO_MS)
    markDueEmailsSent(app)
    expect(sentKinds(app)).toEqual(['moved'])
    expect(startsInCalendar(app, id)).toEqual([day])
  })
})

describe('two confirmations at the same moment', () => {
  /** Confirms two requests at the same instant, both undoably. */
  function openTwo() {
    const first = openConfirmedApp()
    const { app, startsAt } = first
    const otherBooking = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      startsAt: startsAt + DAY_LENGTH,
    })
    decideBooking(app.assistant(), otherBooking.id, { decision: 'confirm', undoable: true })
    return { ...first, otherId: otherBooking.id }
  }
  const messagesOf = (app: TestApp, bookingId: string) =>
    app.rows('select kind, channel, due_at from messages where booking_id = ? order by id', bookingId)

  it('are undone separately, and the messages about the other booking keep waiting', () => {
    const { app, id, otherId, undo } = openTwo()
    const messagesBefore = messagesOf(app, otherId)
    undo()
    expect(messagesOf(app, id)).toEqual([])
    expect(messagesOf(app, otherId)).toEqual(messagesBefore)
    // E-mail, SMS and the push to Odoo.
    expect(messagesBefore).toHaveLength(3)
  })

  it('are sent separately: a change to one booking does not release the messages about the other', () => {
    const { app, id, otherId } = openTwo()
    const messagesBefore = messagesOf(app, otherId)
    cancelByPatient(app.ctx(), id, '')
    expect(messagesOf(app, otherId)).toEqual(messagesBefore)
  })

  it('can be undone separately, even after the patient of the other was notified and reminded', () => {
    const { app, otherId, undo, readStatus } = openTwo()
    app.changeRows('update messages set attempts = 1 where booking_id = ?', otherId)
    const reminder = { channel: 'email', kind: 'reminder', recipient: 'a@b.at', text: '' } as const
    insertMessage(app.ctx(), { ...reminder, bookingId: otherId })
    undo()
    expect(readStatus()).toBe('requested')
  })
})

it('an undoable change does not delay messages about another appointment', () => {
  const app = openTestApp()
  const { db, now } = app.ctx()
  const told = insertBooking(db, { startsAt: now + 2 * DAY_LENGTH })
  const undoable = insertBooking(db, { startsAt: now + 3 * DAY_LENGTH })
  decideBooking(app.assistant(), told.id, { decision: 'confirm' })
  decideBooking(app.assistant(), undoable.id, { decision: 'confirm', undoable: true })
  expect(app.rows(`select booking_id, due_at from messages where channel = 'email' order by id`)).toEqual([
    { booking_id: told.id, due_at: now },
    { booking_id: undoable.id, due_at: now + UNDO_MS },
  ])
})

it('an undoable change delays only messages that would be sent before it can no longer be undone', () => {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung' })
  const { now } = app.ctx()
  const insertWaiting = (dueAt: number) =>
    insertMessage(
      app.ctx(),
      { channel: 'email', kind: 'reservation-received', recipient: 'a@b.at', text: '', bookingId: id },
      { dueAt },
    ).id
  const soon = insertWaiting(now)
  const later = insertWaiting(now + MINUTE)
  /** Returns the milliseconds from now until the message is due. */
  const dueIn = (message: number) => {
    const [row] = app.rows<{ due_at: number }>('select due_at from messages where id = ?', message)
    return row && row.due_at - now
  }
  decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
  expect([dueIn(soon), dueIn(later)]).toEqual([UNDO_MS, MINUTE])
  cancelByPatient(app.ctx(), id, '')
  expect([dueIn(soon), dueIn(later)]).toEqual([0, MINUTE])
})
