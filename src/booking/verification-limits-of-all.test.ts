import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  allSent,
  type EmailLimitsApp,
  openEmailLimitsApp,
  PATIENT_EMAIL,
  sendSeveral,
} from '../testing/email-limits-app.ts'

const STRANGER = 'stranger@attacker.example'

/** E-mails within an hour in total. */
const MOST_IN_ALL = 200
/** E-mails within an hour to strangers for bookings. */
const MOST_FOR_BOOKINGS = 150
/** E-mails within an hour to strangers for bookings and for lists of appointments together. */
const MOST_WITH_LISTS = 175
/** From this number on within an hour, e-mails are scarce. */
const SCARCE_AFTER = 100
/** From this number on within an hour, strangers need a bot check. */
const CHECKED_AFTER = 125

let app: EmailLimitsApp
beforeEach(() => {
  app = openEmailLimitsApp()
})

describe('all origins together', () => {
  const sendFrom = (i: number, purpose?: 'my-bookings') =>
    app.send({ origin: `origin ${i}`, ...(purpose && { purpose }) })

  /**
   * Sends e-mails to five origins until e-mails are scarce. Each origin has then reached its limit of twenty.
   */
  const makeScarce = () => sendSeveral(SCARCE_AFTER, (i) => sendFrom(i % 5))

  /** Sends all e-mails that strangers can get, each for a different origin. */
  const sendAllToStrangers = () => {
    sendSeveral(MOST_FOR_BOOKINGS, (i) => sendFrom(i))
    sendSeveral(MOST_WITH_LISTS - MOST_FOR_BOOKINGS, (i) => sendFrom(MOST_FOR_BOOKINGS + i, 'my-bookings'))
  }

  it('get a hundred and fifty e-mails within an hour', () => {
    const outcomes = sendSeveral(MOST_FOR_BOOKINGS + 1, (i) => sendFrom(i))
    expect(outcomes).toEqual([...allSent(MOST_FOR_BOOKINGS), 'too_many'])
    app.pass(HOUR)
    expect(sendFrom(MOST_FOR_BOOKINGS + 1)).toBe('sent')
  })

  it('get twenty-five more for lists of appointments', () => {
    sendSeveral(MOST_FOR_BOOKINGS, (i) => sendFrom(i))
    const outcomesForLists = sendSeveral(26, (i) => sendFrom(MOST_FOR_BOOKINGS + i, 'my-bookings'))
    expect(outcomesForLists).toEqual([...allSent(25), 'too_many'])
    expect(sendFrom(MOST_WITH_LISTS + 1)).toBe('too_many')
  })

  it('leave twenty-five e-mails to known browsers of patients', () => {
    const patient = app.addPatient()
    sendAllToStrangers()
    expect(sendSeveral(3, () => app.send(patient))).toEqual(allSent(3))
  })

  it('get two hundred e-mails including known browsers of patients', () => {
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
    const byPatients = sendSeveral(26, (i) =>
      app.send({ email: mailbox(i), origin: `origin ${MOST_IN_ALL + i}` }),
    )
    expect(byPatients).toEqual([...allSent(25), 'too_many'])
  })

  it('get one e-mail for each origin while e-mails are scarce', () => {
    expect(makeScarce()).toEqual(allSent(SCARCE_AFTER))
    expect(sendFrom(0)).toBe('too_many')
    expect(sendSeveral(3, () => sendFrom(5))).toEqual(['sent', 'too_many', 'too_many'])
    expect(sendFrom(6)).toBe('sent')
  })

  it('get twenty e-mails for a patient’s known browser at each origin, even while e-mails are scarce', () => {
    const patient = app.addPatient()
    makeScarce()
    expect(app.send({ ...patient, origin: 'origin 0' })).toBe('too_many')
    expect(sendSeveral(3, () => app.send({ ...patient, origin: 'origin 7' }))).toEqual(allSent(3))
  })

  it('need a bot check from the hundred and twenty-sixth e-mail within an hour on', () => {
    const sendUnchecked = (i: number) => app.send({ origin: `origin ${i}`, check: undefined })
    expect(sendSeveral(CHECKED_AFTER, sendUnchecked)).toEqual(allSent(CHECKED_AFTER))
    expect(sendUnchecked(CHECKED_AFTER)).toBe('bot_check_failed')
    expect(sendFrom(CHECKED_AFTER)).toBe('sent')
  })

  it('let a patient of another origin in without a bot check when a dozen have asked for all they can get', () => {
    const askTwenty = (i: number) => sendSeveral(20, () => app.send({ origin: `origin ${i}` }))
    const outcomes = Array.from({ length: 12 }, (_, i) => askTwenty(i)).flat()
    // Five origins get twenty each. Then e-mails are scarce, and each of the other seven gets one.
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(SCARCE_AFTER + 7)
    expect(app.send({ origin: 'home', check: undefined })).toBe('sent')
  })
})

