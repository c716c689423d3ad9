import { getTasks } from 'node-cron'
import { describe, expect, it } from 'vitest'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertHold } from '../testing/bookings.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { askForMail, messageStatuses, openTimedApp } from '../testing/timed-app.ts'
import { waitUntil } from '../testing/wait-until.ts'

/**
 * Opens a ClickSend whose calls for the balance are all counted. The simulator itself counts only those of
 * the last minute.
 */
function openCountedClicksend() {
  const answer = simulatedFetch({ 'https://rest.clicksend.com/v3': openClicksendSimulator() })
  let balanceCalls = 0
  const httpFetch: typeof fetch = (url, init) => {
    if (String(url).endsWith('/account')) balanceCalls += 1
    return answer(url, init)
  }
  return { httpFetch, countBalanceCalls: () => balanceCalls }
}

describe.each([
  { change: 'back by two minutes', stepMs: -2 * MINUTE },
  { change: 'back by an hour', stepMs: -HOUR },
  { change: 'back by three days', stepMs: -3 * DAY_LENGTH },
  { change: 'forward by twelve hours', stepMs: 12 * HOUR },
  { change: 'forward by thirty days, as after a long sleep', stepMs: 30 * DAY_LENGTH },
])('jobs whose clock is set $change', ({ stepMs }) => {
  /**
   * Starts the jobs, sets the clock, and asks for an e-mail. An earlier one was refused, so that its next
   * attempt is due by the clock before the step.
   */
  async function openAfterStep() {
    const { httpFetch, countBalanceCalls } = openCountedClicksend()
    const firstResults: MailResult[] = [{ ok: false, kind: 'temporary', detail: 'busy' }]
    const app = openTimedApp({ send: async () => firstResults.shift() ?? { ok: true }, ports: { httpFetch } })
    const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
    writeSettings(app.ctx(), 'clicksend', account)
    const stop = app.startJobs()
    // Every job has run once after 61 seconds.
    await app.tick(90_000)
    expect(countBalanceCalls()).toBe(1)
    await askForMail(app)
    await waitUntil(() => expect(firstResults).toEqual([]))
    app.pass(stepMs)
    await askForMail(app, 1)
    return { app, stop, countBalanceCalls }
  }

  it('send at once, and all run within seconds', async () => {
    const { app, stop, countBalanceCalls } = await openAfterStep()
    const now = Date.now()
    insertHold(app.ctx().db, { email: 'rosa@musterfrau.example', now, expiresAt: now - 1 })
    await waitUntil(() => expect(messageStatuses(app)[1]).toBe('sent'))
    // The guard of the clock notices the step within ten seconds.
    await app.tick(10_000)
    expect(app.rows('select id from holds')).toEqual([])
    expect(countBalanceCalls()).toBe(2)
    await stop()
  })

  it('run no oftener than usual afterwards, and try what was due again', async () => {
    const { app, stop, countBalanceCalls } = await openAfterStep()
    await waitUntil(() => expect(messageStatuses(app)[1]).toBe('sent'))
    const taskCount = getTasks().size
    await app.tick(10_000 + 5 * MINUTE)
    // An e-mail whose link has expired meanwhile is not sent.
    expect(messageStatuses(app)).toEqual([stepMs > 0 ? 'failed' : 'sent', 'sent'])
    expect(countBalanceCalls()).toBe(2)
    expect(getTasks().size).toBe(taskCount)
    expect(app.logged().filter(({ level }) => level === 'error')).toEqual([])
    await stop()
  })
})
