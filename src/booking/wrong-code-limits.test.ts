import { beforeEach, describe, expect, it } from 'vitest'
import { assertWithinLimits, countAttempt, countRecentAttempts } from '../access/rate-limit.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { hashAskingBrowser, recordKnownBrowser } from './known-browsers.ts'
import { wrongCodeLimits } from './wrong-code-limits.ts'

// The limits of wrong-code-limits.ts in a day, restated so that these tests fail when a limit is changed.
const PER_ORIGIN = 10
const PER_MAILBOX = 10
const IN_ALL = 100

const PATIENT = 'rosa@musterfrau.example'

let app: TestApp
/** How many mailboxes were used so far; numbers the default e-mail addresses. */
let mailboxCount: number
beforeEach(() => {
  app = openTestApp()
  mailboxCount = 0
})

const makeKnown = (email: string, browser: string) =>
  recordKnownBrowser(app.ctx(), hashAskingBrowser({ email, browser }))

describe('wrong codes for lists of appointments', () => {
  type WrongCode = Readonly<{ email?: string; browser?: string; origin?: string | undefined }>

  /** Enters a wrong code, by default for a new mailbox. @returns the code of the refusal, if any */
  const refusalToEnter = (wrong: WrongCode = {}) => {
    const { email = `patient${mailboxCount++}@musterfrau.example`, browser = 'a browser' } = wrong
    const origin = 'origin' in wrong ? wrong.origin : 'an origin'
    const ctx = app.ctx()
    const { checked, counted } = wrongCodeLimits(ctx, hashAskingBrowser({ email, browser }), origin)
    return refusalCode(() => {
      assertWithinLimits(ctx, checked)
      countAttempt(ctx, counted)
    })
  }
  /** The outcomes of this many wrong codes that are counted and not refused. */
  const allCounted = (count: number) => Array.from({ length: count }, () => undefined)
  /** Enters this many wrong codes. @returns the outcome of each */
  const enterTimes = (count: number, wrong: (i: number) => WrongCode) =>
    Array.from({ length: count }, (_, i) => refusalToEnter(wrong(i)))

  it('are limited to ten a day for an origin, whatever the mailbox', () => {
    expect(enterTimes(PER_ORIGIN + 1, () => ({}))).toEqual([...allCounted(PER_ORIGIN), 'too_many'])
    expect(refusalToEnter({ origin: 'another' })).toBeUndefined()
    expect(refusalToEnter({ origin: undefined })).toBeUndefined()
    app.pass(DAY_LENGTH - 1)
    expect(refusalToEnter()).toBe('too_many')
    app.pass(1)
    expect(refusalToEnter()).toBeUndefined()
  })

  it('are limited to ten a day for a mailbox, with ten more for each known browser', () => {
    makeKnown(PATIENT, 'known')
    // Each wrong code comes from another origin, so that only the limit of the mailbox refuses it.
    const inUnknown = (i: number) => ({ email: PATIENT, origin: `origin ${i}` })
    const inKnown = (i: number) => ({ email: PATIENT, origin: `another ${i}`, browser: 'known' })
    for (const wrong of [inUnknown, inKnown])
      expect(enterTimes(PER_MAILBOX + 1, wrong)).toEqual([...allCounted(PER_MAILBOX), 'too_many'])
    app.pass(DAY_LENGTH)
    for (const wrong of [inUnknown, inKnown]) expect(refusalToEnter(wrong(0))).toBeUndefined()
  })

  it('are not limited by origin while origins are unknown', () => {
    const more = PER_ORIGIN + 1
    expect(enterTimes(more, () => ({ origin: undefined }))).toEqual(allCounted(more))
  })

  it('are limited to a hundred a day in total, beyond which each new origin has one', () => {
    // The last of the hundred comes from an unknown origin.
    enterTimes(IN_ALL - 1, (i) => ({ origin: `origin ${i}` }))
    expect(enterTimes(2, () => ({ origin: undefined }))).toEqual([undefined, 'too_many'])
    expect(enterTimes(2, () => ({ origin: 'origin 0' }))).toEqual(['too_many', 'too_many'])
    app.pass(HOUR)
    expect(enterTimes(2, () => ({ origin: 'fresh' }))).toEqual([undefined, 'too_many'])
    // A wrong code beyond the limit counts only for its origin, so that strangers cannot prolong the limit.
    app.pass(DAY_LENGTH - HOUR)
    expect(countRecentAttempts(app.ctx(), 'wrong code', DAY_LENGTH).count).toBe(0)
    expect(refusalToEnter({ origin: 'fresh' })).toBeUndefined()
  })
})
