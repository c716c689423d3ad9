import { describe, expect, it } from 'vitest'
import { type Booking, messages } from '../../db/schema.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { hasInvitationLeft } from './calendar-invitation.ts'

type NewMessage = Partial<typeof messages.$inferInsert>

/** Returns whether the booking's calendar entry has left, if this is the only message. */
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

describe('the calendar entry of a booking', () => {
  it.each<[string, NewMessage]>([
    ['was sent', {}],
    ['is being sent', { status: 'sending' }],
    ['was tried', { status: 'queued', attempts: 1 }],
    ['is packed', { calendar: null, packed: Buffer.from('body') }],
    ['was emptied', { calendar: null, emptied: 'Gelöscht.' }],
    ['is about a move', { kind: 'moved' }],
  ])('has left with a message that %s', (_, changes) => {
    expect(hasLeft(changes)).toBe(true)
  })

  it.each<[string, NewMessage]>([
    ['waits', { status: 'queued' }],
    ['was suppressed', { status: 'suppressed' }],
    ['has no calendar entry', { calendar: null }],
    ['cancels', { kind: 'cancelled' }],
    ['is an SMS', { channel: 'sms' }],
    ['is about another booking', { bookingId: null }],
  ])('has not left with a message that %s', (_, changes) => {
    expect(hasLeft(changes)).toBe(false)
  })
})

describe('the calendar entry of a series', () => {
  const hasLeftWith = (changes: NewMessage) => hasLeft({ ...changes, calendar: null }, { seriesId: 'series' })

  it.each<[string, NewMessage]>([
    ['was sent', { kind: 'series-confirmed' }],
    ['waits', { kind: 'series-moved', status: 'queued' }],
  ])('has left with a message that %s', (_, changes) => {
    expect(hasLeftWith(changes)).toBe(true)
  })

  it.each<[string, NewMessage]>([
    ['was suppressed', { kind: 'series-confirmed', status: 'suppressed' }],
    ['cancels the series', { kind: 'series-cancelled' }],
  ])('has not left with a message that %s', (_, changes) => {
    expect(hasLeftWith(changes)).toBe(false)
  })
})

it('the calendar entry of a series has not left with the entry of another series', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  const own = insertBooking(ctx.db, { seriesId: 'own', startsAt: NOW })
  const other = insertBooking(ctx.db, { seriesId: 'other', startsAt: NOW + HOUR })
  const content = { recipient: 'rosa@musterfrau.example', text: '', logUuid: 'a', createdAt: NOW, dueAt: NOW }
  ctx.db
    .insert(messages)
    .values({ ...content, channel: 'email', kind: 'series-confirmed', status: 'sent', bookingId: other.id })
    .run()
  expect(hasInvitationLeft(ctx, own)).toBe(false)
  expect(hasInvitationLeft(ctx, other)).toBe(true)
})
