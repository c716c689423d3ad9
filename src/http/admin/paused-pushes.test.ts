import { expect, it } from 'vitest'
import { onWake } from '../../db/wake.ts'
import { queueErpPush } from '../../erp/push-queue.ts'
import { erpTransport } from '../../erp/push-transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { readSettings, writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openProvidersApp } from '../../testing/providers-app.ts'

it('a push that was paused by a wrong password runs as soon as the right one is saved', async () => {
  const { ctx, rows, log, setUpOdoo, admin } = openProvidersApp({ allowPrivateTargets: true })
  const deliverPushes = () => deliverDue(ctx, erpTransport({ resolveHost: async () => [], log }), log)
  const readPushes = () => rows(`select status, error from messages where channel = 'erp'`)
  await setUpOdoo()
  writeSettings(ctx(), 'odoo', { ODOO_PASS: 'wrong' })
  queueErpPush(ctx(), insertBooking(ctx().db, { status: 'confirmed' }))
  await deliverPushes()
  expect(readPushes()).toEqual([{ status: 'queued', error: 'Odoo hat Benutzer oder Passwort abgelehnt.' }])

  const wokenWork: unknown[] = []
  onWake(ctx().db, (work) => wokenWork.push(work))
  const { ODOO_PASS: _, ...otherSettings } = readSettings(ctx(), 'odoo')
  const corrected = { ...otherSettings, ODOO_PASS: 'secret-of-odoo' }
  expect((await admin.put('/api/admin/settings/odoo', corrected)).status).toBe(200)
  // The value undefined wakes every worker.
  expect(wokenWork).toContain(undefined)
  await deliverPushes()
  expect(readPushes()).toEqual([{ status: 'sent', error: null }])
})
