import { existsSync, readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { getTasks, validate } from 'node-cron'
import { describe, expect, it, vi } from 'vitest'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { openApp, type Ports } from '../app.ts'
import { decideBooking } from '../booking/decisions.ts'
import { type Config, readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import type { EmailMessage, MailPort, MailResult } from '../messaging/email/smtp.ts'
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
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { inSteps } from './schedule.ts'

const fakeTimers = (now: number) =>
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now })

/** An app whose timers are moved by hand. */
function openTimedApp(
  send: MailPort['send'] = async () => ({ ok: true }),
  { config = {}, ports = {}, file }: { config?: Partial<Config>; ports?: Partial<Ports>; file?: string } = {},
) {
  const lines: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ config, ports: { mail: { send }, log, ...ports }, ...(file && { file }) })
  fakeTimers(Date.now())
  const logged = () =>
    lines.map((line) => JSON.parse(line) as { level: string; msg: string; job?: string; err?: Error })
  return { ...app, logged, tick: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) }
}

function openAppWithOdoo(ODOO_URL: string) {
  const app = openTimedApp(undefined, { config: { allowPrivateTargets: true } })
  const login = { ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' }
  writeSettings(app.ctx(), 'odoo', { ODOO_URL, ...login })
  return app
}

const askForMail = (app: TestApp, i = 0) =>
  app.browser().post('/api/email/send', { email: `patient${i}@musterfrau.example` })
const statuses = (app: TestApp) =>
  app.rows<{ status: string }>('select status from messages order by id').map(({ status }) => status)

describe('the jobs', () => {
  it('run at times that everybody knows', async () => {
    const stop = openTimedApp().startJobs()
    const patterns = new Set([...getTasks().values()].map((task) => task.getPattern()))
    await stop()
    expect(patterns).toEqual(new Set(['* * * * *', '*/5 * * * *', '0 * * * *', '15 * * * *', '30 1 * * *']))
    expect([...patterns].filter((pattern) => !validate(pattern))).toEqual([])
  })

  it('send what a transaction has queued as soon as it is over', async () => {
    const app = openTimedApp()
    const stop = app.startJobs()
    await app.tick(5_000)
    const now = Date.now()
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, 'confirm', '')
    expect(statuses(app)[0]).toBe('queued')
    await vi.waitFor(() => expect(statuses(app)[0]).toBe('sent'))
    // No task has run meanwhile.
    expect(Date.now() - now).toBeLessThan(1_000)
    await stop()
  })

  it('send a message that waits for a time when that has come, and not at the next round', async () => {
    const results: MailResult[] = [{ ok: false, kind: 'temporary', detail: 'busy' }]
    const app = openTimedApp(async () => results.shift() ?? { ok: true })
    const stop = app.startJobs()
    await app.tick(5_000)
    const { id } = insertBooking(app.ctx().db)
    await app.admin().post('/api/admin/confirm', { id, message: '', undoable: true })
    await app.tick(9_900)
    expect(results).toHaveLength(1)
    await app.tick(200)
    // Refused for now, and tried again a minute later.
    expect([results, statuses(app)[0]]).toEqual([[], 'queued'])
    await app.tick(MINUTE - 500)
    expect(statuses(app)[0]).toBe('queued')
    await app.tick(500)
    expect(statuses(app)[0]).toBe('sent')
    await stop()
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
    await vi.waitFor(() => expect(statuses(app)).toEqual(['sent']))
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

  it('send an e-mail check as soon as it is asked for, whatever else is being sent', async () => {
    const slow = (to: string) => (to.startsWith('slow') ? 20_000 : 0)
    const app = openTimedApp(async ({ to }) => {
      await new Promise((resolve) => setTimeout(resolve, slow(to)))
      return { ok: true }
    })
    const stop = app.startJobs()
    for (const email of ['slow1@musterfrau.example', 'slow2@musterfrau.example'])
      await app.browser().post('/api/email/send', { email })
    const { id } = insertBooking(app.ctx().db, { email: 'slow3@musterfrau.example' })
    decideBooking(app.ctx(), id, 'confirm', '')
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
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, 'confirm', '')
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
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, 'confirm', '')
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
    decideBooking(app.ctx(), id, 'confirm', '')
    app.rows('update admins set invitation_expires_at = ? where name = ? returning id', Date.now(), 'Neu')
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
    expect(backups()).toEqual(['ordi-2027-01-20T012100Z.db'])
    rmSync(join(dataDir, 'backups'), { recursive: true })
    await runAt('05:10')
    expect(backups()).toEqual(['ordi-2027-01-20T051100Z.db'])
    app.close()
  })

  it('log a failed job and run it again, without effect on others', async () => {
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
    expect(statuses(app)).toEqual(['sent'])
    app.ctx().db.$client.exec('alter table mislaid rename to holds')
    await app.tick(2 * MINUTE)
    expect(failed()).toHaveLength(2)
    await stop()
  })

  it('never run one job twice at the same time', async () => {
    let running = 0
    let most = 0
    const app = openTimedApp(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 20_000))
      running -= 1
      return { ok: true }
    })
    for (let i = 0; i < 3; i++)
      decideBooking(
        app.ctx(),
        insertBooking(app.ctx().db, { startsAt: NOW + (72 + i) * HOUR }).id,
        'confirm',
        '',
      )
    const stop = app.startJobs()
    await app.tick(2 * MINUTE)
    expect(most).toBe(1)
    expect(statuses(app).filter((status) => status === 'sent')).toHaveLength(3)
    await stop()
  })

  it.each([
    ['back by two minutes', -2 * MINUTE],
    ['back by an hour', -HOUR],
    ['back by three days', -3 * DAY_LENGTH],
    ['forward by twelve hours', 12 * HOUR],
    ['forward by thirty days, as after a long sleep', 30 * DAY_LENGTH],
  ])('go on within seconds and run once when the clock is set %s', async (_, step) => {
    const clicksend = openClicksendSimulator()
    const answer = simulatedFetch({ 'https://rest.clicksend.com/v3': clicksend })
    let balanceCalls = 0
    const httpFetch: typeof fetch = (url, init) => {
      if (String(url).endsWith('/account')) balanceCalls += 1
      return answer(url, init)
    }
    const results: MailResult[] = [{ ok: false, kind: 'temporary', detail: 'busy' }]
    const app = openTimedApp(async () => results.shift() ?? { ok: true }, { ports: { httpFetch } })
    const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
    writeSettings(app.ctx(), 'clicksend', account)
    const stop = app.startJobs()
    await app.tick(90_000)
    expect(balanceCalls).toBe(1)
    // Waits for its next attempt by the clock before the step.
    await askForMail(app)
    await vi.waitFor(() => expect(results).toEqual([]))
    app.pass(step)
    await askForMail(app, 1)
    const expiresAt = Date.now() - 1
    app.rows(
      `insert into holds (id, service_id, starts_at, ends_at, email, origin, created_at, expires_at)
        values ('expired', 'akupunktur', 1, 2, 'a', 'b', ${expiresAt - 10 * MINUTE}, ${expiresAt}) returning id`,
    )
    await vi.waitFor(() => expect(statuses(app)[1]).toBe('sent'))
    const tasks = getTasks().size
    await app.tick(10_000)
    expect(app.rows('select id from holds')).toEqual([])
    expect(balanceCalls).toBe(2)
    await app.tick(5 * MINUTE)
    // A link that has expired meanwhile is not sent.
    expect(statuses(app)).toEqual([step > 0 ? 'failed' : 'sent', 'sent'])
    expect(balanceCalls).toBe(2)
    expect(getTasks().size).toBe(tasks)
    expect(app.logged().filter(({ level }) => level === 'error')).toEqual([])
    await stop()
  })
})

