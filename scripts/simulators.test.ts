import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { signStaffLink } from '../src/access/links.ts'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { webhookUrl } from '../src/messaging/sms/delivery-reports.ts'
import { writeSettings } from '../src/practice/settings.ts'
import { HOUR } from '../src/shared/day.ts'
import { insertBooking } from '../src/testing/bookings.ts'
import { freePort, startOrdi } from '../src/testing/command-line.ts'
import { tempDir } from '../src/testing/temp-dir.ts'
import { ROOT } from './programs.ts'

let started: ChildProcess[] = []

afterEach(async () => {
  for (const child of started) {
    const ended = once(child, 'exit')
    if (child.kill()) await ended
  }
  started = []
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
  const child = spawn(process.execPath, [join(ROOT, 'scripts/simulators.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 20_000 }).toContain('Ctrl+C closes all.')
  return {
    clicksend: `http://127.0.0.1:${clicksend}/v3`,
    sevenio: `http://127.0.0.1:${sevenio}/api`,
    output: () => output,
  }
}

it('the simulators take a text message of a running portal, and tell it that it was delivered', async () => {
  const simulators = await startSimulators()
  expect(simulators.output()).toContain(
    `CLICKSEND_BASE_URL=${simulators.clicksend} SEVENIO_BASE_URL=${simulators.sevenio}`,
  )
  const DATA_DIR = tempDir()
  const { ctx, close } = openApp({ ...readConfig({ DATA_DIR }), demo: true })
  const practice = ctx({ kind: 'visitor' })
  writeSettings(practice, 'clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: 'demo-key',
    CLICKSEND_FROM: 'Ordination',
  })
  const { id, startsAt } = insertBooking(practice.db, {
    startsAt: Math.ceil(practice.now / HOUR + 72) * HOUR,
  })
  const server = await startOrdi({ DATA_DIR, CLICKSEND_BASE_URL: simulators.clicksend })

  const hook = new URL(webhookUrl(practice, 'clicksend')).pathname
  await fetch(`${simulators.clicksend}/automations/sms/receipts`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('demo:demo-key')}` },
    body: JSON.stringify({ action: 'URL', action_address: server.url + hook }),
  })
  const confirmed = await fetch(`${server.url}/api/admin/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      message: '',
      sig: signStaffLink(practice, { action: 'confirm', bookingId: id, start: startsAt }),
    }),
  })
  expect(confirmed.status).toBe(200)
  const stored = () =>
    practice.db.$client.prepare(`select status, delivery_status from messages where channel = 'sms'`).all()
  await expect.poll(stored, { timeout: 20_000 }).toEqual([{ status: 'sent', delivery_status: 'delivered' }])
  expect(simulators.output()).toMatch(/Ordination → \+436641234567: .* ist bestätigt\./)
  await expect.poll(simulators.output).toContain('report pushed: 200')

  expect(await server.stop()).toBe(0)
  close()
})
