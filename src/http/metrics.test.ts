import { describe, expect, it, vi } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { recordFault } from '../messaging/outbox/faults.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, verifyEmailAddress } from '../testing/factory.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { fakeTimers } from '../testing/timed-app.ts'
import { openWatchedApp } from '../testing/watched-app.ts'

/** Reads the metrics as a program on this machine. */
const readMetrics = async (app: TestApp) => (await app.browser('127.0.0.1').get('/metrics')).text

describe('GET /metrics', () => {
  const TOKEN = 'a long random token'

  const requestFrom = (address: string, headers: Record<string, string> = {}, metricsToken?: string) => {
    const app = openTestApp({ config: { metricsToken } })
    return app.browser(address).get('/metrics', headers)
  }
  const expectRefused = async ({ status, json }: { status: number; json: unknown }) => {
    // The refusal is that of any missing file.
    const missing = await openTestApp().browser().get('/missing.txt')
    expect([status, json]).toEqual([404, missing.json])
  }

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('answers this machine: %s', async (address) => {
    const { status, headers } = await requestFrom(address)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  it.each(['203.0.113.7', '10.0.0.7', ''])('is not found from elsewhere: %j', async (address) => {
    await expectRefused(await requestFrom(address))
  })

  it.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
  ])('is not found through a proxy on this machine: %j', async (headers: Record<string, string>) => {
    await expectRefused(await requestFrom('127.0.0.1', headers))
  })

  it('answers everybody who has the token, from anywhere', async () => {
    const { status } = await requestFrom('203.0.113.7', { authorization: `Bearer ${TOKEN}` }, TOKEN)
    expect(status).toBe(200)
  })

  it.each([
    { address: '127.0.0.1', headers: {} },
    { address: '203.0.113.7', headers: { authorization: `Bearer ${TOKEN}x` } },
    { address: '203.0.113.7', headers: { authorization: 'Bearer ' } },
    { address: '203.0.113.7', headers: { authorization: TOKEN } },
  ])('is not found without the token, where one is set: $address $headers', async ({ address, headers }) => {
    await expectRefused(await requestFrom(address, headers as Record<string, string>, TOKEN))
  })

  it('tells how bookings, outbox, backup, providers, Odoo, jobs and files stand', async () => {
    const app = openWatchedApp()
    const { db } = app.ctx()
    decideBooking(app.ctx(), insertBooking(db, { startsAt: NOW + 6 * DAY_LENGTH }).id, {
      decision: 'confirm',
    })
    insertBooking(db, { startsAt: NOW - 48 * HOUR, status: 'cancelled' })
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    recordFault(app.ctx(), 'email', 'Bitte SMTP_URL prüfen.', { pauses: true })
    notifyDangers(app.ctx())
    app.pass(5 * MINUTE)

    expect((await readMetrics(app)).split('\n')).toEqual(
      expect.arrayContaining([
        'ordi_bookings{status="confirmed"} 1',
        'ordi_bookings{status="cancelled"} 1',
        'ordi_bookings{status="requested"} 0',
        'ordi_holds 1',
        'ordi_outbox_queued{channel="email"} 2',
        'ordi_outbox_queued{channel="sms"} 1',
        'ordi_outbox_queued{channel="odoo"} 1',
        'ordi_outbox_oldest_age_seconds{channel="email"} 300',
        'ordi_outbox_overdue_seconds{channel="sms"} 300',
        'ordi_outbox_undelivered{channel="sms",status="unknown"} 0',
        'ordi_outbox_fault{channel="email"} 1',
        'ordi_danger{kind="mail-fault"} 1',
        'ordi_backup_age_seconds 36360',
        'ordi_backup_size_bytes 5000',
        'ordi_backup_task_failing{task="drill"} 0',
        'ordi_backup_task_failing{task="after-backup"} 1',
        `ordi_backup_task_last_success_timestamp_seconds{task="drill"} ${NOW / 1000 - 3600}`,
        'ordi_sms_provider_set_up{provider="clicksend"} 0',
        'ordi_sms_provider_set_up{provider="sevenio"} 1',
        'ordi_sms_balance{provider="sevenio",currency="EUR"} 3.2',
        'ordi_sms_month_messages 1',
        'ordi_odoo_failing 1',
        `ordi_odoo_last_pull_timestamp_seconds ${NOW / 1000 - 60}`,
        'ordi_job_runs_total{name="back up"} 2',
        'ordi_job_failures_total{name="back up"} 1',
        'ordi_job_failing{name="back up"} 1',
        `ordi_job_last_success_timestamp_seconds{name="back up"} ${NOW / 1000}`,
      ]),
    )
  })

  it('counts requests by the pattern of their route, never by their address', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db)
    const browser = app.browser()
    await browser.get(`/api/bookings/${id}`)
    await browser.get('/api/bookings/unknown')
    await browser.get('/api/admin/bookings')
    await browser.get(`/api/nothing/${id}`)
    await browser.get(`/missing-${id}.txt`)
    await browser.send('SECRET', '/api/status')

    const text = await readMetrics(app)
    const counts = text
      .split('\n')
      .filter((line) => line.startsWith('ordi_http_request_duration_seconds_count'))
    expect(counts.map((line) => line.replace('ordi_http_request_duration_seconds_count', ''))).toEqual([
      '{method="GET",route="/api/bookings/:id",status="2xx"} 1',
      '{method="GET",route="/api/bookings/:id",status="4xx"} 1',
      '{method="GET",route="/api/admin/*",status="4xx"} 1',
      '{method="GET",route="/api/*",status="4xx"} 1',
      '{method="GET",route="/*",status="4xx"} 1',
      '{method="other",route="/api/*",status="4xx"} 1',
    ])
    for (const secret of [id, 'SECRET', 'Musterfrau', 'musterfrau', '203.0.113'])
      expect(text).not.toContain(secret)
  })

  it('writes nothing', async () => {
    const app = openWatchedApp()
    const changes = () => app.rows('select total_changes() as changes')
    const before = changes()
    await readMetrics(app)
    expect(changes()).toEqual(before)
  })

  it('counts the runs of the jobs', async () => {
    const app = openTestApp()
    fakeTimers(NOW)
    const stop = app.startJobs()
    await vi.advanceTimersByTimeAsync(61_000)
    await stop()
    expect(await readMetrics(app)).toMatch(/^ordi_job_runs_total\{name="delete expired holds"\} [12]$/m)
  })
})

it('the metrics name the danger of a database that cannot be written, and so cannot store it', async () => {
  const app = openTestApp()
  const danger = 'ordi_danger{kind="database"} 1'
  expect(await readMetrics(app)).not.toContain(danger)
  app.ctx().db.$client.pragma('query_only = on')
  app.pass(MINUTE)
  notifyDangers(app.ctx())
  expect(await readMetrics(app)).toContain(danger)
  app.ctx().db.$client.pragma('query_only = off')
  app.pass(MINUTE)
  expect(await readMetrics(app)).not.toContain(danger)
})
