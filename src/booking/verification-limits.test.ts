import { beforeEach, describe, expect, it } from 'vitest'
import type { BotCheckResult } from '../access/bot-check.ts'
import { inTx } from '../ctx.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode, refusalOf } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { askerOf, deleteForgottenBrowsers, recordKnown } from './known-browsers.ts'
import { countSending } from './verification-limits.ts'

const PATIENT = 'rosa@musterfrau.example'
const STRANGER = 'stranger@attacker.example'

/** E-mails within an hour: to everybody, and of these to strangers for bookings and for both purposes. */
const IN_ALL = 200
const FOR_BOOKINGS = 150
const WITH_LISTS = 175
/** From half of them on e-mails are scarce. */
const SCARCE_AFTER = 100

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

/** Does it several times, and returns what each comes to. */
const times = (count: number, once: (i: number) => string) => Array.from({ length: count }, (_, i) => once(i))
/** The outcomes of this number of e-mails that are all sent. */
const allSent = (count: number) => Array.from({ length: count }, () => 'sent')

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
    expect([sendFrom(1), sendFrom(2, 'ROSA+arzt@musterfrau.example')]).toEqual(allSent(2))
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
    expect(times(4, (i) => sendFrom(i))).toEqual([...allSent(3), 'too_many'])
    const byKnown = (email: string) => send({ email, browser: 'known', origin: 'origin 9' })
    expect(['Rosa+arzt@musterfrau.example', ...Array(4).fill(PATIENT)].map(byKnown)).toEqual(allSent(5))
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
    expect(times(21, () => send())).toEqual([...allSent(20), 'too_many'])
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
    expect(times(21, () => send(patient))).toEqual([...allSent(20), 'too_many'])
  })

  it('is asked for a bot check from the third e-mail on', () => {
    expect(times(3, () => send({ check: undefined }))).toEqual([...allSent(2), 'bot_check_failed'])
    expect(send()).toBe('sent')
  })

  it('is asked for a bot check that was not spent before', () => {
    const check = verifiedBotCheck(app.ctx())
    times(2, () => send())
    expect([send({ check }), send({ check })]).toEqual(['sent', 'bot_check_failed'])
  })

  it('is asked for none by a patient’s browser', () => {
    const patient = addPatient()
    expect(times(3, () => send({ ...patient, check: undefined }))).toEqual(allSent(3))
  })
})

describe('all origins together', () => {
  const sendFrom = (i: number, purpose?: 'my-bookings') =>
    send({ origin: `origin ${i}`, ...(purpose && { purpose }) })

  /** Sends e-mails to five origins until e-mails are scarce. Each of them has then had its twenty. */
  const makeScarce = () => times(SCARCE_AFTER, (i) => sendFrom(i % 5))

  /** Sends all e-mails that strangers get, each to an origin of its own. */
  const sendAllToStrangers = () => {
    times(FOR_BOOKINGS, (i) => sendFrom(i))
    times(WITH_LISTS - FOR_BOOKINGS, (i) => sendFrom(FOR_BOOKINGS + i, 'my-bookings'))
  }

  it('get a hundred and fifty e-mails within an hour', () => {
    const outcomes = times(FOR_BOOKINGS + 1, (i) => sendFrom(i))
    expect(outcomes).toEqual([...allSent(FOR_BOOKINGS), 'too_many'])
    app.pass(HOUR)
    expect(sendFrom(FOR_BOOKINGS + 1)).toBe('sent')
  })

  it('get twenty-five more for lists of appointments', () => {
    times(FOR_BOOKINGS, (i) => sendFrom(i))
    const ofLists = times(26, (i) => sendFrom(FOR_BOOKINGS + i, 'my-bookings'))
    expect(ofLists).toEqual([...allSent(25), 'too_many'])
    expect(sendFrom(WITH_LISTS + 1)).toBe('too_many')
  })

  it('leave twenty-five to patients’ browsers', () => {
    const patient = addPatient()
    sendAllToStrangers()
    expect(times(3, () => send(patient))).toEqual(allSent(3))
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
    sendAllToStrangers()
    const byPatients = times(26, (i) => send({ email: mailbox(i), origin: `origin ${IN_ALL + i}` }))
    expect(byPatients).toEqual([...allSent(25), 'too_many'])
  })

  it('get one each from half of them on', () => {
    expect(makeScarce()).toEqual(allSent(SCARCE_AFTER))
    expect(sendFrom(0)).toBe('too_many')
    expect(times(3, () => sendFrom(5))).toEqual(['sent', 'too_many', 'too_many'])
    expect(sendFrom(6)).toBe('sent')
  })

  it('get twenty each from half of them on where the browser is a patient’s', () => {
    const patient = addPatient()
    makeScarce()
    expect(send({ ...patient, origin: 'origin 0' })).toBe('too_many')
    expect(times(3, () => send({ ...patient, origin: 'origin 7' }))).toEqual(allSent(3))
  })

  it('are asked for a bot check from half of them on', () => {
    const sendUnchecked = (i: number) => send({ origin: `origin ${i}`, check: undefined })
    times(SCARCE_AFTER - 1, (i) => sendFrom(i))
    expect([sendUnchecked(SCARCE_AFTER - 1), sendUnchecked(SCARCE_AFTER)]).toEqual([
      'sent',
      'bot_check_failed',
    ])
    expect(sendFrom(SCARCE_AFTER)).toBe('sent')
  })
})

