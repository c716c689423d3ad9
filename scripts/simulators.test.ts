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
import { ROOT } from './tools.ts'

let started: ChildProcess[] = []

afterEach(async () => {
  for (const child of started) {
    const ended = once(child, 'exit')
    if (child.kill()) await ended
  }
  started = []
})

/** The script as `npm run simulators` starts it, on free ports and hasty. */
async function startSimulators() {
  const [clicksend, sevenio] = [await freePort(), await freePort()]
  const env = { CLICKSEND_PORT: String(clicksend), SEVENIO_PORT: String(sevenio), REPORT_AFTER: '100' }
  const child = spawn(process.execPath, [join(ROOT, 'scripts/simulators.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += chunk
  })
  await expect.poll(() => shown, { timeout: 20_000 }).toContain('Ctrl+C closes all.')
  return {
    clicksend: `http://127.0.0.1:${clicksend}/v3`,
    sevenio: `http://127.0.0.1:${sevenio}/api`,
    shown: () => shown,
  }
}

it('the simulators take a text message of a running portal, and tell it that it was delivered', async () => {
  const simulators = await startSimulators()
  expect(simulators.shown()).toContain(
    `CLICKSEND_BASE_URL=${simulators.clicksend} SEVENIO_BASE_URL=${simulators.sevenio}`,
  )
  const DATA_DIR = tempDir()
  const { ctx, close } = openApp({ ...readConfig({ DATA_DIR }), demo: true })
  const visitor = ctx({ kind: 'visitor' })
  writeSettings(visitor, 'clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: 'demo-key',
    CLICKSEND_FROM: 'Ordination',
  })
  const { id, startsAt } = insertBooking(visitor.db, { startsAt: Math.ceil(visitor.now / HOUR + 72) * HOUR })
  const server = await startOrdi({ DATA_DIR, CLICKSEND_BASE_URL: simulators.clicksend })

  const hook = new URL(webhookUrl(visitor, 'clicksend')).pathname
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
      sig: signStaffLink(visitor, { action: 'confirm', bookingId: id, start: startsAt }),
    }),
  })
  expect(confirmed.status).toBe(200)
  const stored = () =>
    visitor.db.$client.prepare(`select status, delivery_status from messages where channel = 'sms'`).all()
  await expect.poll(stored, { timeout: 20_000 }).toEqual([{ status: 'sent', delivery_status: 'delivered' }])
  expect(simulators.shown()).toMatch(/Ordination → \+436641234567: .* ist bestätigt\./)
  await expect.poll(simulators.shown).toContain('report pushed: 200')

  expect(await server.stop()).toBe(0)
  close()
})
