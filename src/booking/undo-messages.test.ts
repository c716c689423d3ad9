import { describe, expect, it } from 'vitest'
import { claimDue, insertMessage } from '../messaging/outbox/queue.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openConfirmedApp, TOLD } from '../testing/confirmed-app.ts'
import { deliverEmails, startsInCalendar } from '../testing/patient-calendar.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { UNDO_MS } from './undo.ts'

/** Returns the kinds of the e-mails that have left, in the order in which they were written. */
const sentKinds = (app: TestApp) =>
  app
    .rows(`select kind from messages where channel = 'email' and status = 'sent' order by id`)
    .map(({ kind }) => kind)

/** Claims two e-mails that are due, and returns their kinds in this order. */
const claimTwoEmails = (app: TestApp) =>
  [1, 2].map(() => claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)?.kind)

describe('a decision that can be taken back', () => {
  it('is told before the move that follows it, and stays', () => {
    const { app, id, startsAt, undo } = openConfirmedApp()
    app.pass(1000)
    moveBooking(app.assistant(), id, { start: startsAt + DAY_LENGTH, message: '', notify: true })
    expect(claimTwoEmails(app)).toEqual(['confirmed', 'moved'])
    expect(undo).toThrow(expect.objectContaining(TOLD))
  })

  it('is told before the cancellation that follows it', () => {
    const { app, id, undo } = openConfirmedApp()
    cancelByPatient(app.ctx(), id, '')
    expect(claimTwoEmails(app)).toEqual(['confirmed', 'cancelled'])
    const message = 'Dieser Termin wurde bereits abgesagt.'
    expect(undo).toThrow(expect.objectContaining({ code: 'already_decided', message }))
  })

  it('is told, once, when the move that followed it is taken back', () => {
    const { app, id, startsAt, undo } = openConfirmedApp()
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
    const { app, id, startsAt, undo } = openConfirmedApp()
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
    const { app, id, startsAt } = openConfirmedApp()
    app.pass(1000)
    const day = startsAt + DAY_LENGTH
    moveBooking(app.assistant(), id, { start: day, message: '', notify: true, undoable: true })
    app.pass(UNDO_MS)
    deliverEmails(app)
    expect(sentKinds(app)).toEqual(['moved'])
    expect(startsInCalendar(app, id)).toEqual([day])
  })
})

describe('of two decisions at the same moment', () => {
  /** Confirms two requests one after the other, both so that they can be taken back. */
  function openTwo() {
    const first = openConfirmedApp()
    const { app, startsAt } = first
    const other = insertBooking(app.ctx().db, {
      serviceId: 'folgebehandlung',
      startsAt: startsAt + DAY_LENGTH,
    })
    decideBooking(app.assistant(), other.id, { decision: 'confirm', undoable: true })
    return { ...first, otherId: other.id }
  }
  const messagesOf = (app: TestApp, bookingId: string) =>
    app.rows('select kind, channel, due_at from messages where booking_id = ? order by id', bookingId)

  it('one is taken back, and the messages of the other stay and wait on', () => {
    const { app, id, otherId, undo } = openTwo()
    const before = messagesOf(app, otherId)
    undo()
    expect(messagesOf(app, id)).toEqual([])
    expect(messagesOf(app, otherId)).toEqual(before)
    expect(before).toHaveLength(3)
  })

  it('one is told before the change that follows it, and the other waits on', () => {
    const { app, id, otherId } = openTwo()
    const before = messagesOf(app, otherId)
    cancelByPatient(app.ctx(), id, '')
    expect(messagesOf(app, otherId)).toEqual(before)
  })

  it('one can be taken back although the other has been told, and even reminded of', () => {
    const { app, otherId, undo, status } = openTwo()
    app.change('update messages set attempts = 1 where booking_id = ?', otherId)
    const reminder = { channel: 'email', kind: 'reminder', recipient: 'a@b.at', text: '' } as const
    insertMessage(app.ctx(), { ...reminder, bookingId: otherId })
    undo()
    expect(status()).toBe('requested')
  })
})

it('a change that can be taken back delays no message about another appointment', () => {
  const app = openTestApp()
  const { db, now } = app.ctx()
  const [told, undoable] = [0, 1].map((days) =>
    insertBooking(db, { startsAt: now + 2 * DAY_LENGTH + days * DAY_LENGTH }),
  )
  decideBooking(app.assistant(), told?.id ?? '', { decision: 'confirm' })
  decideBooking(app.assistant(), undoable?.id ?? '', { decision: 'confirm', undoable: true })
  expect(app.rows(`select booking_id, due_at from messages where channel = 'email' order by id`)).toEqual([
    { booking_id: told?.id, due_at: now },
    { booking_id: undoable?.id, due_at: now + UNDO_MS },
  ])
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