describe('a known browser of a mailbox without a booking', () => {
  /** The browser of a stranger who has verified many mailboxes. */
  const browser = 'a stranger’s'
  const mailbox = (i: number) => `stranger${i}@attacker.example`

  it('gets at most half of the e-mails, and leaves the rest to others', () => {
    const patient = app.addPatient()
    // Three e-mails each for these many mailboxes are almost the second half.
    const furtherMailboxes = 33
    for (let i = 0; i <= furtherMailboxes; i++) app.makeKnown(mailbox(i), browser)
    const outcomes = sendSeveral(MOST_IN_ALL, (i) => {
      // A known browser's mailbox is unlimited for the first half, and then limited to three e-mails.
      const email = mailbox(i < SCARCE_AFTER ? 0 : 1 + (i % furtherMailboxes))
      return app.send({ email, browser, origin: `origin ${i % 10}` })
    })
    const countOutcome = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    // After a hundred, e-mails are scarce, and each origin has already had more than the one it then gets.
    expect(countOutcome('sent')).toBe(SCARCE_AFTER)
    expect(countOutcome('too_many')).toBe(MOST_IN_ALL - SCARCE_AFTER)

    expect(app.send({ ...patient, origin: 'origin 20', check: undefined })).toBe('sent')
    expect(app.send({ email: PATIENT_EMAIL, origin: 'origin 21', purpose: 'my-bookings' })).toBe('sent')
    expect(app.send({ origin: 'origin 22' })).toBe('sent')
  })

  it('is subject to the limit of its mailbox while e-mails are scarce', () => {
    app.makeKnown(STRANGER, browser)
    sendSeveral(SCARCE_AFTER, (i) => app.send({ origin: `origin ${i}` }))
    const outcomes = sendSeveral(4, (i) =>
      app.send({ email: STRANGER, browser, origin: `origin ${200 + i}` }),
    )
    expect(outcomes).toEqual([...allSent(3), 'too_many'])
  })

  it('gets none of the e-mails reserved for patients, and those reserved for lists only for a list', () => {
    app.makeKnown(STRANGER, browser)
    const askForEmail = (i: number, purpose: 'booking' | 'my-bookings') =>
      app.send({ email: STRANGER, browser, origin: `origin ${200 + i}`, purpose })
    sendSeveral(MOST_FOR_BOOKINGS, (i) => app.send({ origin: `origin ${i}` }))
    expect([askForEmail(0, 'booking'), askForEmail(0, 'my-bookings')]).toEqual(['too_many', 'sent'])
    // One of the e-mails for lists has just been sent.
    const left = MOST_WITH_LISTS - MOST_FOR_BOOKINGS - 1
    sendSeveral(left, (i) => app.send({ origin: `origin ${MOST_FOR_BOOKINGS + i}`, purpose: 'my-bookings' }))
    expect([askForEmail(1, 'my-bookings'), askForEmail(2, 'booking')]).toEqual(['too_many', 'too_many'])
  })
})