describe('stopping the jobs', () => {
  it('waits for running jobs and starts no others', async () => {
    let finish: (posted: MailResult) => void = () => {}
    const app = openTimedApp(() => new Promise((resolve) => (finish = resolve)))
    await askForMail(app)
    const stop = app.startJobs()
    await app.tick(3_500)
    expect(statuses(app)).toEqual(['sending'])
    let stopped = false
    const stopping = stop().then(() => {
      stopped = true
    })
    await app.tick(10_000)
    expect(stopped).toBe(false)
    finish({ ok: true })
    await stopping
    expect(statuses(app)).toEqual(['sent'])
    await askForMail(app, 1)
    await app.tick(10 * MINUTE)
    expect(statuses(app)).toEqual(['sent', 'queued'])
    expect(vi.getTimerCount()).toBe(0)
    expect(getTasks().size).toBe(0)
  })
})

/** An app with 30,000 attempts that are too old to count. */
function openFullApp() {
  const app = openTestApp()
  app.rows(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 30000)
     insert into attempts (subject, at) select 'old', 0 from n returning id`,
  )
  return { ...app, old: () => app.rows(`select 1 from attempts where subject = 'old'`).length }
}

it('a hold is placed while a clean-up is under way', async () => {
  const app = openFullApp()
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const done = inSteps([() => deleteExpiredAttempts(app.ctx())], new AbortController().signal)
  expect((await browser.post('/api/hold', aHold())).status).toBe(201)
  expect(app.old()).toBeGreaterThan(0)
  await done
  expect(app.old()).toBe(0)
})

it('a stop waits for one step, not for the whole clean-up', async () => {
  const app = openFullApp()
  const stopping = new AbortController()
  const step = () => {
    stopping.abort()
    return deleteExpiredAttempts(app.ctx())
  }
  await inSteps([step, step], stopping.signal)
  expect(app.old()).toBe(29_500)
})
