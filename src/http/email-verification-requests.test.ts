import { describe, expect, it } from 'vitest'
import { lastMail, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'

const EMAIL = 'rosa@musterfrau.example'

describe('requesting a verification', () => {
  it('has the same answer for known and unknown e-mail addresses', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser, EMAIL)
    const known = await browser.post('/api/email/send', { email: EMAIL })
    const unknown = await app
      .browser('198.51.100.1')
      .post('/api/email/send', { email: 'nobody@musterfrau.example' })
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })

  it('accepts a social security number and stores nothing of it', async () => {
    const app = openTestApp()
    const answer = await app.browser().post('/api/email/send', { email: ` ${EMAIL} `, svn: 'not-stored' })
    expect([answer.status, lastMail(app).recipient]).toEqual([200, EMAIL])
    expect(app.ctx().db.$client.serialize().includes('not-stored')).toBe(false)
  })

  it.each([
    { fault: 'an invalid address', body: { email: 'rosa.musterfrau.example' } },
    { fault: 'two addresses', body: { email: `${EMAIL},eve@evil.example` } },
    { fault: 'another header', body: { email: `${EMAIL}\r\nBcc: eve@evil.example` } },
    { fault: 'a list', body: { email: [EMAIL] } },
    { fault: 'no address', body: {} },
  ])('is refused for $fault, and nothing is sent', async ({ body }) => {
    const app = openTestApp()
    const { status, json } = await app.browser().post('/api/email/send', body)
    const fields = { email: 'Bitte gültige E-Mail eingeben.' }
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select id from messages')).toEqual([])
  })

  it('is refused with an unknown key, and does not say that the e-mail address is wrong', async () => {
    const { status, json } = await openTestApp()
      .browser()
      .post('/api/email/send', { email: EMAIL, subject: 'Hallo' })
    expect([status, json.fields]).toEqual([400, { subject: 'Unbekannte Angabe.' }])
    expect(json.message).toBe('Bitte prüfen Sie Ihre Angaben.')
  })
})
