import { beforeEach, describe, expect, it } from 'vitest'
import { bookings, type Message } from '../../db/schema.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { CHANGED, GONE, openStalenessApp, type StalenessApp } from '../../testing/staleness-app.ts'
import { isStale } from './staleness.ts'

let app: StalenessApp
beforeEach(() => {
  app = openStalenessApp()
})

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
    const { id: bookingId } = insertBooking(app.db, { status })
    expect(app.whyNotSent(app.addMessage({ channel, kind, bookingId }))).toBeUndefined()
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
    const { id: bookingId } = insertBooking(app.db, { status })
    expect(app.whyNotSent(app.addMessage({ channel, kind, bookingId }))).toBe(CHANGED)
  })

  it('that reports something is not sent at a later attempt either, once the booking is called off', () => {
    const { id: bookingId } = insertBooking(app.db, { status: 'cancelled' })
    expect(app.whyNotSent(app.addMessage({ kind: 'confirmed', bookingId, attempts: 2 }))).toBe(CHANGED)
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
    const { id: bookingId, startsAt } = insertBooking(app.db, { status: 'confirmed' })
    const whyNotSentWith = (statedStart: Instant) =>
      app.whyNotSent(app.addMessage({ ...sent, bookingId, startsAt: statedStart }))
    expect(whyNotSentWith(startsAt)).toBeUndefined()
    expect(whyNotSentWith(startsAt - MINUTE)).toBe(CHANGED)
  })

  it('must state the time of the appointment, or the requested time if it is about a move', () => {
    const { id: bookingId, startsAt } = insertBooking(app.db, { status: 'confirmed' })
    const wantedStart = startsAt + MINUTE
    app.db.update(bookings).set({ moveToAt: wantedStart }).run()
    const isStaleWith = (kind: Message['kind'], statedStart: Instant) =>
      isStale(app.ctx, app.addMessage({ kind, bookingId, startsAt: statedStart }))
    expect(isStaleWith('confirmed', startsAt)).toBe(false)
    expect(isStaleWith('confirmed', wantedStart)).toBe(true)
    expect(isStaleWith('move-asked', startsAt)).toBe(true)
    expect(isStaleWith('move-asked', wantedStart)).toBe(false)
  })
})

describe('a message', () => {
  it('without its content is not sent', () => {
    const emptied = 'Inhalt auf Wunsch der Person gelöscht.'
    expect(app.whyNotSent(app.addMessage({ kind: 'test', emptied }))).toBe(emptied)
  })

  it.each([
    { channel: 'sms', kind: 'confirmed', reason: GONE },
    { channel: 'email', kind: 'reminder', reason: GONE },
    { channel: 'email', kind: 'unanswered', reason: GONE },
    { channel: 'email', kind: 'confirmed', reason: undefined },
  ] as const)('about a deleted appointment by $channel, $kind: $reason', ({ channel, kind, reason }) => {
    expect(app.whyNotSent(app.addMessage({ channel, kind, bookingId: null }))).toBe(reason)
  })

  it('that offers a time is stale without its offer', () => {
    expect(isStale(app.ctx, app.addMessage({ kind: 'offer' }))).toBe(true)
  })
})

describe('a message about a series', () => {
  /** Adds an appointment of the series. Returns its id. */
  const addToSeries = (status: 'cancelled' | 'confirmed', startsAt: Instant) =>
    insertBooking(app.db, { status, startsAt, seriesId: 'series' }).id

  it('is sent while one of its appointments takes place', () => {
    const cancelledId = addToSeries('cancelled', app.ctx.now + DAY_LENGTH)
    const confirmedId = addToSeries('confirmed', app.ctx.now + 2 * DAY_LENGTH)
    const whyNotSentAbout = (bookingId: string | null) =>
      app.whyNotSent(app.addMessage({ kind: 'series-confirmed', bookingId }))
    expect(whyNotSentAbout(cancelledId)).toBeUndefined()
    expect(whyNotSentAbout(confirmedId)).toBeUndefined()
    expect(whyNotSentAbout(null)).toBe(CHANGED)

    app.db.update(bookings).set({ status: 'cancelled' }).run()
    expect(whyNotSentAbout(cancelledId)).toBe(CHANGED)
    expect(whyNotSentAbout(confirmedId)).toBe(CHANGED)
  })
})
