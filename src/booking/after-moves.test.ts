import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { insertBooking } from '../testing/bookings.ts'
import { codeAndSentence, refusalCode } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { type Decision, decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { remindDue } from './reminders.ts'

const FROM = '2027-01-12T08:30:00+01:00'
const TO = '2027-01-17T20:10:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** Adds a booking that starts at `FROM`. */
const addBooking = (status: 'requested' | 'confirmed') =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(FROM), status })

/** Moves a booking to `TO` for the practice, and notifies the patient. */
const move = ({ id }: Booking) =>
  moveBooking(app.assistant(), id, { start: Date.parse(TO), message: '', notify: true })

describe('after a move by the practice', () => {
  it('links from before the move are refused, and a new link decides', () => {
    const booking = addBooking('requested')
    move(booking)
    const linkBefore = { start: Date.parse(FROM), moves: 0 }
    const newLink = { start: Date.parse(TO), moves: 1 }
    const decideBy = (decision: Decision, link: typeof newLink) =>
      decideBooking(app.ctx(), booking.id, { decision, link })
    const refused = [
      'bad_signature',
      'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber in der Verwaltung.',
    ]
    expect(codeAndSentence(() => decideBy('confirm', linkBefore))).toEqual(refused)
    expect(codeAndSentence(() => decideBy('reject', linkBefore))).toEqual(refused)
    expect(decideBy('confirm', newLink).booking.status).toBe('confirmed')
    // Repeating the decision by the outdated link is refused too.
    expect(codeAndSentence(() => decideBy('confirm', linkBefore))).toEqual(refused)
  })

  it('a reminder of the new time is sent, even if there was one of the old time', () => {
    const booking = addBooking('confirmed')
    /** Runs the job at a time. @returns the number of reminders by e-mail until then */
    const remindAt = (time: string) => {
      app.setClock(time)
      remindDue(app.ctx())
      return app.rows(`select id from messages where kind = 'reminder' and channel = 'email'`).length
    }
    expect(remindAt('2027-01-11T09:00:00+01:00')).toBe(1)
    move(booking)
    // The reminder is due 48 hours before `TO`, at night, and is therefore sent on the next morning.
    expect(remindAt('2027-01-15T19:00:00+01:00')).toBe(1)
    expect(remindAt('2027-01-16T08:00:00+01:00')).toBe(2)
  })

  it('a failed message about the old time is not retried', () => {
    const booking = addBooking('requested')
    decideBooking(app.ctx(), booking.id, { decision: 'confirm' })
    const [failed] = app.rows<{ id: number }>(
      `update messages set status = 'failed' where channel = 'email' and kind = 'confirmed' returning id`,
    )
    if (failed === undefined) throw new Error('There is no e-mail that confirms the booking.')
    move(booking)
    expect(refusalCode(() => retryMessage(app.ctx(), 'email', failed.id))).toBe('conflict')
  })
})
