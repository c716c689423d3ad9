import { beforeEach, describe, expect, it } from 'vitest'
import type { BotCheckResult } from '../access/bot-check.ts'
import { assertWithinLimits, countAttempt, recentAttempts } from '../access/rate-limit.ts'
import { inTx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode, refusalOf } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { askerOf, deleteForgottenBrowsers, recordKnown } from './known-browsers.ts'
import { countSending, wrongCodeLimits } from './verification-limits.ts'

const PATIENT = 'rosa@musterfrau.example'
const STRANGER = 'stranger@attacker.example'

let app: TestApp
/** The number of mailboxes that were asked for so far. */
let mailboxes: number
beforeEach(() => {
  app = openTestApp()
  mailboxes = 0
})

type Sending = Readonly<{
  email?: string
  browser?: string
  origin?: string
  purpose?: 'booking' | 'my-bookings'
  check?: BotCheckResult | undefined
}>

/** Asks for an e-mail, by default to a new mailbox and with a solved bot check. Returns the refusal. */
function refusalToSend(sending: Sending = {}) {
  const { email = `patient${mailboxes++}@musterfrau.example`, browser = 'a browser', ...others } = sending
  const { origin = 'an origin', purpose = 'booking' } = others
  const check = 'check' in others ? others.check : verifiedBotCheck(app.ctx())
  const ctx = app.ctx()
  return refusalOf(() =>
    inTx(ctx, () => countSending(ctx, { ...askerOf(email, browser), origin, purpose }, check)),
  )
}

const send = (sending?: Sending) => refusalToSend(sending)?.code ?? 'sent'

/** Returns what each of several times comes to. */
const times = (count: number, once: (i: number) => string) => Array.from({ length: count }, (_, i) => once(i))
const sent = (count: number) => Array.from({ length: count }, () => 'sent')

const makeKnown = (email: string, browser: string) => recordKnown(app.ctx(), askerOf(email, browser))

/** Makes a browser known that has verified the mailbox of which the practice has confirmed a booking. */
function addPatient() {
  makeKnown(PATIENT, 'the patient’s')
  insertBooking(app.ctx().db, { status: 'confirmed', email: PATIENT })
  return { email: PATIENT, browser: 'the patient’s' }
}

describe('a mailbox', () => {
  const sendFrom = (i: number, email = PATIENT) => send({ email, origin: `origin ${i}` })

  it('gets three e-mails within an hour, from any origin and with any tag', () => {
    expect([sendFrom(1), sendFrom(2, 'ROSA+arzt@musterfrau.example')]).toEqual(sent(2))
    app.pass(10 * MINUTE)
    expect([sendFrom(3), sendFrom(4, 'Rosa@Musterfrau.example')]).toEqual(['sent', 'too_many'])
    app.pass(50 * MINUTE)
    expect(sendFrom(4)).toBe('sent')
  })

  it('that has had its e-mails is told the seconds until the next one, and the phone number', () => {
    times(2, (i) => sendFrom(i))
    app.pass(10 * MINUTE)
    sendFrom(3)
    const refusal = refusalToSend({ email: PATIENT, origin: 'origin 4' })
    expect(refusal?.facts).toEqual({ phone: '+43 5572 000000', retry_after: 3000 })
    expect(refusal?.message).toMatch(/warten Sie ein wenig oder rufen Sie uns an: \+43 5572 000000\.$/)
  })

  it('has no limit in a browser that has verified it before, whatever strangers did', () => {
    makeKnown(PATIENT, 'known')
    expect(times(4, (i) => sendFrom(i))).toEqual([...sent(3), 'too_many'])
    const byKnown = (email: string) => send({ email, browser: 'known', origin: 'origin 9' })
    expect(['Rosa+arzt@musterfrau.example', ...Array(4).fill(PATIENT)].map(byKnown)).toEqual(sent(5))
  })

  it('is known to a browser for ninety days', () => {
    makeKnown(PATIENT, 'known')
    times(3, (i) => sendFrom(i))
    app.pass(90 * DAY_LENGTH - 1)
    deleteForgottenBrowsers(app.ctx())
    times(3, (i) => sendFrom(i))
    expect(send({ email: PATIENT, browser: 'known' })).toBe('sent')
    app.pass(1)
    deleteForgottenBrowsers(app.ctx())
    expect(send({ email: PATIENT, browser: 'known' })).toBe('too_many')
  })
})

