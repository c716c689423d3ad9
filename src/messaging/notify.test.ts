import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveResource } from '../schedule/resources.ts'
import { HOUR } from '../shared/day.ts'
import { readLinkSignature } from '../shared/link-signature.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lastMail } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { notify } from './notify.ts'
import { saveText } from './text-editing.ts'

const START = Date.parse('2027-01-12T08:30:00+01:00')

describe('the links by which the practice decides', () => {
  /** Returns when the two links in the last e-mail expire. */
  const listExpiries = (app: TestApp) => {
    const signatures = Array.from(
      lastMail(app).text.matchAll(/sig=(\S+)/g),
      ([, signature = '']) => signature,
    )
    return signatures.map((signature) => readLinkSignature(signature)?.expiresAt)
  }

  it('expire at the start of the request', () => {
    const app = openTestApp()
    const booking = insertBooking(app.ctx().db, { startsAt: START })
    notify(app.ctx(), { kind: 'new-reservation', booking, facts: {} })
    expect(listExpiries(app)).toEqual([START, START])
  })

  it('expire at the start that the patient asks to move to', () => {
    const app = openTestApp()
    const requestedStart = Date.parse('2027-01-14T10:00:00+01:00')
    const times = { startsAt: START, moveToAt: requestedStart }
    const booking = insertBooking(app.ctx().db, { status: 'confirmed', ...times })
    notify(app.ctx(), { kind: 'move-asked', booking, facts: { requestedStart, message: '' } })
    expect(listExpiries(app)).toEqual([requestedStart, requestedStart])
  })
})

describe('the e-mail about a rejected request', () => {
  it.each([
    { service: 'that can be booked', serviceId: 'erstordination', path: '/?service=erstordination' },
    { service: 'that is switched off', serviceId: 'folgebehandlung', path: '/' },
    { service: 'that was deleted', serviceId: 'deleted', path: '/' },
  ])('leads to $path if its service is one $service', ({ serviceId, path }) => {
    const app = openTestApp()
    app.changeRows(`update services set active = 0 where id = 'folgebehandlung'`)
    const booking = insertBooking(app.ctx().db, { status: 'rejected', serviceId })
    notify(app.ctx(), { kind: 'rejected', booking, facts: { message: '' } })
    expect(lastMail(app).text).toContain(`\nAnderen Termin buchen:\n${app.ctx().config.baseUrl}${path}\n`)
  })
})

describe('the SMS about a confirmed appointment', () => {
  it.each([
    { rule: 'refers to the e-mail', notify_muteEmail: false, mentionsEmail: true },
    {
      rule: 'does not refer to the e-mail while e-mails are off',
      notify_muteEmail: true,
      mentionsEmail: false,
    },
  ])('$rule', ({ notify_muteEmail, mentionsEmail }) => {
    const app = openTestApp()
    const ctx = app.ctx()
    writeSettings(ctx, 'general', { notify_muteEmail })
    const booking = insertBooking(ctx.db, {
      status: 'confirmed',
      mobile: '0660 1234567',
      email: 'rosa@a.example',
      startsAt: ctx.now + HOUR,
    })
    notify(ctx, { kind: 'confirmed', booking, facts: { message: '' } })
    const [sms] = app.rows<{ text: string }>(`select text from messages where channel = 'sms'`)
    expect(sms?.text.includes('Näheres in unserer E-Mail.')).toBe(mentionsEmail)
    expect(sms?.text).toContain('ist bestätigt.')
  })
})

describe('the messages about a confirmed appointment', () => {
  /** Queues the messages, and returns the texts of the e-mail and the SMS. */
  function notifyConfirmed(app: TestApp) {
    const booking = insertBooking(app.ctx().db, { status: 'confirmed', mobile: '0660 1234567' })
    notify(app.ctx(), { kind: 'confirmed', booking, facts: { message: '' } })
    const [sms] = app.rows<{ text: string }>(`select text from messages where channel = 'sms'`)
    return { email: lastMail(app).text, sms: sms?.text }
  }

  /** Opens a practice with a doctor, Dr. Beispiel, and a laboratory. */
  function openPracticeWithLaboratory() {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-1', { name: 'Dr. Beispiel' })
    saveResource(app.ctx(), 'labor', { name: 'Labor' })
    return app
  }

  it('name no doctor in a practice with only one resource', () => {
    const { email, sms } = notifyConfirmed(openTestApp())
    expect(email).not.toContain('Bei: ')
    // An SMS has the doctor in parentheses after the time, and no others.
    expect(sms).not.toContain('(')
  })

  it('name the doctor in a practice with several resources', () => {
    const { email, sms } = notifyConfirmed(openPracticeWithLaboratory())
    expect(email).toContain('\nBei: Dr. Beispiel\n')
    expect(sms).toMatch(/\d\d:\d\d Uhr \(Dr\. Beispiel\) ist bestätigt/)
  })

  it('name the doctor in the practice’s own words too', () => {
    const app = openPracticeWithLaboratory()
    saveText(app.ctx(), 'confirmed', { email_opening: 'Bis bald bei {Arzt}!' })
    expect(notifyConfirmed(app).email).toContain('Bis bald bei Dr. Beispiel!')
  })
})
