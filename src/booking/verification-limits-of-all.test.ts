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

// The limits of verification-limits.ts within an hour, restated so that these tests fail when one is changed.
const MOST_IN_ALL = 200
/** E-mails to strangers for bookings. */
const MOST_FOR_BOOKINGS = 150
/** E-mails to strangers for bookings and for lists of appointments together. */
const MOST_TO_STRANGERS = 175
/** The e-mails that strangers can get for lists of appointments only. */
const MORE_FOR_LISTS = MOST_TO_STRANGERS - MOST_FOR_BOOKINGS
/** The e-mails that only known browsers of patients can get. */
const RESERVED_FOR_PATIENTS = MOST_IN_ALL - MOST_TO_STRANGERS
/** E-mails after which e-mails are scarce. */
const SCARCE_AFTER = 100
/** E-mails after which strangers need a bot check. */
const CHECKED_AFTER = 125
const PER_ORIGIN = 20

const STRANGER = 'stranger@attacker.example'

let app: EmailLimitsApp
beforeEach(() => {
  app = openEmailLimitsApp()
})

describe('all origins together', () => {
  /** Asks for an e-mail from the origin with this number, by default for a booking. */
  const askFrom = (originNumber: number, purpose: 'booking' | 'my-bookings' = 'booking') =>
    app.send({ origin: `origin ${originNumber}`, purpose })

  /** Asks from five origins until e-mails are scarce. Each origin has then reached its limit of twenty. */
  const makeScarce = () => sendSeveral(SCARCE_AFTER, (i) => askFrom(i % 5))

  /** Asks for all e-mails that strangers can get for bookings, each from another origin. */
  const askForAllBookings = () => sendSeveral(MOST_FOR_BOOKINGS, (i) => askFrom(i))

  /** Asks for this many e-mails for lists of appointments, each from an origin that has asked for nothing. */
  const askForLists = (count: number) =>
    sendSeveral(count, (i) => askFrom(MOST_FOR_BOOKINGS + i, 'my-bookings'))

  it('get a hundred and fifty e-mails within an hour', () => {
    expect(askForAllBookings()).toEqual(allSent(MOST_FOR_BOOKINGS))
    expect(askFrom(MOST_FOR_BOOKINGS)).toBe('too_many')
    app.pass(HOUR)
    expect(askFrom(MOST_FOR_BOOKINGS + 1)).toBe('sent')
  })

  it('get twenty-five more for lists of appointments', () => {
    askForAllBookings()
    expect(askForLists(MORE_FOR_LISTS + 1)).toEqual([...allSent(MORE_FOR_LISTS), 'too_many'])
    expect(askFrom(MOST_TO_STRANGERS + 1)).toBe('too_many')
  })

  it('leave twenty-five e-mails to known browsers of patients', () => {
    const patient = app.addPatient()
    askForAllBookings()
    askForLists(MORE_FOR_LISTS)
    expect(sendSeveral(3, () => app.send(patient))).toEqual(allSent(3))
  })

  it('get two hundred e-mails including known browsers of patients', () => {
    const firstStart = Date.parse('2027-02-01T08:00:00+01:00')
    const patients = Array.from({ length: RESERVED_FOR_PATIENTS + 1 }, (_, i) => {
      const email = `patient${i}@other.example`
      app.makeKnown(email, 'a browser')
      insertBooking(app.ctx().db, { status: 'confirmed', email, startsAt: firstStart + i * HOUR })
      return { email, browser: 'a browser', origin: `origin ${MOST_IN_ALL + i}` }
    })
    askForAllBookings()
    askForLists(MORE_FOR_LISTS)
    expect(patients.map((patient) => app.send(patient))).toEqual([
      ...allSent(RESERVED_FOR_PATIENTS),
      'too_many',
    ])
  })

  it('get one e-mail for each origin while e-mails are scarce', () => {
    expect(makeScarce()).toEqual(allSent(SCARCE_AFTER))
    expect(askFrom(0)).toBe('too_many')
    expect(sendSeveral(3, () => askFrom(5))).toEqual(['sent', 'too_many', 'too_many'])
    expect(askFrom(6)).toBe('sent')
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
    expect(askFrom(CHECKED_AFTER)).toBe('sent')
  })

  it('let a patient of another origin in without a bot check when a dozen have asked for all they can get', () => {
    const dozen = Array.from({ length: 12 }, (_, i) => i)
    const outcomes = dozen.flatMap((originNumber) => sendSeveral(PER_ORIGIN, () => askFrom(originNumber)))
    // The first five origins get twenty each. Then e-mails are scarce, and each of the others gets one.
    const [greedyOrigins, otherOrigins] = [SCARCE_AFTER / PER_ORIGIN, 12 - SCARCE_AFTER / PER_ORIGIN]
    const sent = outcomes.filter((outcome) => outcome === 'sent')
    expect(sent).toHaveLength(greedyOrigins * PER_ORIGIN + otherOrigins)
    expect(app.send({ origin: 'home', check: undefined })).toBe('sent')
  })
})

