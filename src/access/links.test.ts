import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { openDatabase } from '../db/open.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { hmac } from './crypto.ts'
import { type StaffAction, signStaffLink, verifyStaffLink } from './links.ts'

// In this folder, links-after-moves.test.ts tests links of moved appointments, and preview-signatures.test.ts
// the links to previews of e-mails.

const BOOKING_ID = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ012345'
const START = Date.parse('2027-01-12T08:30:00+01:00')
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const db = openDatabase(':memory:')
const config = { ...readConfig({}), appSecret: 'a secret for tests only, 32 bytes' }
/** Returns a context at the time `now`, by default just before the start. */
const ctx = (now: Instant = START - 1): Ctx => ({ db, now, config, actor: { kind: 'visitor' } })

/** The signature that confirms the booking BOOKING_ID, and its two parts. */
const sig = signStaffLink(ctx(), { action: 'confirm', bookingId: BOOKING_ID, start: START })
const [expiry = '', mac = ''] = sig.split('.')

/** The use of a signature: by default, to confirm the booking BOOKING_ID just before the start. */
type Use = { action?: StaffAction; bookingId?: string; now?: Instant }

/** Returns the code with which a signature is refused; undefined when it is valid. */
const refusalCodeOf = (signature: unknown, { action = 'confirm', bookingId = BOOKING_ID, now }: Use = {}) =>
  refusalOf(() => verifyStaffLink(ctx(now), { action, bookingId }, signature as string))?.code

describe('the signature of a staff link', () => {
  it('is the expiry and an HMAC-SHA256 in URL-safe characters', () => {
    expect(sig).toMatch(/^\d{10}\.[A-Za-z0-9_-]{43}$/)
    expect(Number(expiry) * 1000).toBe(START)
    expect(mac).toBe(
      hmac(ctx(), 'staff-link', ['v1', 'decide', 'confirm', BOOKING_ID, expiry]).toString('base64url'),
    )
  })

  it('expires at the start', () => {
    for (const now of [START, START + 1, START + 365 * DAY_LENGTH])
      expect(refusalCodeOf(sig, { now })).toBe('bad_signature')
  })

  it('is valid until the millisecond before the start', () => {
    for (const now of [0, START - 1]) expect(refusalCodeOf(sig, { now })).toBeUndefined()
  })

  it('is valid only for its action, booking and time', () => {
    // The largest values are in the year 2096.
    const anyLink = fc.record({
      action: fc.constantFrom<StaffAction>('confirm', 'reject'),
      bookingId: fc.base64String().map((text) => text.replace(/\W/g, '')),
      start: fc.integer({ min: 1, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
    })
    const anyInstant = fc.integer({ min: 0, max: 4_000_000_000_000 })
    fc.assert(
      fc.property(anyLink, anyLink, anyInstant, (made, other, now) => {
        const signature = signStaffLink(ctx(), made)
        expect(refusalCodeOf(signature, { ...made, now: made.start - 1 })).toBeUndefined()
        const isValid = made.action === other.action && made.bookingId === other.bookingId && now < made.start
        expect(refusalCodeOf(signature, { ...other, now })).toBe(isValid ? undefined : 'bad_signature')
      }),
    )
  })
})

describe('a wrong signature of a staff link', () => {
  it('is refused when one character was changed', () => {
    for (let place = 0; place < sig.length; place++) {
      for (const character of `${BASE64URL}.`) {
        const forged = sig.slice(0, place) + character + sig.slice(place + 1)
        if (forged !== sig) expect(refusalCodeOf(forged), forged).toBe('bad_signature')
      }
    }
  })

  it('is refused when a character is missing or added', () => {
    for (let place = 0; place < sig.length; place++)
      expect(refusalCodeOf(sig.slice(0, place) + sig.slice(place + 1))).toBe('bad_signature')
    for (let place = 0; place <= sig.length; place++)
      expect(refusalCodeOf(`${sig.slice(0, place)}A${sig.slice(place)}`)).toBe('bad_signature')
  })

  it.each<{ what: string; signature: string; use?: Use }>([
    { what: 'one for confirming, used to reject', signature: sig, use: { action: 'reject' } },
    {
      what: 'one for rejecting, used to confirm',
      signature: signStaffLink(ctx(), { action: 'reject', bookingId: BOOKING_ID, start: START }),
    },
    {
      what: 'one for another booking',
      signature: signStaffLink(ctx(), {
        action: 'confirm',
        bookingId: `${BOOKING_ID.slice(0, -1)}6`,
        start: START,
      }),
    },
    {
      what: 'one with a later expiry and the old HMAC',
      signature: `${Number(expiry) + DAY_LENGTH / 1000}.${mac}`,
    },
    { what: 'one with an earlier expiry and the old HMAC', signature: `${Number(expiry) - 1}.${mac}` },
    { what: 'one whose expiry has a leading zero', signature: `0${expiry}.${mac}` },
    { what: 'one for an empty booking id', signature: sig, use: { bookingId: '' } },
  ])('is refused when it is $what', ({ signature, use }) => {
    expect(refusalCodeOf(signature, use)).toBe('bad_signature')
  })

  it('is refused when it was made with another secret', () => {
    const otherCtx = { ...ctx(), config: { ...ctx().config, appSecret: 'y'.repeat(32) } }
    const foreign = signStaffLink(otherCtx, { action: 'confirm', bookingId: BOOKING_ID, start: START })
    expect(refusalCodeOf(foreign)).toBe('bad_signature')
  })

  it.each(['fingerprint', 'seal', 'bot-challenge'] as const)(
    'is refused when it was made with the key for another purpose: %s',
    (purpose) => {
      const parts = ['v1', 'decide', 'confirm', BOOKING_ID, expiry]
      const foreignMac = hmac(ctx(), purpose, parts).toString('base64url')
      expect(refusalCodeOf(`${expiry}.${foreignMac}`)).toBe('bad_signature')
    },
  )

  it('is refused in every other notation of the same bytes', () => {
    const bytes = Buffer.from(mac, 'base64url')
    // The last character carries unused bits; flipping the lowest gives another spelling of the same bytes.
    const otherLast = BASE64URL[BASE64URL.indexOf(mac.at(-1) ?? '') ^ 1]
    const otherMac = mac.slice(0, -1) + otherLast
    expect(Buffer.from(otherMac, 'base64url')).toEqual(bytes)
    for (const spelling of [
      `${expiry}.${otherMac}`,
      `${expiry}.${bytes.toString('base64')}`,
      `${expiry}.${mac}=`,
      `${expiry}.${bytes.toString('hex')}`,
      ` ${sig}`,
      `${sig}\n`,
      `${sig}.`,
      `${expiry}..${mac}`,
      `+${sig}`,
      `${Number(expiry).toExponential()}.${mac}`,
      encodeURIComponent(`${sig} `),
    ])
      expect(refusalCodeOf(spelling), spelling).toBe('bad_signature')
  })

  it.each([
    { what: 'empty', given: '' },
    { what: 'undefined', given: undefined },
    { what: 'null', given: null },
    { what: 'a list of two', given: [sig, sig] },
    { what: 'an object', given: { sig } },
    { what: 'a number', given: Number(expiry) },
    { what: 'true', given: true },
    { what: 'a dot', given: '.' },
    { what: 'only the expiry', given: `${expiry}.` },
    { what: 'only the HMAC', given: `.${mac}` },
  ])('is refused when it is $what', ({ given }) => {
    expect(refusalCodeOf(given)).toBe('bad_signature')
  })
})
