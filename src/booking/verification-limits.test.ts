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

let app: EmailLimitsApp
beforeEach(() => {
  app = openEmailLimitsApp()
})

describe('a mailbox', () => {
  const sendFrom = (i: number, email = PATIENT_EMAIL) => app.send({ email, origin: `origin ${i}` })

  it('gets three e-mails within an hour, from any origin and with any tag', () => {
    expect([sendFrom(1), sendFrom(2, 'ROSA+arzt@musterfrau.example')]).toEqual(allSent(2))
    app.pass(10 * MINUTE)
    expect([sendFrom(3), sendFrom(4, 'Rosa@Musterfrau.example')]).toEqual(['sent', 'too_many'])
    app.pass(50 * MINUTE)
    expect(sendFrom(4)).toBe('sent')
  })

  it('is refused with the phone number and the seconds until its next e-mail', () => {
    sendSeveral(2, (i) => sendFrom(i))
    app.pass(10 * MINUTE)
    sendFrom(3)
    const refusal = app.refusalToSend({ email: PATIENT_EMAIL, origin: 'origin 4' })
    expect(refusal?.facts).toEqual({ phone: '+43 5572 000000', retry_after: 3000 })
    expect(refusal?.message).toMatch(/warten Sie ein wenig oder rufen Sie uns an: \+43 5572 000000\.$/)
  })

  it('is unlimited in a known browser, even after strangers have used up its e-mails', () => {
    app.makeKnown(PATIENT_EMAIL, 'known')
    expect(sendSeveral(4, (i) => sendFrom(i))).toEqual([...allSent(3), 'too_many'])
    const byKnown = (email: string) => app.send({ email, browser: 'known', origin: 'origin 9' })
    expect(['Rosa+arzt@musterfrau.example', ...Array(4).fill(PATIENT_EMAIL)].map(byKnown)).toEqual(allSent(5))
  })

  it('is unlimited in a known browser for ninety days', () => {
    app.makeKnown(PATIENT_EMAIL, 'known')
    sendSeveral(3, (i) => sendFrom(i))
    app.pass(90 * DAY_LENGTH - 1)
    deleteOutdatedBrowsers(app.ctx())
    sendSeveral(3, (i) => sendFrom(i))
    expect(app.send({ email: PATIENT_EMAIL, browser: 'known' })).toBe('sent')
    app.pass(1)
    deleteOutdatedBrowsers(app.ctx())
    expect(app.send({ email: PATIENT_EMAIL, browser: 'known' })).toBe('too_many')
  })
})

describe('an origin', () => {
  it('gets twenty e-mails within an hour', () => {
    expect(sendSeveral(21, () => app.send())).toEqual([...allSent(20), 'too_many'])
    expect(app.refusalToSend()?.facts.retry_after).toBe(3600)
    expect(app.send({ origin: 'another' })).toBe('sent')
    app.pass(HOUR)
    expect(app.send()).toBe('sent')
  })

  it('has no limit while it is unknown', () => {
    const sendUnknown = () => app.send({ origin: undefined, check: undefined })
    expect(sendSeveral(21, sendUnknown)).toEqual(allSent(21))
  })

  it('gets no more than twenty e-mails for a patient’s known browser', () => {
    const patient = app.addPatient()
    expect(sendSeveral(21, () => app.send(patient))).toEqual([...allSent(20), 'too_many'])
  })

  it('never needs a bot check', () => {
    expect(sendSeveral(21, () => app.send({ check: undefined }))).toEqual([...allSent(20), 'too_many'])
  })
})
