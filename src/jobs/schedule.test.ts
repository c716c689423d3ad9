import { join } from 'node:path'
import { getTasks, validate } from 'node-cron'
import { describe, expect, it } from 'vitest'
import { openApp } from '../app.ts'
import { decideBooking } from '../booking/decisions.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import type { EmailMessage } from '../messaging/email/smtp.ts'
import { insertMessage, queueSms } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { askForMail, messageStatuses, openTimedApp } from '../testing/timed-app.ts'
import { waitUntil } from '../testing/wait-until.ts'

describe('the jobs', () => {
  it('run by six valid cron expressions', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(1_000)
    const patterns = new Set([...getTasks().values()].map((task) => task.getPattern()))
    await stop()
    expect(patterns).toEqual(
      new Set(['* * * * *', '*/10 * * * *', '*/5 * * * *', '0 * * * *', '15 * * * *', '30 1 * * *']),
    )
    expect([...patterns].filter((pattern) => !validate(pattern))).toEqual([])
  })

  it('send again after a pause, and at once when the settings are saved', async () => {
    const wrongLogin: MailResult = { ok: false, kind: 'configuration', detail: 'Invalid login' }
    // Once these results are used up, each e-mail is sent.
    const firstResults = [wrongLogin, wrongLogin]
    const app = openTimedApp({ send: async () => firstResults.shift() ?? { ok: true } })
    const stop = app.startJobs()
    await app.tick(20_000)
    await askForMail(app)
    // After a refused login no e-mail is tried for five minutes (`PAUSE_MS`).
    await app.tick(5 * MINUTE - 1_000)
    expect(firstResults).toHaveLength(1)
    await app.tick(1_500)
    expect(firstResults).toEqual([])
    expect(messageStatuses(app)).toEqual(['queued'])

    await app.admin().put('/api/admin/settings/smtp', { MAIL_FROM: 'neu@ordination.example' })
    // The doctor gets two notices of the change: one by the former settings, and one by the new ones.
    await waitUntil(() => expect(messageStatuses(app)).toEqual(['sent', 'sent', 'sent']))
    await stop()
  })

  it('look at a freed time once a change can no longer be undone', async () => {
    const app = openTimedApp()
    const listFreed = () => app.rows('select id from freed_times')
    const stop = app.startJobs()
    await app.tick(5_000)
    const { id } = (await book(app, app.browser(), '2027-01-11T08:30:00+01:00')).json
    await app.browser().post('/api/patient/reject', { id, message: 'Leider' })
    // A freed time waits for ten seconds, because the practice would need it again to undo a move.
    await app.tick(9_900)
    expect(listFreed()).toHaveLength(1)
    await app.tick(200)
    // Nobody is on the waiting list, so the time is only looked at.
    expect(listFreed()).toEqual([])
    await stop()
  })

  it('send what another process has queued within a minute', async () => {
    const file = join(tempDir(), 'ordi.db')
    const app = openTimedApp({ file })
    const stop = app.startJobs()
    // Every job has run once after 61 seconds.
    await app.tick(65_000)
    const command = openApp(app.ctx().config, file)
    const content = { kind: 'test', recipient: 'neu@ordination.example', text: '' } as const
    insertMessage(command.ctx({ kind: 'cli' }), { channel: 'email', ...content })
    command.close()
    await app.tick(MINUTE)
    expect(messageStatuses(app)).toEqual(['sent'])
    await stop()
  })

  it('send an e-mail verification as soon as it is requested, whatever else is being sent', async () => {
    const app = openTimedApp({
      send: async ({ to }) => {
        await new Promise((resolve) => setTimeout(resolve, to.startsWith('slow') ? 20_000 : 0))
        return { ok: true }
      },
    })
    const stop = app.startJobs()
    for (const email of ['slow1@musterfrau.example', 'slow2@musterfrau.example'])
      await app.browser('198.51.100.1').post('/api/email/send', { email })
    const { id } = insertBooking(app.ctx().db, { email: 'slow3@musterfrau.example' })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    await app.tick(5_000)

    const askedAt = Date.now()
    await askForMail(app)
    await waitUntil(() => expect(messageStatuses(app).at(-1)).toBe('sent'))
    // This is too soon for a run by cron, which is at the full minute.
    expect(Date.now() - askedAt).toBeLessThan(MINUTE / 2)
    expect(messageStatuses(app).slice(0, 2)).toEqual(['sending', 'sending'])
    await app.tick(MINUTE)
    await stop()
  })

  it('tell the practice of a danger by e-mail', async () => {
    const sent: EmailMessage[] = []
    const app = openTimedApp({
      send: async (message) => {
        sent.push(message)
        return { ok: true }
      },
    })
    const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: '' } as const
    insertMessage(app.ctx(), { channel: 'email', ...content }, { status: 'failed' })
    const stop = app.startJobs()
    // A danger is reported once it has lasted for five minutes (operation/dangers.ts).
    await app.tick(7 * MINUTE)
    await stop()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['termine@ordination.example', 'Ordi: Achtung – Nachrichten nicht gesendet'],
    ])
  })

  it('ask for balances every hour and for delivery reports every five minutes', async () => {
    const clicksend = openClicksendSimulator()
    const app = openTimedApp({
      ports: { httpFetch: simulatedFetch({ 'https://rest.clicksend.com/v3': clicksend }) },
    })
    const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
    writeSettings(app.ctx(), 'clicksend', account)
    const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const sms = { kind: 'confirmed', text: 'Bestätigt.', mobile: '0664 1234567', country: 'AT' } as const
    queueSms(app.ctx(), { ...sms, bookingId })
    const stop = app.startJobs()
    await app.tick(HOUR)
    expect(messageStatuses(app)).toEqual(['sent'])
    expect(clicksend.countCalls('/account')).toBe(1)
    expect(clicksend.countCalls('/sms/receipts')).toBeGreaterThan(0)
    await stop()
  })
})
