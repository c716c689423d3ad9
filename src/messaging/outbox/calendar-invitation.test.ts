import { describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { type Booking, messages } from '../../db/schema.ts'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { mayHaveSentInvitation } from './calendar-invitation.ts'

type Changes = Partial<typeof messages.$inferInsert>
type Case = Readonly<{ message: string; changes: Changes }>

/** Stores a message, by default a sent confirmation with a calendar entry. */
function storeMessage(ctx: Ctx, changes: Changes): void {
  const times = { createdAt: NOW, dueAt: NOW }
  const row = { channel: 'email', kind: 'confirmed', status: 'sent', calendar: 'BEGIN:VCALENDAR' } as const
  const content = { recipient: 'rosa@musterfrau.example', text: '', logUuid: crypto.randomUUID() }
  ctx.db
    .insert(messages)
    .values({ ...row, ...content, ...times, ...changes })
    .run()
}

/** Stores a message about a new booking. @returns whether the booking's calendar entry may have been sent */
function mayHaveSent(changes: Changes, booking: Partial<Booking> = {}): boolean {
  const ctx = openTestApp({ empty: true }).ctx()
  const { id: bookingId, seriesId } = insertBooking(ctx.db, booking)
  storeMessage(ctx, { bookingId, ...changes })
  return mayHaveSentInvitation(ctx, { id: bookingId, seriesId })
}

describe('the calendar entry of a booking', () => {
  it.each<Case>([
    { message: 'was sent', changes: {} },
    { message: 'is being sent', changes: { status: 'sending' } },
    { message: 'was tried', changes: { status: 'queued', attempts: 1 } },
    { message: 'is packed', changes: { calendar: null, packed: Buffer.from('body') } },
    { message: 'was emptied', changes: { calendar: null, emptied: 'Gelöscht.' } },
    { message: 'is about a move', changes: { kind: 'moved' } },
  ])('may have been sent with a message that $message', ({ changes }) => {
    expect(mayHaveSent(changes)).toBe(true)
  })

  it.each<Case>([
    { message: 'waits', changes: { status: 'queued' } },
    { message: 'was suppressed', changes: { status: 'muted' } },
    { message: 'has no calendar entry', changes: { calendar: null } },
    { message: 'cancels', changes: { kind: 'cancelled' } },
    { message: 'is an SMS', changes: { channel: 'sms' } },
    { message: 'is about another booking', changes: { bookingId: null } },
  ])('was not sent with a message that $message', ({ changes }) => {
    expect(mayHaveSent(changes)).toBe(false)
  })
})

describe('the calendar entry of a series', () => {
  const mayHaveSentForSeries = (changes: Changes) =>
    mayHaveSent({ ...changes, calendar: null }, { seriesId: 'series' })

  it.each<Case>([
    { message: 'was sent', changes: { kind: 'series-confirmed' } },
    { message: 'waits', changes: { kind: 'series-moved', status: 'queued' } },
  ])('may have been sent with a message that $message', ({ changes }) => {
    expect(mayHaveSentForSeries(changes)).toBe(true)
  })

  it.each<Case>([
    { message: 'was suppressed', changes: { kind: 'series-confirmed', status: 'muted' } },
    { message: 'cancels the series', changes: { kind: 'series-cancelled' } },
  ])('was not sent with a message that $message', ({ changes }) => {
    expect(mayHaveSentForSeries(changes)).toBe(false)
  })

  it('was not sent with the entry of another series', () => {
    const ctx = openTestApp({ empty: true }).ctx()
    const booking = insertBooking(ctx.db, { seriesId: 'first', startsAt: NOW })
    const otherBooking = insertBooking(ctx.db, { seriesId: 'other', startsAt: NOW + HOUR })
    storeMessage(ctx, { kind: 'series-confirmed', calendar: null, bookingId: otherBooking.id })
    expect(mayHaveSentInvitation(ctx, booking)).toBe(false)
    expect(mayHaveSentInvitation(ctx, otherBooking)).toBe(true)
  })
})
