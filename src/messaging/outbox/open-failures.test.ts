import { describe, expect, it } from 'vitest'
import { offers } from '../../db/schema.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking, insertOffer } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { insertMessage } from './queue.ts'
import { outboxState } from './state.ts'

/** Stores a failed message about a series with a cancelled appointment, and counts the open failures. */
function countFailuresWith(channel: 'email' | 'sms'): number {
  const ctx = openTestApp({ empty: true }).ctx()
  const { id: bookingId } = insertBooking(ctx.db, { status: 'cancelled', seriesId: 'series' })
  const message = { channel, kind: 'series-confirmed', recipient: 'a@b.at', text: '', bookingId } as const
  insertMessage(ctx, message, { status: 'failed' })
  return outboxState(ctx)[channel].failed
}

// The rule is tested through the state, which counts open failures.
describe('a failed message about a series with a cancelled appointment', () => {
  it('is an open failure if it is an e-mail, because an e-mail names all appointments of the series', () => {
    expect(countFailuresWith('email')).toBe(1)
  })

  it('is no open failure if it is an SMS', () => {
    expect(countFailuresWith('sms')).toBe(0)
  })
})

it('a failed offer is an open failure until the offer has ended', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  const { db } = ctx
  const countOpen = () => outboxState(ctx).email.failed
  const { id: bookingId, startsAt } = insertBooking(db, { status: 'confirmed' })
  insertOffer(db, { bookingId, startsAt: startsAt + HOUR, expiresAt: ctx.now + HOUR })
  const offerId = db.select().from(offers).get()?.id ?? ''
  const message = {
    channel: 'email',
    kind: 'offer',
    recipient: 'a@b.at',
    text: '',
    bookingId,
    offerId,
  } as const
  insertMessage(ctx, message, { status: 'failed' })
  expect(countOpen()).toBe(1)
  db.update(offers).set({ status: 'expired' }).run()
  expect(countOpen()).toBe(0)
})