describe('an origin', () => {
  it('gets twenty e-mails within an hour', () => {
    expect(times(21, () => send())).toEqual([...sent(20), 'too_many'])
    expect(refusalToSend()?.facts.retry_after).toBe(3600)
    expect(send({ origin: 'another' })).toBe('sent')
    app.pass(HOUR)
    expect(send()).toBe('sent')
  })

  it('has no limit while origins are unknown, and is asked for no bot check', () => {
    const unknown = () => {
      const ctx = app.ctx()
      const asked = askerOf(`unknown${mailboxes++}@musterfrau.example`, 'a browser')
      return refusalCode(() =>
        inTx(ctx, () => countSending(ctx, { ...asked, origin: undefined, purpose: 'booking' }, undefined)),
      )
    }
    expect(Array.from({ length: 21 }, unknown)).toEqual(Array(21).fill(undefined))
  })

  it('gets twenty for a patient’s browser too', () => {
    const patient = addPatient()
    expect(times(21, () => send(patient))).toEqual([...sent(20), 'too_many'])
  })

  it('is asked for a bot check from the third e-mail on', () => {
    expect(times(3, () => send({ check: undefined }))).toEqual([...sent(2), 'bot_check_failed'])
    expect(send()).toBe('sent')
  })

  it('is asked for a bot check that was not spent before', () => {
    const check = verifiedBotCheck(app.ctx())
    times(2, () => send())
    expect([send({ check }), send({ check })]).toEqual(['sent', 'bot_check_failed'])
  })

  it('is asked for none by a patient’s browser', () => {
    const patient = addPatient()
    expect(times(3, () => send({ ...patient, check: undefined }))).toEqual(sent(3))
  })
})

describe('all origins together', () => {
  const sendFrom = (i: number, purpose?: 'my-bookings') =>
    send({ origin: `origin ${i}`, ...(purpose && { purpose }) })

  /** Sends the hundred e-mails of five origins, after which e-mails are scarce. */
  const makeScarce = () => times(100, (i) => sendFrom(i % 5))

  it('get a hundred and fifty e-mails within an hour', () => {
    expect(times(151, (i) => sendFrom(i))).toEqual([...sent(150), 'too_many'])
    app.pass(HOUR)
    expect(sendFrom(151)).toBe('sent')
  })

  it('get twenty-five more for lists of appointments', () => {
    times(150, (i) => sendFrom(i))
    expect(times(26, (i) => sendFrom(150 + i, 'my-bookings'))).toEqual([...sent(25), 'too_many'])
    expect(sendFrom(176)).toBe('too_many')
  })

  it('leave twenty-five to patients’ browsers', () => {
    const patient = addPatient()
    times(150, (i) => sendFrom(i))
    times(25, (i) => sendFrom(150 + i, 'my-bookings'))
    expect(times(3, () => send(patient))).toEqual(sent(3))
  })

  it('get two hundred with those of patients', () => {
    const mailbox = (i: number) => `patient${i}@other.example`
    for (let i = 0; i < 26; i++) {
      makeKnown(mailbox(i), 'a browser')
      insertBooking(app.ctx().db, {
        status: 'confirmed',
        email: mailbox(i),
        startsAt: Date.parse('2027-02-01T08:00:00+01:00') + i * HOUR,
      })
    }
    times(150, (i) => sendFrom(i))
    times(25, (i) => sendFrom(150 + i, 'my-bookings'))
    const byPatients = times(26, (i) => send({ email: mailbox(i), origin: `origin ${200 + i}` }))
    expect(byPatients).toEqual([...sent(25), 'too_many'])
  })

  it('get one each from half of them on', () => {
    expect(makeScarce()).toEqual(sent(100))
    expect(sendFrom(0)).toBe('too_many')
    expect(times(3, () => sendFrom(5))).toEqual(['sent', 'too_many', 'too_many'])
    expect(sendFrom(6)).toBe('sent')
  })

  it('get twenty each from half of them on where the browser is a patient’s', () => {
    const patient = addPatient()
    makeScarce()
    expect(send({ ...patient, origin: 'origin 0' })).toBe('too_many')
    expect(times(3, () => send({ ...patient, origin: 'origin 7' }))).toEqual(sent(3))
  })

  it('are asked for a bot check from half of them on', () => {
    const unchecked = (i: number) => send({ origin: `origin ${i}`, check: undefined })
    times(99, (i) => sendFrom(i))
    expect([unchecked(99), unchecked(100)]).toEqual(['sent', 'bot_check_failed'])
    expect(sendFrom(100)).toBe('sent')
  })
})

