import { describe, expect, it } from 'vitest'
import { PALETTE } from '../../shared/palette.ts'
import { book, lastCode, lastMail, lastToken } from '../../testing/factory.ts'
import { onlyEmailId, queueEmailToRosa } from '../../testing/queued-mail.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** Reads the preview of the only e-mail of this kind. */
const readPreview = (app: TestApp, kind: string) =>
  app.admin().get(`/api/admin/outbox/emails/${onlyEmailId(app, kind)}/preview`)

describe('the preview of an e-mail', () => {
  it('has the subject and content that were queued', async () => {
    const app = openTestApp()
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const id = onlyEmailId(app, 'reservation-received')
    const [stored] = app.rows<{ subject: string; html: string }>('select * from messages where id = ?', id)
    const { status, json } = await readPreview(app, 'reservation-received')
    const url = expect.stringMatching(`^/api/email-previews/${id}/`)
    expect([status, json]).toEqual([200, { subject: stored?.subject, html: stored?.html, url }])
    expect(json.html).toContain('Guten Tag Frau Musterfrau!')
  })

  it.each(['99', '0', '123456789012345', '9'.repeat(40), 'abc', '-1', '1.0', '1e0'])(
    'is refused if there is no such e-mail: %s',
    async (id) => {
      const app = openTestApp()
      queueEmailToRosa(app)
      const { status, json } = await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)
      expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
    },
  )
})

describe('the preview of an e-mail verification', () => {
  it('hides link and code, and says so', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { html } = (await readPreview(app, 'email-verification')).json
    expect(html).not.toContain(lastCode(app))
    expect(html).not.toContain(lastToken(app))
    expect(html).not.toContain('/email/verify')
    expect(html).toContain('E-Mail bestätigen')
    expect(html).toContain('Ihr Code: ••••••.')
    const firstParagraph = /<body[^>]*><p [^>]*>(.*?)<\/p>/
    const [, note] = firstParagraph.exec(html) ?? []
    expect(note).toBe(
      'Link und Code sind in dieser Vorschau unkenntlich gemacht. Sie gelten nur für die Person, an die diese E-Mail ging.',
    )
    // The practice's phone number and colours look like codes, but remain.
    expect(html).toContain('+43 5572 000000')
    expect(html).toContain(PALETTE.background.dark)
  })

  it('hides the code in the subject, like the list', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    expect(lastMail(app).subject).toBe(`${lastCode(app)} ist Ihr Code`)
    const preview = await readPreview(app, 'email-verification')
    expect(preview.json.subject).toBe('•••••• ist Ihr Code')
    const [listed] = (await app.admin().get('/api/admin/outbox/emails')).json.emails
    expect(listed.subject).toBe('•••••• ist Ihr Code')
  })

  it('hides link and code even after similar words of the practice', async () => {
    const app = openTestApp()
    const email_opening = 'Unser Weg: https://praxis.example/?token=plan\nTelefon: 512345'
    await app.admin().put('/api/admin/texts/email-verification', { email_opening })
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { json } = await readPreview(app, 'email-verification')
    // The practice's words come first, so length and end of line tell the real token and code from them.
    const tokenAndCode = /token=([\w-]{32})[\s\S]*: (\d{6})$/m
    const [, token = '', code = ''] = tokenAndCode.exec(lastMail(app).text) ?? []
    expect([token.length, code.length]).toEqual([32, 6])
    expect(json.html).toContain('Unser Weg')
    expect(json.html).not.toContain(token)
    expect(json.html).not.toContain(code)
  })

  it('is empty if link and code are not found in the e-mail', async () => {
    const app = openTestApp()
    queueEmailToRosa(app, 'email-verification')
    const { json } = await readPreview(app, 'email-verification')
    expect(json).toEqual({ subject: 'Betreff email-verification', html: '', url: null })
  })
})
