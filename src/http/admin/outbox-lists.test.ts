import { describe, expect, it } from 'vitest'
import { book } from '../../testing/factory.ts'
import { queueEmailToRosa } from '../../testing/queued-mail.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('the list of e-mails', () => {
  it('has the newest e-mail first, with every field except the content', async () => {
    const app = openTestApp()
    const start = '2027-01-12T08:30:00+01:00'
    // It queues the e-mails 1 to 3: the verification, then one to the patient and one to the practice.
    const booking = (await book(app, app.browser(), start)).json
    app.changeRows(`update messages set status = 'sent', attempts = 1, sent_at = due_at where id = 2`)
    const { emails } = (await app.admin().get('/api/admin/outbox/emails')).json
    expect(emails).toHaveLength(3)
    const [toPractice, toPatient, verification] = emails
    expect(toPractice).toMatchObject({ kind: 'new-reservation', booking_start: start })
    expect(verification).toMatchObject({ kind: 'email-verification', booking_start: null })
    expect(toPatient).toEqual({
      id: 2,
      subject: 'Reservierung erhalten: Dienstag, 12. Jänner 2027, 08:30 Uhr',
      recipient: 'rosa@musterfrau.example',
      cc: null,
      bcc: null,
      status: 'sent',
      error: null,
      emptied: null,
      log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: isoAt(NOW),
      kind: 'reservation-received',
      attempts: 1,
      due_at: isoAt(NOW),
      sent_at: isoAt(NOW),
      booking_id: booking.id,
      booking_start: start,
      name: 'Rosa Musterfrau',
      phone: '+43 660 0000012',
      open: false,
      remedy: null,
      obstacle: null,
      settled: null,
    })
  })
})

describe('the pages of the list of e-mails', () => {
  /** One e-mail more than fits on a page by default. */
  const EMAIL_COUNT = 101

  /**
   * Queues e-mails with the ids 1 to EMAIL_COUNT. `readPage` returns the number of e-mails on a page, the
   * first and last id, and whether there are older ones.
   */
  function openWithEmails() {
    const app = openTestApp()
    for (let id = 1; id <= EMAIL_COUNT; id++) queueEmailToRosa(app)
    const admin = app.admin()
    const readPage = async (query = '') => {
      const { emails, more } = (await admin.get(`/api/admin/outbox/emails${query}`)).json
      return { count: emails.length, first: emails[0]?.id, last: emails.at(-1)?.id, more }
    }
    return { app, readPage }
  }

  it('have a hundred entries by default, and say whether there are older ones', async () => {
    const { readPage } = openWithEmails()
    expect(await readPage()).toEqual({ count: 100, first: 101, last: 2, more: true })
    expect(await readPage('?before=2')).toEqual({ count: 1, first: 1, last: 1, more: false })
    expect(await readPage('?limit=2&before=101')).toEqual({ count: 2, first: 100, last: 99, more: true })
    expect(await readPage('?limit=500')).toEqual({ count: 101, first: 101, last: 1, more: false })
    expect(await readPage('?before=1')).toEqual({ count: 0, more: false })
  })

  it('can be filtered by status', async () => {
    const { app, readPage } = openWithEmails()
    const mutedIds = [99, 50, 1]
    app.changeRows(`update messages set status = 'muted' where id in (${mutedIds.join()})`)
    expect(await readPage('?status=muted')).toEqual({ count: 3, first: 99, last: 1, more: false })
    const secondPage = await readPage('?status=muted&limit=1&before=99')
    expect(secondPage).toEqual({ count: 1, first: 50, last: 50, more: true })
    const counts = { queued: EMAIL_COUNT - mutedIds.length, sending: 0, sent: 0, failed: 0, unknown: 0 }
    for (const [status, count] of Object.entries(counts))
      expect(await readPage(`?status=${status}&limit=500`), status).toMatchObject({ count })
  })

  it('can be searched for words of subject and recipient', async () => {
    const { app, readPage } = openWithEmails()
    app.changeRows(
      `update messages set subject = 'Für Ökonomie', recipient = 'irma@x.example' where id in (3, 70)`,
    )
    expect(await readPage('?search=okonomie%20IRMA')).toEqual({ count: 2, first: 70, last: 3, more: false })
    expect(await readPage('?search=irma&limit=1')).toEqual({ count: 1, first: 70, last: 70, more: true })
    expect(await readPage('?search=irma%20niemand')).toEqual({ count: 0, more: false })
  })

  it('can be searched for the oldest of thousands without delaying other calls', async () => {
    const app = openTestApp()
    // The search reads 500 at a time (ROWS_AT_ONCE of log-search.ts), and lets other calls run in between.
    for (let id = 1; id <= 2100; id++) queueEmailToRosa(app)
    app.changeRows(`update messages set recipient = 'irma@x.example' where id in (1, 1100)`)
    const admin = app.admin()
    const answeredPaths: string[] = []
    const getAndRecord = async (path: string) => {
      const { json } = await admin.get(`/api/admin/${path}`)
      answeredPaths.push(path)
      return json
    }
    const [found] = await Promise.all([getAndRecord('outbox/emails?search=irma'), getAndRecord('session')])
    expect(found).toMatchObject({ emails: [{ id: 1100 }, { id: 1 }], more: false })
    expect(answeredPaths).toEqual(['session', 'outbox/emails?search=irma'])
  })
})

describe.each(['emails', 'sms', 'odoo'])('the list of %s', (channel) => {
  it('is empty initially', async () => {
    const { json } = await openTestApp().admin().get(`/api/admin/outbox/${channel}`)
    expect(json).toEqual({ [channel]: [], more: false })
  })

  it.each([
    { query: 'limit=501', fields: { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' } },
    { query: 'before=x', fields: { before: 'Bitte die Nummer eines Eintrags angeben.' } },
    { query: 'status=suppressed', fields: { status: 'Diesen Status gibt es nicht.' } },
  ])('is refused for $query', async ({ query, fields }) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/outbox/${channel}?${query}`)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
  })
})
