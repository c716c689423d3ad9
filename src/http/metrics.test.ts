import { describe, expect, it } from 'vitest'
import { notifyDangers } from '../operation/dangers.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { listMetrics, readMetrics } from '../testing/metrics.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { openWatchedApp } from '../testing/watched-app.ts'

describe('the metrics of bookings', () => {
  it('count the bookings of each status', async () => {
    const app = openTestApp()
    for (const status of ['confirmed', 'cancelled', 'cancelled'] as const)
      insertBooking(app.ctx().db, { status })
    expect(await listMetrics(app, 'ordi_bookings')).toEqual([
      'ordi_bookings{status="requested"} 0',
      'ordi_bookings{status="confirmed"} 1',
      'ordi_bookings{status="rejected"} 0',
      'ordi_bookings{status="cancelled"} 2',
    ])
  })

  it('count the live holds', async () => {
    const app = openTestApp()
    insertHold(app.ctx().db, { email: 'rosa@musterfrau.example', now: NOW })
    expect(await listMetrics(app, 'ordi_holds')).toEqual(['ordi_holds 1'])
  })
})

describe('the metrics of dangers', () => {
  it('include a database that cannot be written, although that cannot be stored as a danger', async () => {
    const app = openTestApp()
    const dangerMetric = 'ordi_danger{kind="database"} 1'
    expect(await readMetrics(app)).not.toContain(dangerMetric)
    const { $client } = app.ctx().db
    $client.pragma('query_only = on')
    app.pass(MINUTE)
    notifyDangers(app.ctx())
    expect(await readMetrics(app)).toContain(dangerMetric)
    $client.pragma('query_only = off')
    app.pass(MINUTE)
    expect(await readMetrics(app)).not.toContain(dangerMetric)
  })
})

describe('the metrics of requests', () => {
  it('count requests by the pattern of their route, never by their URL', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db)
    const browser = app.browser()
    await browser.get(`/api/bookings/${id}`)
    await browser.get('/api/bookings/unknown')
    await browser.get('/api/admin/bookings')
    await browser.get(`/api/nothing/${id}`)
    await browser.get(`/missing-${id}.txt`)
    await browser.send('SECRET', '/api/status')

    const metricName = 'ordi_http_request_duration_seconds_count'
    const counts = (await listMetrics(app, metricName)).map((line) => line.slice(metricName.length))
    expect(counts).toEqual([
      '{method="GET",route="/api/bookings/:id",status="2xx"} 1',
      '{method="GET",route="/api/bookings/:id",status="4xx"} 1',
      '{method="GET",route="/api/admin/*",status="4xx"} 1',
      '{method="GET",route="/api/*",status="4xx"} 1',
      '{method="GET",route="/*",status="4xx"} 1',
      '{method="other",route="/api/*",status="4xx"} 1',
    ])
    const metrics = await readMetrics(app)
    // The browser of the test has an address that begins with 203.0.113.
    for (const secret of [id, 'SECRET', 'Musterfrau', 'musterfrau', '203.0.113'])
      expect(metrics).not.toContain(secret)
  })
})

it('reading the metrics writes nothing', async () => {
  const app = openWatchedApp()
  const countChanges = () => app.rows('select total_changes() as changes')
  const changesBefore = countChanges()
  await readMetrics(app)
  expect(countChanges()).toEqual(changesBefore)
})