describe('a browser that has verified a mailbox without a booking', () => {
  /** The browser of a stranger who has verified many mailboxes. */
  const browser = 'a stranger’s'
  const mailbox = (i: number) => `stranger${i}@attacker.example`

  it('gets half of the e-mails at most, and none of others’', () => {
    const patient = addPatient()
    for (let i = 0; i < 34; i++) makeKnown(mailbox(i), browser)
    const outcomes: Record<string, number> = {}
    for (let i = 0; i < 200; i++) {
      // A known browser has no limit of its mailbox for the first half, and three e-mails afterwards.
      const sending = { email: mailbox(i < 100 ? 0 : 1 + (i % 33)), browser, origin: `origin ${i % 10}` }
      const unchecked = send({ ...sending, check: undefined })
      const checked = unchecked === 'bot_check_failed' && send(sending)
      const outcome = checked === 'sent' ? 'checked' : checked || unchecked
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    // Two of each origin go without a check. Once a hundred were sent, these origins have had theirs.
    expect(outcomes).toEqual({ sent: 20, checked: 80, too_many: 100 })
    expect(send({ ...patient, origin: 'origin 20', check: undefined })).toBe('sent')
    expect(send({ email: PATIENT, origin: 'origin 21', purpose: 'my-bookings' })).toBe('sent')
    expect(send({ origin: 'origin 22' })).toBe('sent')
  })

  it('has the limit of its mailbox while e-mails are scarce', () => {
    makeKnown(STRANGER, browser)
    times(100, (i) => send({ origin: `origin ${i}` }))
    const outcomes = times(4, (i) => send({ email: STRANGER, browser, origin: `origin ${200 + i}` }))
    expect(outcomes).toEqual([...sent(3), 'too_many'])
  })

  it('gets none of the quarter for patients, nor of the half of it beside lists of appointments', () => {
    makeKnown(STRANGER, browser)
    const ask = (i: number, purpose: 'booking' | 'my-bookings') =>
      send({ email: STRANGER, browser, origin: `origin ${200 + i}`, purpose })
    times(150, (i) => send({ origin: `origin ${i}` }))
    expect([ask(0, 'booking'), ask(0, 'my-bookings')]).toEqual(['too_many', 'sent'])
    times(24, (i) => send({ origin: `origin ${150 + i}`, purpose: 'my-bookings' }))
    expect([ask(1, 'my-bookings'), ask(2, 'booking')]).toEqual(['too_many', 'too_many'])
  })
})

describe('wrong codes of lists of appointments', () => {
  type Wrong = Readonly<{ email?: string; browser?: string; origin?: string | undefined }>

  /** Enters a wrong code, by default for a new mailbox. */
  const enter = (wrong: Wrong = {}) => {
    const { email = `patient${mailboxes++}@musterfrau.example`, browser = 'a browser' } = wrong
    const origin = 'origin' in wrong ? wrong.origin : 'an origin'
    const ctx = app.ctx()
    const { checked, counted } = wrongCodeLimits(ctx, askerOf(email, browser), origin)
    return refusalCode(() => {
      assertWithinLimits(ctx, checked)
      countAttempt(ctx, counted)
    })
  }
  const counted = (count: number) => Array.from({ length: count }, () => undefined)
  const enterTimes = (count: number, wrong: (i: number) => Wrong) =>
    Array.from({ length: count }, (_, i) => enter(wrong(i)))

  it('are ten a day of an origin, whatever their mailboxes', () => {
    expect(enterTimes(11, () => ({}))).toEqual([...counted(10), 'too_many'])
    expect([enter({ origin: 'another' }), enter({ origin: undefined })]).toEqual(counted(2))
    app.pass(DAY_LENGTH - 1)
    expect(enter()).toBe('too_many')
    app.pass(1)
    expect(enter()).toBeUndefined()
  })

  it('are ten a day of a mailbox, from any origin, and as many in a browser that has verified it', () => {
    makeKnown(PATIENT, 'known')
    const ofPatient = (i: number) => ({ email: PATIENT, origin: `origin ${i}` })
    expect(enterTimes(11, ofPatient)).toEqual([...counted(10), 'too_many'])
    const known = (i: number) => ({ ...ofPatient(20 + i), browser: 'known' })
    expect(enterTimes(11, known)).toEqual([...counted(10), 'too_many'])
    app.pass(DAY_LENGTH)
    expect([enter(ofPatient(0)), enter(known(0))]).toEqual(counted(2))
  })

  it('have no limit of the origin while origins are unknown', () => {
    expect(enterTimes(11, () => ({ origin: undefined }))).toEqual(counted(11))
  })

  it('are a hundred a day in all, after which an origin without any still has one', () => {
    enterTimes(99, (i) => ({ origin: `origin ${i}` }))
    expect(enterTimes(2, () => ({ origin: undefined }))).toEqual([undefined, 'too_many'])
    expect(enterTimes(2, () => ({ origin: 'origin 0' }))).toEqual(['too_many', 'too_many'])
    app.pass(HOUR)
    expect(enterTimes(2, () => ({ origin: 'fresh' }))).toEqual([undefined, 'too_many'])
    // A wrong code above the limit counts for its origin only, so that strangers cannot prolong the limit.
    app.pass(DAY_LENGTH - HOUR)
    expect(recentAttempts(app.ctx(), 'wrong code', DAY_LENGTH).made).toBe(0)
    expect(enter({ origin: 'fresh' })).toBeUndefined()
  })
})
