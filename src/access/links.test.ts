import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { openDatabase } from '../db/open.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { hmac } from './crypto.ts'
import {
  assertEmailPreviewSignature,
  readStaffLink,
  type StaffAction,
  signEmailPreview,
  signStaffLink,
} from './links.ts'

const ID = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ012345'
const START = Date.parse('2027-01-12T08:30:00+01:00')
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const db = openDatabase(':memory:')
const config = { ...readConfig({}), appSecret: 'a secret for tests only, 32 bytes' }
const ctx = (now: Instant = START - 1): Ctx => ({ db, now, config, actor: { kind: 'visitor' } })
const sig = signStaffLink(ctx(), { action: 'confirm', bookingId: ID, start: START })
const [expiry = '', mac = ''] = sig.split('.')

/** Returns the code with which a signature is refused; undefined when it is valid. */
const refusalCodeOf = (given: unknown, action: StaffAction = 'confirm', id = ID, now?: Instant) =>
  refusalOf(() => readStaffLink(ctx(now), { action, bookingId: id }, given as string))?.code

describe('the signature of a staff link', () => {
  it('is the expiry and an HMAC-SHA256 in URL-safe characters', () => {
    expect(sig).toMatch(/^\d{10}\.[A-Za-z0-9_-]{43}$/)
    expect(Number(expiry) * 1000).toBe(START)
    expect(mac).toBe(hmac(ctx(), 'staff-link', ['v1', 'decide', 'confirm', ID, expiry]).toString('base64url'))
  })

  it('expires at the start', () => {
    for (const now of [START, START + 1, START + 365 * DAY_LENGTH])
      expect(refusalCodeOf(sig, 'confirm', ID, now)).toBe('bad_signature')
  })

  it('is valid until the millisecond before the start', () => {
    for (const now of [0, START - 1]) expect(refusalCodeOf(sig, 'confirm', ID, now)).toBeUndefined()
  })

  it('is refused when one character was changed', () => {
    for (let i = 0; i < sig.length; i++) {
      for (const character of `${BASE64URL}.`) {
        const forged = sig.slice(0, i) + character + sig.slice(i + 1)
        if (forged !== sig) expect([forged, refusalCodeOf(forged)]).toEqual([forged, 'bad_signature'])
      }
    }
  })

  it('is refused when a character is missing or added', () => {
    for (let i = 0; i < sig.length; i++)
      expect(refusalCodeOf(sig.slice(0, i) + sig.slice(i + 1))).toBe('bad_signature')
    for (let i = 0; i <= sig.length; i++)
      expect(refusalCodeOf(`${sig.slice(0, i)}A${sig.slice(i)}`)).toBe('bad_signature')
  })

  it.each<{ what: string; given: string; action?: StaffAction; id?: string }>([
    { what: 'a confirm signature for rejecting', given: sig, action: 'reject' },
    {
      what: 'a reject signature for confirming',
      given: signStaffLink(ctx(), { action: 'reject', bookingId: ID, start: START }),
    },
    {
      what: 'one of another booking',
      given: signStaffLink(ctx(), { action: 'confirm', bookingId: `${ID.slice(0, -1)}6`, start: START }),
    },
    { what: 'a later expiry with the old code', given: `${Number(expiry) + DAY_LENGTH / 1000}.${mac}` },
    { what: 'an earlier expiry with the old code', given: `${Number(expiry) - 1}.${mac}` },
    { what: 'an expiry with a leading zero', given: `0${expiry}.${mac}` },
    { what: 'an empty booking id', given: sig, id: '' },
  ])('is refused: $what', ({ given, action = 'confirm', id = ID }) => {
    expect(refusalCodeOf(given, action, id)).toBe('bad_signature')
  })

  describe('after moves of the appointment', () => {
    const signAfter = (moves: number) =>
      signStaffLink(ctx(), { action: 'confirm', bookingId: ID, start: START, moves })
    const [made0, made1, made2] = [signAfter(0), signAfter(1), signAfter(2)]
    const refusalAfter = (moves: number, given: string, action: StaffAction = 'confirm', now?: Instant) =>
      refusalOf(() => readStaffLink(ctx(now), { action, bookingId: ID, moves }, given))?.code

    it.each([
      [0, made0],
      [1, made1],
      [2, made2],
    ])('tells the time and that it was made after %i of them', (moves, given) => {
      expect(readStaffLink(ctx(), { action: 'confirm', bookingId: ID, moves: 2 }, given)).toEqual({
        start: START,
        moves,
      })
    })

    it('is refused for an appointment with fewer moves than it was made after', () => {
      expect(refusalAfter(0, made1)).toBe('bad_signature')
      expect(refusalAfter(1, made2)).toBe('bad_signature')
    })

    it('is refused with a forged end, for another action and after its time', () => {
      expect(refusalAfter(1, made1)).toBeUndefined()
      expect(refusalAfter(1, made1.replace(/.$/, made1.endsWith('A') ? 'E' : 'A'))).toBe('bad_signature')
      expect(refusalAfter(2, made1, 'reject')).toBe('bad_signature')
      expect(refusalAfter(2, made1, 'confirm', START)).toBe('bad_signature')
    })
  })

  it('is refused when it was made with another secret or for another purpose', () => {
    const foreign = { ...ctx(), config: { ...ctx().config, appSecret: 'y'.repeat(32) } }
    expect(refusalCodeOf(signStaffLink(foreign, { action: 'confirm', bookingId: ID, start: START }))).toBe(
      'bad_signature',
    )
    const parts = ['v1', 'decide', 'confirm', ID, expiry]
    for (const purpose of ['fingerprint', 'seal', 'bot-challenge'] as const)
      expect(refusalCodeOf(`${expiry}.${hmac(ctx(), purpose, parts).toString('base64url')}`)).toBe(
        'bad_signature',
      )
  })

  it('is refused in every other notation of the same bytes', () => {
    const bytes = Buffer.from(mac, 'base64url')
    // The last character carries unused bits; flipping the lowest gives another spelling of the same bytes.
    const last = BASE64URL[BASE64URL.indexOf(mac.at(-1) ?? '') ^ 1]
    expect(Buffer.from(mac.slice(0, -1) + last, 'base64url')).toEqual(bytes)
    for (const spelling of [
      `${expiry}.${mac.slice(0, -1)}${last}`,
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
      expect([spelling, refusalCodeOf(spelling)]).toEqual([spelling, 'bad_signature'])
  })

  it.each([
    ['nothing', ''],
    ['no text', undefined],
    ['null', null],
    ['a list that reads like two', [sig, sig]],
    ['an object', { sig }],
    ['a number', Number(expiry)],
    ['true', true],
    ['a dot', '.'],
    ['only the expiry', `${expiry}.`],
    ['only the code', `.${mac}`],
  ])('is refused when it is %s', (_, given) => {
    expect(refusalCodeOf(given)).toBe('bad_signature')
  })

  it('is valid for exactly its action, booking and time', () => {
    const what = fc.record({
      action: fc.constantFrom<StaffAction>('confirm', 'reject'),
      id: fc.base64String().map((text) => text.replace(/\W/g, '')),
      until: fc.integer({ min: 1, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
    })
    fc.assert(
      fc.property(what, what, fc.integer({ min: 0, max: 4_000_000_000_000 }), (made, asked, now) => {
        const given = signStaffLink(ctx(), { action: made.action, bookingId: made.id, start: made.until })
        const valid = made.action === asked.action && made.id === asked.id && now < made.until
        expect(refusalCodeOf(given, asked.action, asked.id, now)).toBe(valid ? undefined : 'bad_signature')
        expect(refusalCodeOf(given, made.action, made.id, made.until - 1)).toBeUndefined()
      }),
    )
  })
})

describe('the signature of a preview', () => {
  it.each([7, 'Ihr Termin ist bestätigt.'])('is valid for two minutes, for %j only', (what) => {
    const made = ctx(START)
    const signature = signEmailPreview(made, what)
    const refusalCode = (now: Instant, of: number | string = what) =>
      refusalOf(() => assertEmailPreviewSignature(ctx(now), of, signature))?.code
    expect(refusalCode(START + 2 * MINUTE - 1)).toBeUndefined()
    expect(refusalCode(START + 2 * MINUTE)).toBe('bad_signature')
    expect(refusalCode(START, 8)).toBe('bad_signature')
  })

  it('names its kind: one of a stored e-mail is none of a text, whatever the text is', () => {
    const signature = signEmailPreview(ctx(), 7)
    expect(refusalOf(() => assertEmailPreviewSignature(ctx(), '7', signature))?.code).toBe('bad_signature')
  })

  it('is not valid with a secret from before a change', () => {
    const signature = signEmailPreview(ctx(), 7)
    const earlierSecret = { secret: config.appSecret, until: START + MINUTE }
    const changed = {
      ...ctx(),
      config: { ...config, appSecret: 'another secret, just as long as that', earlierSecret },
    }
    expect(refusalOf(() => readStaffLink(changed, { action: 'confirm', bookingId: ID }, sig))).toBeUndefined()
    expect(refusalOf(() => assertEmailPreviewSignature(changed, 7, signature))?.code).toBe('bad_signature')
  })
})
