import { expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveResource } from '../schedule/resources.ts'
import { HOUR } from '../shared/day.ts'
import { readLinkSignature } from '../shared/link-signature.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lastMail } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { calendarFile } from './email/ics.ts'
import { notify } from './notify.ts'
import { saveText } from './text-editing.ts'

it('the links with which the practice decides expire at the start that they are about', () => {
  const app = openTestApp()
  const startsAt = Date.parse('2027-01-12T08:30:00+01:00')
  const moveToAt = Date.parse('2027-01-14T10:00:00+01:00')
  const expiries = () =>
    [...lastMail(app).text.matchAll(/sig=(\S+)/g)].map(([, sig = '']) => readLinkSignature(sig)?.expiresAt)

  const request = insertBooking(app.ctx().db, { startsAt })
  notify(app.ctx(), { kind: 'new-reservation', booking: request, facts: {} })
  expect(expiries()).toEqual([startsAt, startsAt])

  const askedToMove = insertBooking(app.ctx().db, {
    status: 'confirmed',
    startsAt: startsAt + HOUR,
    moveToAt,
  })
  notify(app.ctx(), { kind: 'move-asked', booking: askedToMove, facts: { to: moveToAt, message: '' } })
  expect(expiries()).toEqual([moveToAt, moveToAt])
})

it('the e-mail about a rejected request leads to free times of its service, while patients can book that', () => {
  const app = openTestApp()
  const ctx = app.ctx()
  const bookUrl = (serviceId: string) => {
    const booking = insertBooking(ctx.db, { status: 'rejected', serviceId, startsAt: ctx.now + HOUR })
    notify(ctx, { kind: 'rejected', booking, facts: { message: '' } })
    app.change('delete from bookings')
    return /^Anderen Termin buchen:\n(.*)$/m.exec(lastMail(app).text)?.[1]
  }
  expect(bookUrl('erstordination')).toBe(`${ctx.config.baseUrl}/?service=erstordination`)
  app.change(`update services set active = 0 where id = 'erstordination'`)
  expect(bookUrl('erstordination')).toBe(`${ctx.config.baseUrl}/`)
  expect(bookUrl('gone')).toBe(`${ctx.config.baseUrl}/`)
})

it.each([
  { title: 'refers to the e-mail', settings: {}, refers: true },
  {
    title: 'does not refer to an e-mail while all are off',
    settings: { notify_muteEmail: true },
    refers: false,
  },
])('the SMS about an appointment $title', ({ settings, refers }) => {
  const app = openTestApp()
  const ctx = app.ctx()
  writeSettings(ctx, 'general', settings)
  const booking = insertBooking(ctx.db, {
    status: 'confirmed',
    mobile: '0660 1234567',
    email: 'rosa@a.example',
    startsAt: ctx.now + HOUR,
  })
  notify(ctx, { kind: 'confirmed', booking, facts: { message: '' } })
  const [sms] = app.rows<{ text: string }>(`select text from messages where channel = 'sms'`)
  expect(sms?.text.includes('Näheres in unserer E-Mail.')).toBe(refers)
  expect(sms?.text).toContain('ist bestätigt.')
})

it('messages and calendar files name the doctor where there are several, and else nobody', () => {
  const app = openTestApp()
  const ctx = app.ctx()
  const messageTexts = () => {
    const booking = insertBooking(ctx.db, {
      status: 'confirmed',
      mobile: '0660 1234567',
      startsAt: ctx.now + HOUR,
    })
    notify(ctx, { kind: 'confirmed', booking, facts: { message: '' } })
    const [sms] = app.rows<{ text: string }>(
      `select text from messages where channel = 'sms' order by id desc`,
    )
    app.change('delete from bookings')
    const [, summary] = /^SUMMARY:(.*)$/m.exec(calendarFile(ctx, booking)) ?? []
    return { email: lastMail(app).text, sms: sms?.text, summary: summary?.trim() }
  }
  const withOneDoctor = messageTexts()
  expect(withOneDoctor.email).not.toContain('Bei: ')
  expect(withOneDoctor.sms).not.toContain('(')
  expect(withOneDoctor.summary).toBe('Termin Ordination Dr. Demo Muster')

  saveResource(ctx, 'doctor-1', { name: 'Dr. Beispiel' })
  saveResource(ctx, 'labor', { name: 'Labor' })
  saveText(ctx, 'confirmed', { email_opening: 'Bis bald bei {Arzt}!' })
  const withSeveral = messageTexts()
  expect(withSeveral.email).toContain('\nBei: Dr. Beispiel\n')
  expect(withSeveral.email).toContain('Bis bald bei Dr. Beispiel!')
  expect(withSeveral.sms).toMatch(/\d\d:\d\d Uhr \(Dr\. Beispiel\) ist bestätigt/)
  expect(withSeveral.summary).toMatch(/^Termin Dr\. Beispiel\\?, Ordination Dr\. Demo Muster$/)
})
