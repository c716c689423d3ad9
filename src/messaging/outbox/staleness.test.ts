import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { bookings, type Message } from '../../db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { VERIFICATION_MINUTES } from '../kinds/email-verification.ts'
import { insertMessage } from './queue.ts'
import { findStaleReason, isStale } from './staleness.ts'

const CHANGED = 'Nicht mehr gesendet: Der Termin hat sich geändert.'
const BEGUN = 'Nicht mehr gesendet: Der Termin hat schon begonnen.'
const GONE = 'Nicht mehr gesendet: Den Termin gibt es nicht mehr.'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

/** Stores a message, by default a confirmation by e-mail at its first attempt. */
const addMessage = (changes: Partial<Message>) => {
  const { channel = 'email', kind = 'confirmed' } = changes
  return insertMessage(ctx, { channel, kind, recipient: 'r', text: '' }, { attempts: 1, ...changes })
}

describe('a message about an appointment in a certain status', () => {
  it.each([
    { channel: 'sms', kind: 'confirmed', status: 'confirmed' },
    { channel: 'sms', kind: 'reminder', status: 'confirmed' },
    { channel: 'sms', kind: 'rejected', status: 'rejected' },
    { channel: 'sms', kind: 'cancelled', status: 'cancelled' },
    { channel: 'email', kind: 'reminder', status: 'confirmed' },
    { channel: 'email', kind: 'unanswered', status: 'requested' },
    { channel: 'email', kind: 'reservation-received', status: 'confirmed' },
    // An e-mail about a cancellation is true while the booking is cancelled.
    { channel: 'email', kind: 'cancelled', status: 'cancelled' },
    // The practice still wants to know that the patient had cancelled.
    { channel: 'email', kind: 'cancelled-by-patient', status: 'confirmed' },
    // The other appointments that it names stay cancelled.
    { channel: 'email', kind: 'series-cancelled', status: 'confirmed' },
    // A test depends on no booking.
    { channel: 'email', kind: 'test', status: 'cancelled' },
  ] as const)('is sent: $channel $kind about a $status booking', ({ channel, kind, status }) => {
    const { id: bookingId } = insertBooking(ctx.db, { status })
    expect(findStaleReason(ctx, addMessage({ channel, kind, bookingId }))).toBeUndefined()
  })

  it.each([
    // An SMS, and an e-mail that asks for something, must be true.
    { channel: 'sms', kind: 'confirmed', status: 'cancelled' },
    { channel: 'sms', kind: 'reminder', status: 'cancelled' },
    { channel: 'sms', kind: 'reminder', status: 'requested' },
    { channel: 'sms', kind: 'cancelled', status: 'confirmed' },
    { channel: 'email', kind: 'reminder', status: 'cancelled' },
    { channel: 'email', kind: 'unanswered', status: 'rejected' },
    // An e-mail that reports something must not be about a booking that is called off by now.
    { channel: 'email', kind: 'confirmed', status: 'cancelled' },
    { channel: 'email', kind: 'reservation-received', status: 'rejected' },
    // The practice has reinstated a cancelled booking.
    { channel: 'email', kind: 'cancelled', status: 'confirmed' },
  ] as const)('is not sent: $channel $kind about a $status booking', ({ channel, kind, status }) => {
    const { id: bookingId } = insertBooking(ctx.db, { status })
    expect(findStaleReason(ctx, addMessage({ channel, kind, bookingId }))).toBe(CHANGED)
  })

  it('that reports something is not sent at a later attempt either, once the booking is called off', () => {
    const { id: bookingId } = insertBooking(ctx.db, { status: 'cancelled' })
    expect(findStaleReason(ctx, addMessage({ kind: 'confirmed', bookingId, attempts: 2 }))).toBe(CHANGED)
  })
})

describe('a message about an appointment that begins meanwhile', () => {
  it.each([
    { channel: 'sms', kind: 'confirmed' },
    { channel: 'email', kind: 'reminder' },
  ] as const)('is sent until the appointment begins: $channel $kind', ({ channel, kind }) => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    const message = addMessage({ channel, kind, bookingId })
    expect(findStaleReason({ ...ctx, now: startsAt - 1 }, message)).toBeUndefined()
    expect(findStaleReason({ ...ctx, now: startsAt }, message)).toBe(BEGUN)
  })

  it.each([
    { kind: 'confirmed', status: 'confirmed' },
    { kind: 'moved', status: 'requested' },
    { kind: 'reservation-received', status: 'requested' },
  ] as const)('that an outage delays is sent until the appointment begins: email $kind', (delayed) => {
    const { kind, status } = delayed
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status })
    const report = addMessage({ kind, bookingId })
    expect(findStaleReason({ ...ctx, now: startsAt - 1 }, report)).toBeUndefined()
    expect(findStaleReason({ ...ctx, now: startsAt }, report)).toBe(BEGUN)
  })

  it.each([
    { kind: 'cancelled', status: 'cancelled' },
    { kind: 'rejected', status: 'rejected' },
    // The practice still wants to know what happened.
    { kind: 'new-reservation', status: 'requested' },
    { kind: 'moved-by-patient', status: 'confirmed' },
  ] as const)('that an outage delays is sent even after the appointment begins: email $kind', (delayed) => {
    const { kind, status } = delayed
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status })
    const report = addMessage({ kind, bookingId })
    expect(findStaleReason({ ...ctx, now: startsAt - 1 }, report)).toBeUndefined()
    expect(findStaleReason({ ...ctx, now: startsAt }, report)).toBeUndefined()
  })

  it('by e-mail that was written after the start of the appointment is sent', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    const report = addMessage({ kind: 'confirmed', bookingId, createdAt: startsAt })
    expect(findStaleReason({ ...ctx, now: startsAt + MINUTE }, report)).toBeUndefined()
  })
})

