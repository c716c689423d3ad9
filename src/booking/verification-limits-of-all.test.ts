import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  allSent,
  type EmailLimitsApp,
  openEmailLimitsApp,
  PATIENT_EMAIL,
  type SendAttempt,
  sendSeveral,
} from '../testing/email-limits-app.ts'

const STRANGER = 'stranger@attacker.example'

/** E-mails within an hour to everybody. */
const IN_ALL = 200
/** E-mails within an hour to strangers for bookings. */
const FOR_BOOKINGS = 150
/** E-mails within an hour to strangers for bookings and for lists of appointments together. */
const WITH_LISTS = 175
/** From this number on within an hour, e-mails are scarce. */
const SCARCE_AFTER = 100

let app: EmailLimitsApp
beforeEach(() => {
  app = openEmailLimitsApp()
})

describe('all origins together', () => {
  const sendFrom = (i: number, purpose?: 'my-bookings') =>
    app.send({ origin: `origin ${i}`, ...(purpose && { purpose }) })

  /** Sends e-mails to five origins until e-mails are scarce. Each origin has then had twenty, its limit. */
  const makeScarce = () => sendSeveral(SCARCE_AFTER, (i) => sendFrom(i % 5))

  /** Sends all e-mails that strangers get, each to an origin of its own. */
  const sendAllToStrangers = () => {
    sendSeveral(FOR_BOOKINGS, (i) => sendFrom(i))
    sendSeveral(WITH_LISTS - FOR_BOOKINGS, (i) => sendFrom(FOR_BOOKINGS + i, 'my-bookings'))
  }

  it('get a hundred and fifty e-mails within an hour', () => {
    const outcomes = sendSeveral(FOR_BOOKINGS + 1, (i) => sendFrom(i))
    expect(outcomes).toEqual([...allSent(FOR_BOOKINGS), 'too_many'])
    app.pass(HOUR)
    expect(sendFrom(FOR_BOOKINGS + 1)).toBe('sent')
  })

  it('get twenty-five more for lists of appointments', () => {
    sendSeveral(FOR_BOOKINGS, (i) => sendFrom(i))
    const ofLists = sendSeveral(26, (i) => sendFrom(FOR_BOOKINGS + i, 'my-bookings'))
    expect(ofLists).toEqual([...allSent(25), 'too_many'])
    expect(sendFrom(WITH_LISTS + 1)).toBe('too_many')
  })

  it('leave twenty-five to patients’ browsers', () => {
    const patient = app.addPatient()
    sendAllToStrangers()
    expect(sendSeveral(3, () => app.send(patient))).toEqual(allSent(3))
  })

  it('get two hundred together with the known browsers of patients', () => {
    const mailbox = (i: number) => `patient${i}@other.example`
    for (let i = 0; i < 26; i++) {
      app.makeKnown(mailbox(i), 'a browser')
      insertBooking(app.ctx().db, {
        status: 'confirmed',
        email: mailbox(i),
        startsAt: Date.parse('2027-02-01T08:00:00+01:00') + i * HOUR,
      })
    }
    sendAllToStrangers()
    const byPatients = sendSeveral(26, (i) => app.send({ email: mailbox(i), origin: `origin ${IN_ALL + i}` }))
    expect(byPatients).toEqual([...allSent(25), 'too_many'])
  })

  it('get one each while e-mails are scarce', () => {
    expect(makeScarce()).toEqual(allSent(SCARCE_AFTER))
    expect(sendFrom(0)).toBe('too_many')
    expect(sendSeveral(3, () => sendFrom(5))).toEqual(['sent', 'too_many', 'too_many'])
    expect(sendFrom(6)).toBe('sent')
  })

  it('get twenty each while e-mails are scarce where the browser is a patient’s', () => {
    const patient = app.addPatient()
    makeScarce()
    expect(app.send({ ...patient, origin: 'origin 0' })).toBe('too_many')
    expect(sendSeveral(3, () => app.send({ ...patient, origin: 'origin 7' }))).toEqual(allSent(3))
  })

  it('are asked for a bot check while e-mails are scarce', () => {
    const sendUnchecked = (i: number) => app.send({ origin: `origin ${i}`, check: undefined })
    sendSeveral(SCARCE_AFTER - 1, (i) => sendFrom(i))
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

  it('gets at most half of the e-mails, so that others get theirs', () => {
    const patient = app.addPatient()
    for (let i = 0; i < 34; i++) app.makeKnown(mailbox(i), browser)
    /** Asks at first without a bot check, and with a solved check when that is refused. */
    const askWithCheck = (attempt: SendAttempt) => {
      const unchecked = app.send({ ...attempt, check: undefined })
      if (unchecked !== 'bot_check_failed') return unchecked
      const checked = app.send(attempt)
      return checked === 'sent' ? 'sent after a check' : checked
    }

    const outcomes = sendSeveral(IN_ALL, (i) => {
      // A known browser has no limit of its mailbox for the first half, and three e-mails afterwards.
      const email = mailbox(i < SCARCE_AFTER ? 0 : 1 + (i % 33))
      return askWithCheck({ email, browser, origin: `origin ${i % 10}` })
    })
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    // Two e-mails to each of the ten origins need no check. Once a hundred were sent, e-mails are scarce, and
    // these origins have had more than the one that each then gets.
    expect([count('sent'), count('sent after a check'), count('too_many')]).toEqual([20, 80, 100])

    expect(app.send({ ...patient, origin: 'origin 20', check: undefined })).toBe('sent')
    expect(app.send({ email: PATIENT_EMAIL, origin: 'origin 21', purpose: 'my-bookings' })).toBe('sent')
    expect(app.send({ origin: 'origin 22' })).toBe('sent')
  })

  it('has the limit of its mailbox while e-mails are scarce', () => {
    app.makeKnown(STRANGER, browser)
    sendSeveral(SCARCE_AFTER, (i) => app.send({ origin: `origin ${i}` }))
    const outcomes = sendSeveral(4, (i) =>
      app.send({ email: STRANGER, browser, origin: `origin ${200 + i}` }),
    )
    expect(outcomes).toEqual([...allSent(3), 'too_many'])
  })

  it('gets none of the e-mails that are left to patients, and those left to lists only for a list', () => {
    app.makeKnown(STRANGER, browser)
    const ask = (i: number, purpose: 'booking' | 'my-bookings') =>
      app.send({ email: STRANGER, browser, origin: `origin ${200 + i}`, purpose })
    sendSeveral(FOR_BOOKINGS, (i) => app.send({ origin: `origin ${i}` }))
    expect([ask(0, 'booking'), ask(0, 'my-bookings')]).toEqual(['too_many', 'sent'])
    // One of the e-mails for lists was sent just now.
    const left = WITH_LISTS - FOR_BOOKINGS - 1
    sendSeveral(left, (i) => app.send({ origin: `origin ${FOR_BOOKINGS + i}`, purpose: 'my-bookings' }))
    expect([ask(1, 'my-bookings'), ask(2, 'booking')]).toEqual(['too_many', 'too_many'])
  })
})
