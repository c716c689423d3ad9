import { getTasks } from 'node-cron'
import { describe, expect, it, vi } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { NOW } from '../testing/test-app.ts'
import { askForMail, messageStatuses, openTimedApp } from '../testing/timed-app.ts'

/** Opens a ClickSend whose calls for the balance are counted. */
function openCountedClicksend() {
  const answer = simulatedFetch({ 'https://rest.clicksend.com/v3': openClicksendSimulator() })
  let balanceCalls = 0
  const httpFetch: typeof fetch = (url, init) => {
    if (String(url).endsWith('/account')) balanceCalls += 1
    return answer(url, init)
  }
  return { httpFetch, countBalanceCalls: () => balanceCalls }
}

describe('jobs', () => {
  it('send what a transaction has queued as soon as it is committed', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(5_000)
    const now = Date.now()
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'confirm' })
    expect(messageStatuses(app)[0]).toBe('queued')
    await vi.waitFor(() => expect(messageStatuses(app)[0]).toBe('sent'))
    // This is too soon for a run by cron.
    expect(Date.now() - now).toBeLessThan(1_000)
    await stop()
  })

  it('send a waiting message when it is due, not only at the next run by cron', async () => {
    const results: MailResult[] = [{ ok: false, kind: 'temporary', detail: 'busy' }]
    const app = openTimedApp({ send: async () => results.shift() ?? { ok: true } })
    const stop = app.startJobs()
    await app.tick(5_000)
    const { id } = insertBooking(app.ctx().db)
    await app.admin().post('/api/admin/confirm', { id, message: '', undoable: true })
    // The e-mail waits for the ten seconds in which the decision can be undone.
    await app.tick(9_900)
    expect(results).toHaveLength(1)
    await app.tick(200)
    expect(results).toEqual([])
    expect(messageStatuses(app)[0]).toBe('queued')

    // The server has refused it for now, so it is tried again a minute later.
    await app.tick(MINUTE - 500)
    expect(messageStatuses(app)[0]).toBe('queued')
    await app.tick(500)
    expect(messageStatuses(app)[0]).toBe('sent')
    await stop()
  })

  it('log a failed job and run it again, while the others go on', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(2_000)
    app.ctx().db.$client.exec('alter table holds rename to mislaid')
    await askForMail(app)
    await app.tick(2 * MINUTE)
    const failed = () => app.logged().filter(({ job }) => job === 'delete expired holds')
    expect(failed()).toHaveLength(2)
    expect(failed()[0]).toMatchObject({
      level: 'error',
      msg: 'job failed',
      err: { message: expect.stringContaining('holds') },
    })
    expect(messageStatuses(app)).toEqual(['sent'])

    app.ctx().db.$client.exec('alter table mislaid rename to holds')
    await app.tick(2 * MINUTE)
    expect(failed()).toHaveLength(2)
    await stop()
  })

  it('never run one job twice at the same time', async () => {
    let running = 0
    let mostAtOnce = 0
    const app = openTimedApp({
      send: async () => {
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        await new Promise((resolve) => setTimeout(resolve, 20_000))
        running -= 1
        return { ok: true }
      },
    })
    for (const hoursAhead of [72, 73, 74]) {
      const { id } = insertBooking(app.ctx().db, { startsAt: NOW + hoursAhead * HOUR })
      decideBooking(app.ctx(), id, { decision: 'confirm' })
    }
    const stop = app.startJobs()
    await app.tick(2 * MINUTE)
    expect(mostAtOnce).toBe(1)
    expect(messageStatuses(app).filter((status) => status === 'sent')).toHaveLength(3)
    await stop()
  })
})

describe.each([
  { change: 'back by two minutes', step: -2 * MINUTE },
  { change: 'back by an hour', step: -HOUR },
  { change: 'back by three days', step: -3 * DAY_LENGTH },
  { change: 'forward by twelve hours', step: 12 * HOUR },
  { change: 'forward by thirty days, as after a long sleep', step: 30 * DAY_LENGTH },
])('jobs whose clock is set $change', ({ step }) => {
  /**
   * Starts the jobs, sets the clock, and asks for an e-mail. An earlier one was refused, so that its next
   * attempt is due by the clock before the step.
   */
  async function openAfterStep() {
    const { httpFetch, countBalanceCalls } = openCountedClicksend()
    const results: MailResult[] = [{ ok: false, kind: 'temporary', detail: 'busy' }]
    const app = openTimedApp({ send: async () => results.shift() ?? { ok: true }, ports: { httpFetch } })
    const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
    writeSettings(app.ctx(), 'clicksend', account)
    const stop = app.startJobs()
    await app.tick(90_000)
    expect(countBalanceCalls()).toBe(1)
    await askForMail(app)
    await vi.waitFor(() => expect(results).toEqual([]))
    app.pass(step)
    await askForMail(app, 1)
    return { app, stop, countBalanceCalls }
  }

  it('send at once, and all run within seconds', async () => {
    const { app, stop, countBalanceCalls } = await openAfterStep()
    const now = Date.now()
    insertHold(app.ctx().db, { email: 'rosa@musterfrau.example', now, expiresAt: now - 1 })
    await vi.waitFor(() => expect(messageStatuses(app)[1]).toBe('sent'))
    // The guard of the clock notices the step within ten seconds.
    await app.tick(10_000)
    expect(app.rows('select id from holds')).toEqual([])
    expect(countBalanceCalls()).toBe(2)
    await stop()
  })

  it('run no oftener than usual afterwards, and try what was due again', async () => {
    const { app, stop, countBalanceCalls } = await openAfterStep()
    await vi.waitFor(() => expect(messageStatuses(app)[1]).toBe('sent'))
    const taskCount = getTasks().size
    await app.tick(10_000 + 5 * MINUTE)
    // An e-mail whose link has expired meanwhile is not sent.
    expect(messageStatuses(app)).toEqual([step > 0 ? 'failed' : 'sent', 'sent'])
    expect(countBalanceCalls()).toBe(2)
    expect(getTasks().size).toBe(taskCount)
    expect(app.logged().filter(({ level }) => level === 'error')).toEqual([])
    await stop()
  })
})

describe('stopping the jobs', () => {
  it('waits for running jobs', async () => {
    const { promise: sent, resolve: finishSending } = Promise.withResolvers<MailResult>()
    const app = openTimedApp({ send: () => sent })
    await askForMail(app)
    const stop = app.startJobs()
    await app.tick(3_500)
    expect(messageStatuses(app)).toEqual(['sending'])
    let stopped = false
    const stopping = stop().then(() => {
      stopped = true
    })
    await app.tick(10_000)
    expect(stopped).toBe(false)

    finishSending({ ok: true })
    await stopping
    expect(messageStatuses(app)).toEqual(['sent'])
  })

  it('starts no further jobs, and leaves no timer behind', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(3_500)
    await stop()

    await askForMail(app)
    await app.tick(10 * MINUTE)
    expect(messageStatuses(app)).toEqual(['queued'])
    expect(vi.getTimerCount()).toBe(0)
    expect(getTasks().size).toBe(0)
  })
})
