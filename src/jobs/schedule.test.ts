import { existsSync, readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { getTasks, validate } from 'node-cron'
import { describe, expect, it, vi } from 'vitest'
import { openApp } from '../app.ts'
import { decideBooking } from '../booking/decisions.ts'
import { readConfig } from '../config.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import type { EmailMessage } from '../messaging/email/smtp.ts'
import { insertMessage, queueSms } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { anAdmin } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { listen, listenAs } from '../testing/loopback.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { askForMail, fakeTimers, openTimedApp, statuses } from '../testing/timed-app.ts'

function openAppWithOdoo(ODOO_URL: string) {
  const app = openTimedApp(undefined, { config: { allowPrivateTargets: true } })
  const login = { ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' }
  writeSettings(app.ctx(), 'odoo', { ODOO_URL, ...login })
  return app
}

describe('the jobs', () => {
  it('run at times that everybody knows', async () => {
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

  it('send again when a pause is over, and at once when the settings were saved meanwhile', async () => {
    const refusal: MailResult = { ok: false, kind: 'configuration', detail: 'Invalid login' }
    const results = [refusal, refusal]
    const app = openTimedApp(async () => results.shift() ?? { ok: true })
    const stop = app.startJobs()
    await app.tick(20_000)
    await askForMail(app)
    await app.tick(5 * MINUTE - 1_000)
    expect(results).toHaveLength(1)
    await app.tick(1_500)
    expect([results, statuses(app)]).toEqual([[], ['queued']])
    await app.admin().put('/api/admin/settings/smtp', { MAIL_FROM: 'neu@ordination.example' })
    // The doctor is told of the change too, by the settings from before it and by the new ones.
    await vi.waitFor(() => expect(statuses(app)).toEqual(['sent', 'sent', 'sent']))
    await stop()
  })

  it('look at a time that has become free when the move can no longer be taken back', async () => {
    const app = openTimedApp()
    const freed = () => app.rows('select id from freed_times')
    const stop = app.startJobs()
    await app.tick(5_000)
    const { id } = (await book(app, app.browser(), '2027-01-11T08:30:00+01:00')).json
    await app.browser().post('/api/patient/reject', { id, message: 'Leider' })
    await app.tick(9_900)
    expect(freed()).toHaveLength(1)
    await app.tick(200)
    // Nobody waits for it.
    expect(freed()).toEqual([])
    await stop()
  })

  it('find what another process has queued within a minute', async () => {
    const file = join(tempDir(), 'ordi.db')
    const app = openTimedApp(undefined, { file })
    const stop = app.startJobs()
    await app.tick(65_000)
    const command = openApp(app.ctx().config, file)
    const content = { kind: 'test', recipient: 'neu@ordination.example', text: '' } as const
    insertMessage(command.ctx({ kind: 'cli' }), { channel: 'email', ...content })
    command.close()
    await app.tick(MINUTE)
    expect(statuses(app)).toEqual(['sent'])
    await stop()
  })

  it('send an e-mail verification as soon as it is asked for, whatever else is being sent', async () => {
    const slow = (to: string) => (to.startsWith('slow') ? 20_000 : 0)
    const app = openTimedApp(async ({ to }) => {
      await new Promise((resolve) => setTimeout(resolve, slow(to)))
      return { ok: true }
    })
    const stop = app.startJobs()
    for (const email of ['slow1@musterfrau.example', 'slow2@musterfrau.example'])
      await app.browser('198.51.100.1').post('/api/email/send', { email })
    const { id } = insertBooking(app.ctx().db, { email: 'slow3@musterfrau.example' })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    await app.tick(5_000)
    const start = Date.now()
    await askForMail(app)
    await vi.waitFor(() => expect(statuses(app).at(-1)).toBe('sent'))
    // No tick has passed meanwhile.
    expect(Date.now() - start).toBeLessThan(1_000)
    expect(statuses(app).slice(0, 2)).toEqual(['sending', 'sending'])
    await app.tick(MINUTE)
    await stop()
  })

  it('tell the practice of a danger by e-mail', async () => {
    const sent: EmailMessage[] = []
    const app = openTimedApp(async (message) => {
      sent.push(message)
      return { ok: true }
    })
    const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: '' } as const
    insertMessage(app.ctx(), { channel: 'email', ...content }, { status: 'failed' })
    const stop = app.startJobs()
    await app.tick(7 * MINUTE)
    await stop()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['termine@ordination.example', 'Ordi: Achtung – Nachrichten nicht gesendet'],
    ])
  })

  it('ask for balances every hour and for delivery reports every five minutes', async () => {
    const clicksend = openClicksendSimulator()
    const app = openTimedApp(undefined, {
      ports: { httpFetch: simulatedFetch({ 'https://rest.clicksend.com/v3': clicksend }) },
    })
    const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
    writeSettings(app.ctx(), 'clicksend', account)
    const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const text = { kind: 'confirmed', text: 'Bestätigt.', mobile: '0664 1234567', country: 'AT' } as const
    queueSms(app.ctx(), { ...text, bookingId })
    const stop = app.startJobs()
    await app.tick(HOUR)
    expect(statuses(app)).toEqual(['sent'])
    expect(clicksend.calls('/account')).toBe(1)
    expect(clicksend.calls('/sms/receipts')).toBeGreaterThan(0)
    await stop()
  })

  it('bring bookings to Odoo within seconds, and read its busy times at once and every five minutes', async () => {
    const simulator = openOdooSimulator()
    const app = openAppWithOdoo(await listenAs(simulator))
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'confirm' })
    const runFor = async (milliseconds: number) => {
      const stop = app.startJobs()
      await app.tick(milliseconds)
      // The calls are real work; stopping waits for them.
      await stop()
      const readings = simulator.calls.filter(({ args }) => args[3] === 'calendar.attendee')
      return [simulator.events().length, readings.length]
    }
    expect(await runFor(6_000)).toEqual([1, 1])
    app.at('2027-01-07T13:44:40+01:00')
    expect(await runFor(6_000)).toEqual([1, 1])
    app.at('2027-01-07T13:45:30+01:00')
    expect(await runFor(6_000)).toEqual([1, 2])
    // After a long sleep once, not once for each missed time.
    app.at('2027-01-08T09:00:00+01:00')
    expect(await runFor(30_000)).toEqual([1, 3])
  })

  it('delay no call while Odoo never answers', async () => {
    const hanging: Socket[] = []
    let hangs = true
    const ODOO_URL = await listen(({ socket }) => void (hangs ? hanging.push(socket) : socket.destroy()))
    const app = openAppWithOdoo(ODOO_URL)
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'confirm' })
    const stop = app.startJobs()
    await app.tick(6_000)
    await vi.waitFor(() => expect(hanging).not.toEqual([]))

    const requested = await book(app, app.browser(), '2027-01-13T08:30:00+01:00')
    const decided = await app.admin().post('/api/admin/confirm', { id: requested.json.id })
    expect([requested.json.status, decided.json.status]).toEqual(['requested', 'confirmed'])
    const pushes = app.rows(`select status from messages where channel = 'erp' order by id`)
    expect(pushes).toEqual([{ status: 'sending' }, { status: 'queued' }])
    hangs = false
    for (const socket of hanging) socket.destroy()
    await stop()
  })

  it('delete expired holds within a minute', async () => {
    const app = openTimedApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    const stop = app.startJobs()
    await app.tick(9 * MINUTE)
    expect(app.rows('select id from holds')).toHaveLength(1)
    await app.tick(2 * MINUTE)
    expect(app.rows('select id from holds')).toEqual([])
    expect(app.rows('select id from occupations where hold_id is not null')).toEqual([])
    await stop()
  })

  it('count the days of the figures within a minute', async () => {
    const app = openTimedApp()
    insertBooking(app.ctx().db, { startsAt: Date.now() - DAY_LENGTH })
    const stop = app.startJobs()
    await app.tick(MINUTE + 500)
    const counted = () => app.rows(`select count(*) as days, sum(counts <> '[]') as booked from counted_days`)
    await vi.waitFor(() => expect(counted()).toEqual([{ days: 730, booked: 1 }]))
    await stop()
  })

  it('delete what was kept for long enough a minute after the start', async () => {
    const app = openTimedApp()
    insertBooking(app.ctx().db, { startsAt: Date.now() - 31 * DAY_LENGTH, svnr: 'v1:x:y:z' })
    const stop = app.startJobs()
    await app.tick(MINUTE + 500)
    await vi.waitFor(() => expect(app.rows('select svnr from bookings')).toEqual([{ svnr: null }]))
    await app.tick(MINUTE)
    await stop()
  })

  it('clean up a minute after the start, by day too, and then hourly', async () => {
    const app = openTimedApp()
    const old = Date.now() - 48 * HOUR
    const admin = anAdmin(app)
    const add = () =>
      app.ctx().db.$client.exec(`
        insert into attempts (subject, at) values ('old', ${old});
        insert into spent_challenges values (hex(randomblob(8)), ${old});
        insert into email_verifications (email, browser, token, code, expires_at)
          values ('a', 'b', hex(randomblob(8)), 'd', ${old});
        insert into sessions (token, admin_id, device, created_at, seen_at)
          values (hex(randomblob(8)), ${admin}, '', ${old}, ${old});`)
    const left = () =>
      ['attempts', 'spent_challenges', 'email_verifications', 'sessions'].map(
        (table) => app.rows(`select 1 from ${table}`).length,
      )
    add()
    const stop = app.startJobs()
    await app.tick(MINUTE + 500)
    await vi.waitFor(() => expect(left()).toEqual([0, 0, 0, 0]))
    add()
    await app.tick(18 * MINUTE)
    expect(left()).toEqual([1, 1, 1, 1])
    await app.tick(MINUTE)
    await vi.waitFor(() => expect(left()).toEqual([0, 0, 0, 0]))
    await stop()
  })

  it('pack e-mails at night', async () => {
    const app = openTimedApp()
    const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: 'Bestätigt.' } as const
    insertMessage(app.ctx(), { channel: 'email', ...content }, { status: 'sent' })
    const packed = () => app.rows('select id from messages where packed is not null').length
    app.at('2027-01-09T02:29:30+01:00')
    const stop = app.startJobs()
    await app.tick(29_500)
    expect(packed()).toBe(0)
    await app.tick(1_000)
    await vi.waitFor(() => expect(packed()).toBe(1))
    await stop()
  })

  it('take links that are of no use any more out of stored e-mails within minutes', async () => {
    const app = openTimedApp()
    await app
      .admin()
      .post('/api/admin/people', { email: 'neu@ordination.example', name: 'Neu', role: 'doctor' })
    const { id } = (await book(app, app.browser(), '2027-01-11T08:30:00+01:00')).json
    const linked = () =>
      app.rows<{ kind: string }>(
        `select kind from messages where text like '%&sig=%' or text like '%/admin/invitation%' order by kind`,
      )
    const stop = app.startJobs()
    await app.tick(2 * MINUTE)
    expect(linked()).toEqual([{ kind: 'invitation' }, { kind: 'new-reservation' }])
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.change('update admins set invitation_expires_at = ? where name = ?', Date.now(), 'Neu')
    await app.tick(2 * MINUTE + 1_000)
    await vi.waitFor(() => expect(linked()).toEqual([]))
    await stop()
  })

  it('back up, and again when the last backup was deleted', async () => {
    const dataDir = tempDir()
    const backups = () => (existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : [])
    fakeTimers(Date.parse('2027-01-20T01:20:00Z'))
    const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
    const runAt = async (time: string) => {
      vi.setSystemTime(Date.parse(`2027-01-20T${time}:00Z`))
      const stop = app.startJobs()
      await vi.advanceTimersByTimeAsync(6 * MINUTE)
      // Copying is real work on a thread of its own; stopping waits for it.
      await stop()
    }
    await runAt('01:20')
    expect(backups()).toEqual(['ordi-2027-01-20T012101Z.db'])
    rmSync(join(dataDir, 'backups'), { recursive: true })
    await runAt('05:10')
    expect(backups()).toEqual(['ordi-2027-01-20T051101Z.db'])
    app.close()
  })
})
