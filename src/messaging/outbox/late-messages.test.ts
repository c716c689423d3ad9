import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { BEGUN, openStalenessApp, type StalenessApp } from '../../testing/staleness-app.ts'
import { VERIFICATION_MINUTES } from '../kinds/email-verification.ts'

/** A message may be days late, for example after an outage of the mail server (`findStaleReason`). */

let app: StalenessApp
beforeEach(() => {
  app = openStalenessApp()
})

describe('a message that is late', () => {
  it.each([
    { channel: 'sms', kind: 'confirmed', status: 'confirmed' },
    { channel: 'email', kind: 'reminder', status: 'confirmed' },
    { channel: 'email', kind: 'confirmed', status: 'confirmed' },
    { channel: 'email', kind: 'moved', status: 'requested' },
    { channel: 'email', kind: 'reservation-received', status: 'requested' },
  ] as const)('is sent until the appointment begins: $channel $kind', ({ channel, kind, status }) => {
    const { id: bookingId, startsAt } = insertBooking(app.db, { status })
    const message = app.addMessage({ channel, kind, bookingId })
    expect(app.whyNotSent(message, startsAt - 1)).toBeUndefined()
    expect(app.whyNotSent(message, startsAt)).toBe(BEGUN)
  })

  it.each([
    { kind: 'cancelled', status: 'cancelled' },
    { kind: 'rejected', status: 'rejected' },
    // The practice still wants to know what happened.
    { kind: 'new-reservation', status: 'requested' },
    { kind: 'moved-by-patient', status: 'confirmed' },
  ] as const)('is sent even after the appointment begins: e-mail $kind', ({ kind, status }) => {
    const { id: bookingId, startsAt } = insertBooking(app.db, { status })
    const message = app.addMessage({ kind, bookingId })
    expect(app.whyNotSent(message, startsAt - 1)).toBeUndefined()
    expect(app.whyNotSent(message, startsAt)).toBeUndefined()
  })

  it('is sent if it is an e-mail that was written after the start of the appointment', () => {
    const { id: bookingId, startsAt } = insertBooking(app.db, { status: 'confirmed' })
    const report = app.addMessage({ kind: 'confirmed', bookingId, createdAt: startsAt })
    expect(app.whyNotSent(report, startsAt + MINUTE)).toBeUndefined()
  })

  it('is sent, if it is about a series, until the last appointment begins', () => {
    const series = { status: 'confirmed', seriesId: 'series' } as const
    const lastStart = app.ctx.now + 2 * DAY_LENGTH
    const { id: bookingId } = insertBooking(app.db, { ...series, startsAt: app.ctx.now + DAY_LENGTH })
    insertBooking(app.db, { ...series, startsAt: lastStart })
    const report = app.addMessage({ kind: 'series-confirmed', bookingId })
    expect(app.whyNotSent(report, lastStart - 1)).toBeUndefined()
    expect(app.whyNotSent(report, lastStart)).toBe(BEGUN)
  })

  it('is sent, if it verifies an address, until its link and code expire', () => {
    const verification = app.addMessage({ kind: 'email-verification' })
    const expiry = app.ctx.now + VERIFICATION_MINUTES * MINUTE
    expect(app.whyNotSent(verification, expiry - 1)).toBeUndefined()
    expect(app.whyNotSent(verification, expiry)).toBe('Nicht mehr gesendet: Link und Code sind abgelaufen.')
  })
})
