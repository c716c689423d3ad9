import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { erpEvents, messages } from '../db/schema.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { MINUTE } from '../shared/day.ts'
import { openAppAhead } from '../testing/app-ahead.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import type { TestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

describe('after the clock was set back by three days, in the outbox', () => {
  it('a waiting message is due within its retry time, and one that is being sent within a lease', () => {
    const app = openAppAhead()
    storeMail(app, { attempts: 0, dueInMinutes: 0 })
    storeMail(app, { attempts: 3, dueInMinutes: 30 })
    storeMail(app, { status: 'sending', attempts: 1, dueInMinutes: 1 })
    app.setBack()
    // These are the longest waits: before the first attempt, after the third one, and for a lease
    // (messaging/outbox/retry-times.ts).
    expect(minutesUntilDue(app)).toEqual([1, 30, 5])
  })

  it('a message that was stored after the correction keeps its time', () => {
    const app = openAppAhead()
    app.setBack()
    // The fifth failed attempt is followed by the longest wait: 720 minutes.
    storeMail(app, { attempts: 5, dueInMinutes: 700 })
    // After a refusal that is not counted as an attempt, a message waits for up to five minutes.
    storeMail(app, { attempts: 0, dueInMinutes: 4, error: 'abgelehnt' })
    correctFutureTimes(app.ctx())
    expect(minutesUntilDue(app)).toEqual([700, 4])
  })

  it('the links of an answered request lose their signatures', async () => {
    const app = openAppAhead()
    const { id } = (await book(app, app.browser(), '2027-01-19T08:30:00+01:00')).json
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.changeRows(`update messages set status = 'sent'`)
    app.setBack()
    app.pass(MINUTE)
    dropSpentSignatures(app.ctx())
    expect(app.rows(`select id from messages where text like '%&sig=%'`)).toEqual([])
  })

  it('a push to Odoo counts as made now, so that later changes in Odoo are noticed', () => {
    const app = openAppAhead()
    const { id, startsAt, endsAt } = insertBooking(app.ctx().db)
    const pushed = { bookingId: id, eventId: 1, startsAt, endsAt, active: true, pushedAt: Date.now() }
    app.ctx().db.insert(erpEvents).values(pushed).run()
    app.setBack()
    expect(app.rows('select pushed_at from erp_events')).toEqual([{ pushed_at: Date.now() }])
  })
})

/** An e-mail that waits for its next attempt, or is being sent. */
type WaitingMail = Readonly<{
  status?: 'queued' | 'sending'
  /** Attempts that were counted. */
  attempts: number
  dueInMinutes: number
  /** The failure of the last attempt, counted or not. */
  error?: string
}>

/** Stores an e-mail that is due in this many minutes by the present clock. */
function storeMail(app: TestApp, { status = 'queued', attempts, dueInMinutes, error }: WaitingMail): void {
  const content = { channel: 'email', kind: 'test', recipient: 'a@b.example', text: '' } as const
  const { id } = insertMessage(app.ctx(), content)
  const dueAt = Date.now() + dueInMinutes * MINUTE
  app
    .ctx()
    .db.update(messages)
    .set({ status, attempts, dueAt, error: error ?? null })
    .where(eq(messages.id, id))
    .run()
}

/** Returns the minutes until each e-mail is due, in the order in which they were stored. */
function minutesUntilDue(app: TestApp): number[] {
  const stored = app.ctx().db.select().from(messages).orderBy(messages.id).all()
  return stored.map(({ dueAt }) => (dueAt - Date.now()) / MINUTE)
}
