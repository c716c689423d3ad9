import { beforeEach, describe, expect, it } from 'vitest'
import { assertWithinLimits, countAttempt, countRecentAttempts } from '../access/rate-limit.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { askingBrowser, recordKnownBrowser } from './known-browsers.ts'
import { wrongCodeLimits } from './wrong-code-limits.ts'

const PATIENT = 'rosa@musterfrau.example'

let app: TestApp
/** How many mailboxes were used so far; numbers the default e-mail addresses. */
let mailboxCount: number
beforeEach(() => {
  app = openTestApp()
  mailboxCount = 0
})

const makeKnown = (email: string, browser: string) =>
  recordKnownBrowser(app.ctx(), askingBrowser(email, browser))

describe('wrong codes for lists of appointments', () => {
  type WrongCode = Readonly<{ email?: string; browser?: string; origin?: string | undefined }>

  /** Enters a wrong code, by default for a new mailbox. Returns the code of the refusal. */
  const refusalOfWrong = (wrong: WrongCode = {}) => {
    const { email = `patient${mailboxCount++}@musterfrau.example`, browser = 'a browser' } = wrong
    const origin = 'origin' in wrong ? wrong.origin : 'an origin'
    const ctx = app.ctx()
    const { checked, counted } = wrongCodeLimits(ctx, askingBrowser(email, browser), origin)
    return refusalCode(() => {
      assertWithinLimits(ctx, checked)
      countAttempt(ctx, counted)
    })
  }
  /** The outcomes of this many wrong codes that are counted and not refused. */
  const allCounted = (count: number) => Array.from({ length: count }, () => undefined)
  /** Enters this many wrong codes. Returns the codes of the refusals. */
  const enterTimes = (count: number, wrong: (i: number) => WrongCode) =>
    Array.from({ length: count }, (_, i) => refusalOfWrong(wrong(i)))

  it('are limited to ten a day for an origin, whatever the mailbox', () => {
    expect(enterTimes(11, () => ({}))).toEqual([...allCounted(10), 'too_many'])
    expect([refusalOfWrong({ origin: 'another' }), refusalOfWrong({ origin: undefined })]).toEqual(
      allCounted(2),
    )
    app.pass(DAY_LENGTH - 1)
    expect(refusalOfWrong()).toBe('too_many')
    app.pass(1)
    expect(refusalOfWrong()).toBeUndefined()
  })

  it('are limited to ten a day for a mailbox, with ten more for each known browser', () => {
    makeKnown(PATIENT, 'known')
    const ofPatient = (i: number) => ({ email: PATIENT, origin: `origin ${i}` })
    expect(enterTimes(11, ofPatient)).toEqual([...allCounted(10), 'too_many'])
    const known = (i: number) => ({ ...ofPatient(20 + i), browser: 'known' })
    expect(enterTimes(11, known)).toEqual([...allCounted(10), 'too_many'])
    app.pass(DAY_LENGTH)
    expect([refusalOfWrong(ofPatient(0)), refusalOfWrong(known(0))]).toEqual(allCounted(2))
  })

  it('are not limited by origin while origins are unknown', () => {
    expect(enterTimes(11, () => ({ origin: undefined }))).toEqual(allCounted(11))
  })

  it('are limited to a hundred a day in total, beyond which each new origin has one', () => {
    // The last of the hundred comes from an unknown origin.
    enterTimes(99, (i) => ({ origin: `origin ${i}` }))
    expect(enterTimes(2, () => ({ origin: undefined }))).toEqual([undefined, 'too_many'])
    expect(enterTimes(2, () => ({ origin: 'origin 0' }))).toEqual(['too_many', 'too_many'])
    app.pass(HOUR)
    expect(enterTimes(2, () => ({ origin: 'fresh' }))).toEqual([undefined, 'too_many'])
    // A wrong code beyond the limit counts only for its origin, so that strangers cannot prolong the limit.
    app.pass(DAY_LENGTH - HOUR)
    expect(countRecentAttempts(app.ctx(), 'wrong code', DAY_LENGTH).count).toBe(0)
    expect(refusalOfWrong({ origin: 'fresh' })).toBeUndefined()
  })
})