describe('a known browser of a mailbox without a booking', () => {
  /** The browser of a stranger who has verified many mailboxes. */
  const browser = 'a stranger’s'
  const mailbox = (i: number) => `stranger${i}@attacker.example`

  it('gets at most half of the e-mails, and leaves the rest to others', () => {
    const patient = app.addPatient()
    // Three e-mails to each of these mailboxes make up almost the second half.
    const limitedMailboxes = 33
    for (let i = 0; i <= limitedMailboxes; i++) app.makeKnown(mailbox(i), browser)
    // A known browser's mailbox is limited to three e-mails only while e-mails are scarce.
    const inTurn = (i: number) => mailbox(i < SCARCE_AFTER ? 0 : 1 + (i % limitedMailboxes))
    const outcomes = sendSeveral(MOST_IN_ALL, (i) =>
      app.send({ email: inTurn(i), browser, origin: `origin ${i % 10}` }),
    )
    // Once e-mails are scarce, each of the ten origins has had more than the one that it may then get.
    expect(outcomes.slice(0, SCARCE_AFTER)).toEqual(allSent(SCARCE_AFTER))
    expect(outcomes.slice(SCARCE_AFTER)).toEqual(Array(MOST_IN_ALL - SCARCE_AFTER).fill('too_many'))

    expect(app.send({ ...patient, origin: 'origin 20', check: undefined })).toBe('sent')
    expect(app.send({ email: PATIENT_EMAIL, origin: 'origin 21', purpose: 'my-bookings' })).toBe('sent')
    expect(app.send({ origin: 'origin 22' })).toBe('sent')
  })

  it('is subject to the limit of its mailbox while e-mails are scarce', () => {
    app.makeKnown(STRANGER, browser)
    sendSeveral(SCARCE_AFTER, (i) => app.send({ origin: `origin ${i}` }))
    const outcomes = sendSeveral(4, (i) =>
      app.send({ email: STRANGER, browser, origin: `origin ${SCARCE_AFTER + i}` }),
    )
    expect(outcomes).toEqual([...allSent(3), 'too_many'])
  })

  it('gets none of the e-mails reserved for patients, and those reserved for lists only for a list', () => {
    app.makeKnown(STRANGER, browser)
    const askBy = (origin: string, purpose: 'booking' | 'my-bookings') =>
      app.send({ email: STRANGER, browser, origin, purpose })
    sendSeveral(MOST_FOR_BOOKINGS, (i) => app.send({ origin: `origin ${i}` }))
    expect(askBy('stranger’s first', 'booking')).toBe('too_many')
    expect(askBy('stranger’s first', 'my-bookings')).toBe('sent')
    const leftForLists = MORE_FOR_LISTS - 1
    sendSeveral(leftForLists, (i) =>
      app.send({ origin: `origin ${MOST_FOR_BOOKINGS + i}`, purpose: 'my-bookings' }),
    )
    expect(askBy('stranger’s second', 'my-bookings')).toBe('too_many')
    expect(askBy('stranger’s third', 'booking')).toBe('too_many')
  })
})
