import { expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { type OdooApp, openOdooApp } from '../../testing/odoo-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** The path of the first message in the outbox, which is a push. */
const PUSH_PATH = '/api/admin/outbox/odoo/1'

/** Opens the app with a confirmed booking whose push is queued. `id` is the id of the booking. */
async function openWithQueuedPush() {
  const app = await openOdooApp()
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
  await app.firstSync()
  return { app, id }
}

/** Repeats the first push of the booking. */
const resendPush = (app: OdooApp, id: string) =>
  app.doctor.post(`/api/admin/bookings/${id}/messages/erp/1/resend`)

it('a push can be repeated from the booking, and has its current state', async () => {
  const app = await openOdooApp()
  const { id } = await app.syncBooking()
  app.changeRows('update bookings set starts_at = starts_at + ?, ends_at = ends_at + ?', HOUR, HOUR)
  const { status, json } = await resendPush(app, id)
  expect([status, json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])

  await app.push()
  expect(app.odoo.events()).toMatchObject([{ start: '2027-01-12 08:30:00' }])
  expect(app.rows('select subject, status from messages where id > 1')).toEqual([
    { subject: 'Termin: Dienstag, 12.\u00a0Jänner 2027, 09:30\u00a0Uhr', status: 'sent' },
  ])
})

it('a push cannot be repeated while the synchronisation is off', async () => {
  const app = await openOdooApp()
  const { id } = await app.syncBooking()
  app.switchSyncOff()
  const { status, json } = await resendPush(app, id)
  expect([status, json]).toEqual([
    409,
    { error: 'conflict', message: 'Die Übertragung an Odoo ist abgeschaltet.' },
  ])
})

it('the log of the outbox lists pushes', async () => {
  const { app, id } = await openWithQueuedPush()
  expect((await app.doctor.get('/api/admin/outbox/odoo')).json).toEqual({
    odoo: [
      {
        id: 1,
        kind: 'erp-push',
        recipient: 'Odoo',
        subject: 'Termin: Dienstag, 12.\u00a0Jänner 2027, 08:30\u00a0Uhr',
        status: 'queued',
        error: null,
        emptied: null,
        attempts: 0,
        log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: isoAt(NOW),
        booking_id: id,
        booking_start: '2027-01-12T08:30:00+01:00',
        name: 'Rosa Musterfrau',
        phone: '+43 664 1234567',
        remedy: null,
        obstacle: null,
        open: false,
        settled: null,
      },
    ],
    more: false,
  })
})

it('a push can be retried once it has failed', async () => {
  const { app } = await openWithQueuedPush()
  expect((await app.doctor.post(`${PUSH_PATH}/retry`)).status).toBe(409)
  app.changeRows(`update messages set status = 'failed'`)
  expect((await app.doctor.post(`${PUSH_PATH}/retry`)).status).toBe(200)
  expect(await app.readStatus()).toMatchObject({ waiting: 1, failed: 0 })
})

it('a push cannot be settled before it has failed, or if it does not exist', async () => {
  const { app } = await openWithQueuedPush()
  expect((await app.doctor.post(`${PUSH_PATH}/settle`)).status).toBe(409)
  expect((await app.doctor.post('/api/admin/outbox/odoo/2/settle')).status).toBe(404)
})

it('a failed push counts as failed everywhere, except while it is settled', async () => {
  const { app } = await openWithQueuedPush()
  app.changeRows(`update messages set status = 'failed'`)
  const readFailures = async () => {
    const { reasons, counts } = (await app.doctor.get('/api/admin/status')).json
    const { odoo } = (await app.doctor.get('/api/admin/outbox/odoo?open=1')).json
    const messages: string[] = reasons.map(({ message }: { message: string }) => message)
    return {
      isInBanner: messages.some((message) => message.includes('nicht nach Odoo')),
      inNavigation: counts.failed,
      inOutbox: odoo.length,
      inStatus: (await app.readStatus()).failed,
    }
  }
  const unsettled = { isInBanner: true, inNavigation: 1, inOutbox: 1, inStatus: 1 }
  expect(await readFailures()).toEqual(unsettled)

  const settled = await app.doctor.post(`${PUSH_PATH}/settle`)
  expect([settled.status, settled.json]).toEqual([200, { message: 'Als erledigt vermerkt.' }])
  expect(await readFailures()).toEqual({ isInBanner: false, inNavigation: 0, inOutbox: 0, inStatus: 0 })

  expect((await app.doctor.post(`${PUSH_PATH}/reopen`)).status).toBe(200)
  expect(await readFailures()).toEqual(unsettled)
  expect(app.rows('select action, subject from audit where subject is not null')).toEqual([
    { action: 'failure-settled', subject: 'Odoo 1' },
    { action: 'failure-reopened', subject: 'Odoo 1' },
  ])
})
