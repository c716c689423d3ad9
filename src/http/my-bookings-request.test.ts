import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lastMail } from '../testing/factory.ts'
import { LISTED_EMAIL, requestLink } from '../testing/my-bookings-app.ts'
import { openTestApp } from '../testing/test-app.ts'

describe('requesting the list', () => {
  it.each([LISTED_EMAIL, 'nobody@musterfrau.example'])('sends link and code to %s', async (email) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'urls', { PATIENT_BASE_URL: 'https://patienten.example' })
    insertBooking(app.ctx().db, { email: LISTED_EMAIL })
    await requestLink(app.browser(), email)
    const mail = lastMail(app)
    expect([mail.recipient, mail.subject]).toEqual([email, 'Ihr Zugang zu „Meine Termine“'])
    expect(mail.text).toMatch(/https:\/\/patienten\.example\/meine-termine\?token=[\w-]{32}\n/)
    expect(mail.text).toMatch(/: \d{6}$/m)
  })

  it('has the same answer for e-mail addresses with and without appointments', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { email: LISTED_EMAIL })
    const request = async (email: string) => {
      const { status, text, headers } = await requestLink(app.browser(), email)
      return [status, text, [...headers.keys()]]
    }
    expect(await request(LISTED_EMAIL)).toEqual(await request('nobody@musterfrau.example'))
  })

  it('counts towards the limits of verification e-mails', async () => {
    const app = openTestApp()
    /** E-mails to one mailbox within an hour, restated from verification-limits.ts. */
    const perMailbox = 3
    for (let sent = 0; sent < perMailbox; sent++)
      expect((await requestLink(app.browser(`203.0.113.${sent}`))).status).toBe(200)
    expect((await requestLink(app.browser())).status).toBe(429)
  })

  it('is refused for an unknown purpose', async () => {
    const browser = openTestApp().browser()
    const { status, json } = await browser.post('/api/email/send', { email: LISTED_EMAIL, purpose: 'admin' })
    expect([status, json.error]).toEqual([400, 'invalid'])
  })
})
