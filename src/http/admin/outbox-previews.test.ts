import { describe, expect, it } from 'vitest'
import { PALETTE } from '../../shared/palette.ts'
import { book, lastCode, lastMail, lastToken } from '../../testing/factory.ts'
import { queueMail } from '../../testing/queued-mail.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('the preview', () => {
  it('is the e-mail as it was queued', async () => {
    const app = openTestApp()
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const [stored] = app.rows<{ subject: string; html: string }>(
      `select * from messages where id = 2 and kind = 'reservation-received'`,
    )
    const { status, json } = await app.admin().get('/api/admin/outbox/emails/2/preview')
    expect([status, json]).toEqual([
      200,
      {
        subject: stored?.subject,
        html: stored?.html,
        url: expect.stringMatching(/^\/api\/email-previews\/2\//),
      },
    ])
    expect(json.html).toContain('Guten Tag Frau Musterfrau!')
  })

  it('of an e-mail verification hides link and code, and says so', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { html } = (await app.admin().get('/api/admin/outbox/emails/1/preview')).json
    expect(html).not.toContain(lastCode(app))
    expect(html).not.toContain(lastToken(app))
    expect(html).not.toContain('/email/verify')
    expect(html).toContain('E-Mail bestätigen')
    expect(html).toContain('Ihr Code: ••••••.')
    expect(html).toMatch(
      /<body[^>]*><p [^>]*>Link und Code sind in dieser Vorschau unkenntlich gemacht\. Sie gelten nur für die Person, an die diese E-Mail ging\.<\/p>/,
    )
    // The practice's phone number and colours look like codes, but remain.
    expect(html).toContain('+43 5572 000000')
    expect(html).toContain(PALETTE.background.dark)
  })

  it('of an e-mail verification hides the code in the subject, like the list', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    expect(lastMail(app).subject).toBe(`${lastCode(app)} ist Ihr Code`)
    const preview = await app.admin().get('/api/admin/outbox/emails/1/preview')
    expect(preview.json.subject).toBe('•••••• ist Ihr Code')
    const list = await app.admin().get('/api/admin/outbox/emails')
    expect(list.json.emails[0].subject).toBe('•••••• ist Ihr Code')
  })

  it('of an e-mail verification hides both even after similar words of the practice', async () => {
    const app = openTestApp()
    const email_opening = 'Unser Weg: https://praxis.example/?token=plan\nTelefon: 512345'
    await app.admin().put('/api/admin/texts/email-verification', { email_opening })
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    const [, token = '', code = ''] = /token=([\w-]{32})[\s\S]*: (\d{6})$/m.exec(lastMail(app).text) ?? []
    expect([token.length, code.length]).toEqual([32, 6])
    expect(json.html).toContain('Unser Weg')
    expect(json.html).not.toContain(token)
    expect(json.html).not.toContain(code)
  })

  it('of an e-mail verification is empty if link and code are not found in it', async () => {
    const app = openTestApp()
    queueMail(app, 'email-verification')
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    expect(json).toEqual({ subject: 'Betreff email-verification', html: '', url: null })
  })

  it('of a mail that does not exist is refused', async () => {
    const app = openTestApp()
    queueMail(app)
    const admin = app.admin()
    for (const id of ['99', '0', '123456789012345', '9'.repeat(40), 'abc', '-1', '1.0', '1e0']) {
      const { status, json } = await admin.get(`/api/admin/outbox/emails/${id}/preview`)
      expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
    }
  })
})
