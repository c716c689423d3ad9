import { beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../access/crypto.ts'
import { type Booking, emailVerifications } from '../db/schema.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { closeMyBookings, listMyBookings } from './my-bookings.ts'

/** The secret of the patient's browser, in which the list is open. */
const BROWSER = 'the patient’s'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  insertVerification(BROWSER)
})

/** Verifies the e-mail address in a browser, which opens the list of its appointments there. */
function insertVerification(
  browser: string,
  changes: Partial<typeof emailVerifications.$inferInsert> = {},
): void {
  const { db, now } = app.ctx()
  const secrets = { browser: hashToken(browser), token: crypto.randomUUID(), code: '' }
  const times = { expiresAt: now + HOUR, verifiedAt: now, seenAt: now }
  const asked = { email: 'rosa@musterfrau.example', purpose: 'my-bookings' } as const
  db.insert(emailVerifications)
    .values({ ...asked, ...secrets, ...times, ...changes })
    .run()
}

const listIn = (browser = BROWSER) => listMyBookings(app.ctx(), browser)
const isOpenIn = (browser: string) => refusalOf(() => listIn(browser)) === undefined

describe('the list of appointments', () => {
  it('has the coming appointments, the next one first, and the rest of the past year, the latest first', () => {
    const addBooking = (startsAt: number, changes: Partial<Booking> = {}) =>
      insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE, ...changes }).id
    const present = addBooking(NOW - 30 * MINUTE + 1)
    const over = addBooking(NOW - HOUR)
    const cancelled = addBooking(NOW + DAY_LENGTH, { status: 'cancelled' })
    const next = addBooking(NOW + 2 * DAY_LENGTH)
    const aYearAgo = NOW - 365 * DAY_LENGTH
    const oldest = addBooking(aYearAgo + 1, { status: 'cancelled' })
    // These two are not listed: one is too old, and the other belongs to somebody else.
    addBooking(aYearAgo)
    addBooking(NOW + 3 * DAY_LENGTH, { email: 'otto@musterfrau.example' })
    const { coming, past, email, waiting } = listIn()
    expect(coming.map(({ id }) => id)).toEqual([present, next])
    expect(past.map(({ id }) => id)).toEqual([cancelled, over, oldest])
    expect([email, waiting]).toEqual(['rosa@musterfrau.example', []])
  })

  it('stays open for an hour after it was last read, but only twelve hours after the verification', () => {
    expect(listIn().expiresAt).toBe(NOW + HOUR)
    for (let hours = 0; hours < 12; hours++) {
      app.pass(HOUR - 1)
      expect(listIn().expiresAt).toBe(Math.min(app.ctx().now + HOUR, NOW + 12 * HOUR))
    }
    app.setClock(new Date(NOW + 12 * HOUR).toISOString())
    expect(isOpenIn(BROWSER)).toBe(false)

    insertVerification('other')
    app.pass(HOUR)
    expect(isOpenIn('other')).toBe(false)
  })

  it('belongs to the e-mail address that the browser last verified for this purpose', () => {
    app.pass(1)
    insertVerification(BROWSER, { email: 'otto@musterfrau.example' })
    insertVerification('booking', { purpose: 'booking' })
    insertVerification('asked', { verifiedAt: null, seenAt: null })
    expect(listIn().email).toBe('otto@musterfrau.example')
    expect(['booking', 'asked', 'none'].map(isOpenIn)).toEqual([false, false, false])
  })

  it('is recorded as read at most once a minute', () => {
    const seenAfter = (passed: number) => {
      app.pass(passed)
      listIn()
      return app.rows<{ seen_at: number }>('select seen_at from email_verifications')[0]?.seen_at
    }
    expect(seenAfter(MINUTE - 1)).toBe(NOW)
    expect(seenAfter(1)).toBe(NOW + MINUTE)
  })

  it('can be closed in one browser, which stays verified for booking', () => {
    insertVerification('other')
    insertVerification(BROWSER, { purpose: 'booking' })
    closeMyBookings(app.ctx(), BROWSER)
    expect([BROWSER, 'other'].map(isOpenIn)).toEqual([false, true])
    expect(app.rows('select browser, purpose from email_verifications order by purpose')).toEqual([
      { browser: hashToken(BROWSER), purpose: 'booking' },
      { browser: hashToken('other'), purpose: 'my-bookings' },
    ])
  })

  it('stays open everywhere when a browser without a cookie closes it', () => {
    closeMyBookings(app.ctx(), undefined)
    expect(isOpenIn(BROWSER)).toBe(true)
  })
})