describe('a browser that has verified a mailbox without a booking', () => {
  /** The browser of a stranger who has verified many mailboxes. */
  const browser = 'a stranger’s'
  const mailbox = (i: number) => `stranger${i}@attacker.example`

  it('gets half of the e-mails at most, and none of others’', () => {
    const patient = addPatient()
    for (let i = 0; i < 34; i++) makeKnown(mailbox(i), browser)
    /** Asks at first without a bot check, and with a solved one when that is refused. */
    const ask = (sending: Sending) => {
      const unchecked = send({ ...sending, check: undefined })
      if (unchecked !== 'bot_check_failed') return unchecked
      const checked = send(sending)
      return checked === 'sent' ? 'sent after a check' : checked
    }

    const outcomes = times(IN_ALL, (i) => {
      // A known browser has no limit of its mailbox for the first half, and three e-mails afterwards.
      const email = mailbox(i < SCARCE_AFTER ? 0 : 1 + (i % 33))
      return ask({ email, browser, origin: `origin ${i % 10}` })
    })
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    // Two of each origin go without a check. Once a hundred were sent, these origins have had theirs.
    expect([count('sent'), count('sent after a check'), count('too_many')]).toEqual([20, 80, 100])

    expect(send({ ...patient, origin: 'origin 20', check: undefined })).toBe('sent')
    expect(send({ email: PATIENT, origin: 'origin 21', purpose: 'my-bookings' })).toBe('sent')
    expect(send({ origin: 'origin 22' })).toBe('sent')
  })

  it('has the limit of its mailbox while e-mails are scarce', () => {
    makeKnown(STRANGER, browser)
    times(SCARCE_AFTER, (i) => send({ origin: `origin ${i}` }))
    const outcomes = times(4, (i) => send({ email: STRANGER, browser, origin: `origin ${200 + i}` }))
    expect(outcomes).toEqual([...allSent(3), 'too_many'])
  })

  it('gets none of the quarter for patients, nor of the half of it beside lists of appointments', () => {
    makeKnown(STRANGER, browser)
    const ask = (i: number, purpose: 'booking' | 'my-bookings') =>
      send({ email: STRANGER, browser, origin: `origin ${200 + i}`, purpose })
    times(FOR_BOOKINGS, (i) => send({ origin: `origin ${i}` }))
    expect([ask(0, 'booking'), ask(0, 'my-bookings')]).toEqual(['too_many', 'sent'])
    // All but the one that was sent just now.
    const left = WITH_LISTS - FOR_BOOKINGS - 1
    times(left, (i) => send({ origin: `origin ${FOR_BOOKINGS + i}`, purpose: 'my-bookings' }))
    expect([ask(1, 'my-bookings'), ask(2, 'booking')]).toEqual(['too_many', 'too_many'])
  })
})
