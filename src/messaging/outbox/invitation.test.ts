import { expect, it } from 'vitest'
import { type Booking, messages } from '../../db/schema.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { hasInvitationLeft } from './invitation.ts'

type NewMessage = Partial<typeof messages.$inferInsert>

/** Returns whether the booking's calendar entry has left, where there is this message only. */
function hasLeft(changes: NewMessage, booking: Partial<Booking> = {}): boolean {
  const ctx = openTestApp({ empty: true }).ctx()
  const { id: bookingId, seriesId } = insertBooking(ctx.db, booking)
  const times = { createdAt: NOW, dueAt: NOW }
  const row = { channel: 'email', kind: 'confirmed', status: 'sent', calendar: 'BEGIN:VCALENDAR' } as const
  const content = { recipient: 'rosa@musterfrau.example', text: '', logUuid: crypto.randomUUID() }
  ctx.db
    .insert(messages)
    .values({ ...row, ...content, ...times, bookingId, ...changes })
    .run()
  return hasInvitationLeft(ctx, { id: bookingId, seriesId })
}

it.each<[string, NewMessage, boolean]>([
  ['was sent', {}, true],
  ['is being sent', { status: 'sending' }, true],
  ['was tried', { status: 'queued', attempts: 1 }, true],
  ['waits', { status: 'queued' }, false],
  ['was suppressed', { status: 'suppressed' }, false],
  ['has no calendar entry', { calendar: null }, false],
  ['is packed', { calendar: null, packed: Buffer.from('body') }, true],
  ['was emptied', { calendar: null, emptied: 'Gelöscht.' }, true],
  ['is about a move', { kind: 'moved' }, true],
  ['cancels', { kind: 'cancelled' }, false],
  ['is an SMS', { channel: 'sms' }, false],
  ['is about another booking', { bookingId: null }, false],
])('the calendar entry of a booking whose message %s: %o has left: %s', (_, changes, expected) => {
  expect(hasLeft(changes)).toBe(expected)
})

it.each<[string, NewMessage, boolean]>([
  ['was sent', { kind: 'series-confirmed' }, true],
  ['waits', { kind: 'series-moved', status: 'queued' }, true],
  ['was suppressed', { kind: 'series-confirmed', status: 'suppressed' }, false],
  ['ends it', { kind: 'series-cancelled' }, false],
])('the calendar entry of a series whose message %s: %o has left: %s', (_, changes, expected) => {
  expect(hasLeft({ ...changes, calendar: null }, { seriesId: 'series' })).toBe(expected)
})

it('the calendar entry of a series has not left with that of another series', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  const [own, other] = ['own', 'other'].map((seriesId, i) =>
    insertBooking(ctx.db, { seriesId, startsAt: NOW + i * HOUR }),
  )
  const content = { recipient: 'rosa@musterfrau.example', text: '', logUuid: 'a', createdAt: NOW, dueAt: NOW }
  ctx.db
    .insert(messages)
    .values({ ...content, channel: 'email', kind: 'series-confirmed', status: 'sent', bookingId: other?.id })
    .run()
  expect([own, other].map((booking) => booking && hasInvitationLeft(ctx, booking))).toEqual([false, true])
})
