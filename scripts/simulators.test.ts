import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { signStaffLink } from '../src/access/links.ts'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Ctx } from '../src/ctx.ts'
import type { Booking } from '../src/db/schema.ts'
import { webhookUrl } from '../src/messaging/sms/webhooks.ts'
import { writeSettings } from '../src/practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../src/shared/day.ts'
import { insertBooking } from '../src/testing/bookings.ts'
import { freePort } from '../src/testing/free-port.ts'
import { startOrdi } from '../src/testing/running-server.ts'
import { tempDir } from '../src/testing/temp-dir.ts'
import { PROJECT_ROOT } from './programs.ts'

it('the simulators accept an SMS from a running portal, and report its delivery', async () => {
  const simulators = await startSimulators()
  expect(simulators.output()).toContain(
    `CLICKSEND_BASE_URL=${simulators.clicksend} SEVENIO_BASE_URL=${simulators.sevenio}`,
  )
  const DATA_DIR = tempDir()
  const { ctx, requested } = openPractice(DATA_DIR)
  const server = await startOrdi({ DATA_DIR, CLICKSEND_BASE_URL: simulators.clicksend })
  await askForReports(simulators.clicksend, server.url + new URL(webhookUrl(ctx, 'clicksend')).pathname)
  expect((await confirm(server.url, ctx, requested)).status).toBe(200)

  const storedSms = () =>
    ctx.db.$client.prepare(`select status, delivery_status from messages where channel = 'sms'`).all()
  await expect.poll(storedSms).toEqual([{ status: 'sent', delivery_status: 'delivered' }])
  expect(simulators.output()).toMatch(/Ordination → \+436641234567: .* ist bestätigt\./)
  await expect.poll(simulators.output).toContain('report pushed: 200')
  expect(await server.stop()).toBe(0)
})

/** Starts the script as `npm run simulators` does, on free ports and with short delays. */
async function startSimulators() {
  const [clicksend, sevenio, odoo] = [await freePort(), await freePort(), await freePort()]
  const env = {
    CLICKSEND_PORT: String(clicksend),
    SEVENIO_PORT: String(sevenio),
    ODOO_PORT: String(odoo),
    REPORT_AFTER_MS: '100',
  }
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'scripts/simulators.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.kill()) await ended
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output).toContain('Ctrl+C closes all.')
  return {
    clicksend: `http://127.0.0.1:${clicksend}/v3`,
    sevenio: `http://127.0.0.1:${sevenio}/api`,
    output: () => output,
  }
}

/**
 * Opens a practice that sends SMS by ClickSend, with a requested booking in three days, which can be
 * confirmed.
 */
function openPractice(DATA_DIR: string) {
  const app = openApp({ ...readConfig({ DATA_DIR }), demo: true })
  onTestFinished(app.close)
  const ctx = app.ctx({ kind: 'visitor' })
  writeSettings(ctx, 'clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: 'demo-key',
    CLICKSEND_FROM: 'Ordination',
  })
  const fullHour = Math.ceil(ctx.now / HOUR) * HOUR
  return { ctx, requested: insertBooking(ctx.db, { startsAt: fullHour + 3 * DAY_LENGTH }) }
}

/** Registers the URL at the simulated ClickSend for its delivery reports. */
async function askForReports(clicksend: string, action_address: string): Promise<void> {
  await fetch(`${clicksend}/automations/sms/receipts`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo:demo-key')}` },
    body: JSON.stringify({ action: 'URL', action_address }),
  })
}

/** Confirms the booking by the practice's link, so that the portal sends an SMS. */
function confirm(url: string, ctx: Ctx, { id, startsAt }: Booking) {
  const sig = signStaffLink(ctx, { action: 'confirm', bookingId: id, start: startsAt })
  return fetch(`${url}/api/admin/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, message: '', sig }),
  })
}