describe('a message about an appointment that is moved', () => {
  it.each([
    { channel: 'sms', kind: 'confirmed', attempts: 1 },
    { channel: 'email', kind: 'reminder', attempts: 1 },
    { channel: 'email', kind: 'confirmed', attempts: 1 },
    { channel: 'email', kind: 'confirmed', attempts: 2 },
    { channel: 'email', kind: 'moved', attempts: 2 },
  ] as const)('is not sent with a former time, even at attempt $attempts: $channel $kind', (sent) => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    /** Returns why a message that states this start is not sent. */
    const reasonWith = (statedStart: number) =>
      findStaleReason(ctx, addMessage({ ...sent, bookingId, startsAt: statedStart }))
    expect(reasonWith(startsAt)).toBeUndefined()
    expect(reasonWith(startsAt - MINUTE)).toBe(CHANGED)
  })

  it('must state the time of the appointment, or the requested time if it is about a move', () => {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    ctx.db
      .update(bookings)
      .set({ moveToAt: startsAt + MINUTE })
      .run()
    const isStaleWith = (kind: Message['kind'], statedStart: number) =>
      isStale(ctx, addMessage({ kind, bookingId, startsAt: statedStart }))
    expect(isStaleWith('confirmed', startsAt)).toBe(false)
    expect(isStaleWith('confirmed', startsAt + MINUTE)).toBe(true)
    expect(isStaleWith('move-asked', startsAt)).toBe(true)
    expect(isStaleWith('move-asked', startsAt + MINUTE)).toBe(false)
  })
})

describe('a message', () => {
  it('without its content is not sent', () => {
    const emptied = 'Inhalt auf Wunsch der Person gelöscht.'
    expect(findStaleReason(ctx, addMessage({ kind: 'test', emptied }))).toBe(emptied)
  })

  it.each([
    { channel: 'sms', kind: 'confirmed', reason: GONE },
    { channel: 'email', kind: 'reminder', reason: GONE },
    { channel: 'email', kind: 'unanswered', reason: GONE },
    { channel: 'email', kind: 'confirmed', reason: undefined },
  ] as const)('about a deleted appointment by $channel, $kind: $reason', ({ channel, kind, reason }) => {
    expect(findStaleReason(ctx, addMessage({ channel, kind, bookingId: null }))).toBe(reason)
  })

  it('that offers a time is stale without its offer', () => {
    expect(isStale(ctx, addMessage({ kind: 'offer' }))).toBe(true)
  })

  it('that verifies an address is sent until its link and code expire', () => {
    const verification = addMessage({ kind: 'email-verification' })
    const expiry = NOW + VERIFICATION_MINUTES * MINUTE
    expect(findStaleReason({ ...ctx, now: expiry - 1 }, verification)).toBeUndefined()
    expect(findStaleReason({ ...ctx, now: expiry }, verification)).toBe(
      'Nicht mehr gesendet: Link und Code sind abgelaufen.',
    )
  })
})

describe('a message about a series', () => {
  /** Adds an appointment of the series. Returns its id. */
  const addToSeries = (status: 'cancelled' | 'confirmed', startsAt: number) =>
    insertBooking(ctx.db, { status, startsAt, seriesId: 'series' }).id

  it('is sent until its last appointment begins', () => {
    const lastStart = NOW + 2 * DAY_LENGTH
    const bookingId = addToSeries('confirmed', NOW + DAY_LENGTH)
    addToSeries('confirmed', lastStart)
    const report = addMessage({ kind: 'series-confirmed', bookingId })
    expect(findStaleReason({ ...ctx, now: lastStart - 1 }, report)).toBeUndefined()
    expect(findStaleReason({ ...ctx, now: lastStart }, report)).toBe(BEGUN)
  })

  it('is sent while one of its appointments takes place', () => {
    const cancelledId = addToSeries('cancelled', NOW + DAY_LENGTH)
    const confirmedId = addToSeries('confirmed', NOW + 2 * DAY_LENGTH)
    const reasonOf = (bookingId: string | null) =>
      findStaleReason(ctx, addMessage({ kind: 'series-confirmed', bookingId }))
    expect(reasonOf(cancelledId)).toBeUndefined()
    expect(reasonOf(confirmedId)).toBeUndefined()
    expect(reasonOf(null)).toBe(CHANGED)

    ctx.db.update(bookings).set({ status: 'cancelled' }).run()
    expect(reasonOf(cancelledId)).toBe(CHANGED)
    expect(reasonOf(confirmedId)).toBe(CHANGED)
  })
})
