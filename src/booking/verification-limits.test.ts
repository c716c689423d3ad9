import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import {
  allSent,
  type EmailLimitsApp,
  openEmailLimitsApp,
  PATIENT_EMAIL,
  sendSeveral,
} from '../testing/email-limits-app.ts'
import { deleteOutdatedBrowsers } from './known-browsers.ts'

// The limits of verification-limits.ts within an hour, restated so that these tests fail when one is changed.
const PER_MAILBOX = 3
const PER_ORIGIN = 20

let app: EmailLimitsApp
beforeEach(() => {
  app = openEmailLimitsApp()
})

describe('a mailbox', () => {
  /** Asks for an e-mail from the origin with this number, by default to the patient. */
  const sendFrom = (originNumber: number, email = PATIENT_EMAIL) =>
    app.send({ email, origin: `origin ${originNumber}` })
  /** Uses up the mailbox's e-mails of an hour from as many origins. */
  const useUp = () => sendSeveral(PER_MAILBOX, (i) => sendFrom(i))

  it('gets three e-mails within an hour, from any origin and with any tag', () => {
    expect([sendFrom(1), sendFrom(2, 'ROSA+arzt@musterfrau.example')]).toEqual(allSent(2))
    app.pass(10 * MINUTE)
    expect([sendFrom(3), sendFrom(4, 'Rosa@Musterfrau.example')]).toEqual(['sent', 'too_many'])
    app.pass(50 * MINUTE)
    expect(sendFrom(4)).toBe('sent')
  })

  it('is refused with the phone number and the seconds until its next e-mail', () => {
    sendSeveral(PER_MAILBOX - 1, (i) => sendFrom(i))
    app.pass(10 * MINUTE)
    sendFrom(3)
    // The first e-mails no longer count after an hour.
    const refusal = app.refusalToSend({ email: PATIENT_EMAIL, origin: 'origin 4' })
    const secondsLeft = 50 * 60
    expect(refusal?.facts).toEqual({ phone: '+43 5572 000000', retry_after: secondsLeft })
    expect(refusal?.message).toMatch(/warten Sie ein wenig oder rufen Sie uns an: \+43 5572 000000\.$/)
  })

  it('is unlimited in a known browser, even after strangers have used up its e-mails', () => {
    app.makeKnown(PATIENT_EMAIL, 'known')
    expect(useUp()).toEqual(allSent(PER_MAILBOX))
    expect(sendFrom(PER_MAILBOX)).toBe('too_many')
    const sendToKnown = (email: string) => app.send({ email, browser: 'known', origin: 'origin 9' })
    expect(sendToKnown('Rosa+arzt@musterfrau.example')).toBe('sent')
    const more = PER_MAILBOX + 1
    expect(sendSeveral(more, () => sendToKnown(PATIENT_EMAIL))).toEqual(allSent(more))
  })

  it('is unlimited in a known browser for ninety days', () => {
    app.makeKnown(PATIENT_EMAIL, 'known')
    app.pass(90 * DAY_LENGTH - 1)
    deleteOutdatedBrowsers(app.ctx())
    useUp()
    expect(app.send({ email: PATIENT_EMAIL, browser: 'known' })).toBe('sent')
    app.pass(1)
    deleteOutdatedBrowsers(app.ctx())
    expect(app.send({ email: PATIENT_EMAIL, browser: 'known' })).toBe('too_many')
  })
})

describe('an origin', () => {
  /** The outcomes of asking for one e-mail more than an origin may get. */
  const ALL_OF_ORIGIN = [...allSent(PER_ORIGIN), 'too_many']

  it('gets twenty e-mails within an hour', () => {
    expect(sendSeveral(PER_ORIGIN + 1, () => app.send())).toEqual(ALL_OF_ORIGIN)
    const secondsPerHour = HOUR / 1000
    expect(app.refusalToSend()?.facts.retry_after).toBe(secondsPerHour)
    expect(app.send({ origin: 'another' })).toBe('sent')
    app.pass(HOUR)
    expect(app.send()).toBe('sent')
  })

  it('has no limit while it is unknown', () => {
    const sendUnknown = () => app.send({ origin: undefined, check: undefined })
    expect(sendSeveral(PER_ORIGIN + 1, sendUnknown)).toEqual(allSent(PER_ORIGIN + 1))
  })

  it('gets no more than twenty e-mails for a patient’s known browser', () => {
    const patient = app.addPatient()
    expect(sendSeveral(PER_ORIGIN + 1, () => app.send(patient))).toEqual(ALL_OF_ORIGIN)
  })

  it('never needs a bot check', () => {
    expect(sendSeveral(PER_ORIGIN + 1, () => app.send({ check: undefined }))).toEqual(ALL_OF_ORIGIN)
  })
})
