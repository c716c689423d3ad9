import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { listen, listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTimedApp } from '../testing/timed-app.ts'
import { waitUntil } from '../testing/wait-until.ts'

/** Opens an app that synchronises with the Odoo at this URL. */
function openAppWithOdoo(ODOO_URL: string) {
  const app = openTimedApp({ config: { allowPrivateTargets: true } })
  const login = { ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' }
  writeSettings(app.ctx(), 'odoo', { ODOO_URL, ...login })
  return app
}

/** Runs the jobs for so many milliseconds. Their calls take real time, and stopping waits for them. */
async function runFor(app: ReturnType<typeof openTimedApp>, milliseconds: number): Promise<void> {
  const stop = app.startJobs()
  await app.tick(milliseconds)
  await stop()
}

describe('the jobs that synchronise with Odoo', () => {
  it('bring bookings to Odoo within seconds, each once', async () => {
    const simulator = openOdooSimulator()
    const app = openAppWithOdoo(await listenAs(simulator))
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'confirm' })
    await runFor(app, 6_000)
    expect(simulator.events()).toHaveLength(1)
    app.setClock('2027-01-07T13:45:30+01:00')
    await runFor(app, 6_000)
    expect(simulator.events()).toHaveLength(1)
  })

  it('read the busy times of Odoo at once, and then every five minutes', async () => {
    const simulator = openOdooSimulator()
    const app = openAppWithOdoo(await listenAs(simulator))
    const countReadings = () => simulator.calls.filter(({ args }) => args[3] === 'calendar.attendee').length
    await runFor(app, 6_000)
    expect(countReadings()).toBe(1)
    // The reading of 13:40 is less than five minutes old at 13:44:40, and older at 13:45:30.
    app.setClock('2027-01-07T13:44:40+01:00')
    await runFor(app, 6_000)
    expect(countReadings()).toBe(1)
    app.setClock('2027-01-07T13:45:30+01:00')
    await runFor(app, 6_000)
    expect(countReadings()).toBe(2)
    // After a long sleep, busy times are read once, not once for each missed run.
    app.setClock('2027-01-08T09:00:00+01:00')
    await runFor(app, 30_000)
    expect(countReadings()).toBe(3)
  })

  it('do not delay calls while Odoo never answers', async () => {
    const hanging: Socket[] = []
    let hangs = true
    const ODOO_URL = await listen(({ socket }) => {
      if (hangs) hanging.push(socket)
      else socket.destroy()
    })
    const app = openAppWithOdoo(ODOO_URL)
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'confirm' })
    const stop = app.startJobs()
    await app.tick(6_000)
    await waitUntil(() => expect(hanging).not.toEqual([]))

    const requested = await book(app, app.browser(), '2027-01-13T08:30:00+01:00')
    const decided = await app.admin().post('/api/admin/confirm', { id: requested.json.id })
    expect(requested.json.status).toBe('requested')
    expect(decided.json.status).toBe('confirmed')
    const pushes = app.rows(`select status from messages where channel = 'erp' order by id`)
    expect(pushes).toEqual([{ status: 'sending' }, { status: 'queued' }])

    hangs = false
    for (const socket of hanging) socket.destroy()
    await stop()
  })
})
