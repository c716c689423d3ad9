import { describe, expect, it } from 'vitest'
import { queueEmail } from '../../messaging/outbox/queue.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { readMetrics } from '../../testing/metrics.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('failed messages', () => {
  /** Opens the app with two failed e-mails about a coming appointment, and one about a past one. */
  function openAppWithFailures() {
    const app = openTestApp()
    const coming = insertBooking(app.ctx().db, { status: 'confirmed' })
    const past = insertBooking(app.ctx().db, { startsAt: 1, endsAt: 2 })
    for (const bookingId of [coming.id, coming.id, past.id])
      queueEmail(app.ctx(), {
        kind: 'confirmed',
        recipient: 'rosa@musterfrau.example',
        bookingId,
        subject: '',
        text: '',
        html: '',
      })
    app.changeRows(`update messages set status = 'failed'`)
    return { app, admin: app.admin() }
  }

  /** Returns how many failures navigation, page and metrics show. */
  async function countFailures({ app, admin }: ReturnType<typeof openAppWithFailures>) {
    const { counts } = (await admin.get('/api/admin/status')).json
    const { emails } = (await admin.get('/api/admin/outbox/emails?open=1')).json
    const metrics = await readMetrics(app)
    const failedEmails = /ordi_outbox_undelivered\{channel="email",status="failed"\} (\d+)/
    const [, inMetrics] = failedEmails.exec(metrics) ?? []
    return { navigation: counts.failed, page: emails.length, metrics: Number(inMetrics) }
  }

  it('are in the banner, which links to their list', async () => {
    const { message, reasons } = (await openAppWithFailures().admin.get('/api/admin/status')).json
    const sentence = '2 E-Mails konnten nicht gesendet werden.'
    expect(message).toBe(sentence)
    expect(reasons).toEqual([{ message: sentence, href: '/admin/outbox?open=1' }])
  })

  it('have the same count in navigation, page and metrics until each is settled', async () => {
    const bothOpen = { navigation: 2, page: 2, metrics: 2 }
    const practice = openAppWithFailures()
    expect(await countFailures(practice)).toEqual(bothOpen)
    const { status, json } = await practice.admin.post('/api/admin/outbox/emails/1/settle')
    expect([status, json]).toEqual([200, { message: 'Als erledigt vermerkt.' }])
    expect(await countFailures(practice)).toEqual({ navigation: 1, page: 1, metrics: 1 })
    expect((await practice.admin.post('/api/admin/outbox/emails/1/reopen')).status).toBe(200)
    expect(await countFailures(practice)).toEqual(bothOpen)
  })

  it('are settled with a name and a time', async () => {
    const { admin } = openAppWithFailures()
    await admin.post('/api/admin/outbox/emails/1/settle')
    const { emails } = (await admin.get('/api/admin/outbox/emails')).json
    const oldest = emails.at(-1)
    expect(oldest.settled).toEqual({ at: isoAt(NOW), by: ADMIN })
  })

  it('can be selected with open=1, but not excluded with open=0', async () => {
    const { admin } = openAppWithFailures()
    expect((await admin.get('/api/admin/outbox/emails?open=0')).json.fields).toEqual({
      open: 'Bitte 1 angeben, oder nichts.',
    })
  })
})
