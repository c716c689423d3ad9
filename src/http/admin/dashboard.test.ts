import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type App, openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { absences, balances } from '../../db/schema.ts'
import { queueEmail } from '../../messaging/outbox/queue.ts'
import { queueSms } from '../../messaging/outbox/sms.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book } from '../../testing/factory.ts'
import { tempDir } from '../../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { listAlerts } from './alerts.ts'
import { type Health, readHealth, statusOf } from './status.ts'

const START = '2027-01-12T08:30:00+01:00'

/** A house that has a mail server, so that nothing is amiss. */
const openSoundHouse = () => openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })

const status = async (app: TestApp) => (await app.admin().get('/api/admin/status')).json
const overview = async (app: TestApp) => (await app.admin().get('/api/admin/overview')).json
const care = async (app: TestApp, kind: string) =>
  (await overview(app)).care.filter((each: { kind: string }) => each.kind === kind)

const queueMail = (app: TestApp, bookingId: string, muted?: string) =>
  queueEmail(app.ctx(), {
    kind: 'confirmed',
    recipient: 'rosa@musterfrau.example',
    subject: 'Betreff',
    text: 'Text',
    html: '<p>Text</p>',
    bookingId,
    ...(muted === undefined ? {} : { muted }),
  })

const setUpSevenio = (app: TestApp) =>
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })

const queueText = (app: TestApp, bookingId: string, muted?: string) =>
  queueSms(app.ctx(), {
    kind: 'confirmed',
    bookingId,
    mobile: '0664 1234567',
    country: 'AT',
    text: 'Text',
    ...(muted === undefined ? {} : { muted }),
  })

describe('the status', () => {
  it('is empty while nothing is amiss', async () => {
    const { status: code, json } = await openSoundHouse().admin().get('/api/admin/status')
    expect([code, json]).toEqual([200, { message: '', level: 'info', counts: { requests: 0, failed: 0 } }])
  })

  it('says that no mail server is set up', async () => {
    expect(await status(openTestApp())).toMatchObject({
      level: 'warning',
      message: 'Es ist kein Mailserver eingerichtet.',
    })
  })

  it('counts the requests that wait, and warns after a day', async () => {
    const app = openSoundHouse()
    await book(app, app.browser(), START)
    app.rows(`update emails set status = 'sent' returning id`)
    expect(await status(app)).toEqual({ message: '', level: 'info', counts: { requests: 1, failed: 0 } })
    app.pass(DAY_LENGTH + 1)
    expect(await status(app)).toEqual({
      message: '1 Anfrage wartet seit über 24 Stunden.',
      level: 'warning',
      counts: { requests: 1, failed: 0 },
    })
  })

  it('alarms when messages could not be sent, until their appointment is over', async () => {
    const app = openSoundHouse()
    setUpSevenio(app)
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    queueMail(app, id)
    queueMail(app, id)
    queueText(app, id)
    app.rows(`update emails set status = 'failed' returning id`)
    app.rows(`update sms set status = 'failed' returning id`)
    expect(await status(app)).toEqual({
      level: 'danger',
      message: '2 E-Mails und 1 SMS konnten nicht gesendet werden.',
      counts: { requests: 0, failed: 3 },
    })
    app.at(START)
    expect(await status(app)).toMatchObject({ level: 'info', counts: { failed: 0 } })
  })

  it('alarms when the outbox stands still for more than ten minutes', async () => {
    const app = openSoundHouse()
    setUpSevenio(app)
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    queueMail(app, id)
    app.pass(10 * MINUTE)
    expect((await status(app)).level).toBe('info')
    queueText(app, id)
    app.pass(11 * MINUTE)
    expect(await status(app)).toMatchObject({
      level: 'danger',
      message: 'E-Mails warten seit 21 Minuten auf den Versand. SMS warten seit 11 Minuten auf den Versand.',
    })
  })

  it.each([
    [{ notify_off: true }, 'Benachrichtigungen sind abgeschaltet.'],
    [{ notify_muteEmail: true, notify_muteSms: true }, 'Benachrichtigungen sind abgeschaltet.'],
    [{ notify_muteEmail: true }, 'E-Mails sind abgeschaltet.'],
    [{ notify_muteSms: true }, 'SMS sind abgeschaltet.'],
  ])('warns of %j', async (general, message) => {
    const app = openSoundHouse()
    writeSettings(app.ctx(), 'general', general)
    expect(await status(app)).toMatchObject({ level: 'warning', message })
  })

  it('warns of a low balance', async () => {
    const app = openSoundHouse()
    setUpSevenio(app)
    const at = Date.now()
    app.ctx().db.insert(balances).values({ provider: 'sevenio', amount: '3.2', currency: 'EUR', at }).run()
    expect(await status(app)).toMatchObject({
      level: 'warning',
      message: 'Guthaben bei seven.io ist niedrig: €\u00a03,20.',
    })
  })

  it('says first that booking is closed', async () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true, notify_off: true })
    expect(await status(app)).toMatchObject({
      level: 'maintenance',
      message: 'Die Online-Buchung ist geschlossen (Wartung).',
    })
  })

  it('keeps no session alive, as nobody need be there to ask for it', async () => {
    const app = openTestApp()
    const admin = app.admin()
    app.pass(59 * MINUTE)
    expect((await admin.get('/api/admin/status')).status).toBe(200)
    app.pass(2 * MINUTE)
    expect((await admin.get('/api/admin/status')).status).toBe(401)
  })
})

describe('the status of a portal with a directory', () => {
  const visit = (dataDir: string, look: (app: App) => void) => {
    const config = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SMTP_URL: 'smtp://mail.example' }
    const app = openApp(readConfig(config))
    look(app)
    app.close()
  }
  const said = (app: App) => statusOf(readHealth(app.ctx({ kind: 'visitor' })))

  it('alarms when the last backup is older than 36 hours', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    const dataDir = tempDir()
    visit(dataDir, (app) => {
      vi.setSystemTime(NOW + 36 * HOUR)
      expect(said(app)).toEqual({ level: 'info', message: '' })
      vi.setSystemTime(NOW + 37 * HOUR)
      expect(said(app)).toEqual({ level: 'danger', message: 'Es gibt noch keine Sicherung.' })
      mkdirSync(join(dataDir, 'backups'))
      writeFileSync(join(dataDir, 'backups/ordi-2027-01-08T011500Z.db'), '')
      expect(said(app)).toEqual({ level: 'info', message: '' })
      vi.setSystemTime(Date.parse('2027-01-09T17:15:00Z'))
      expect(said(app)).toEqual({
        level: 'danger',
        message: 'Seit 40 Stunden gibt es keine neue Sicherung.',
      })
    })
  })
})

describe('the overview', () => {
  it('has the open requests, whoever waits longest first', async () => {
    const app = openSoundHouse()
    const made = await book(app, app.browser(), START)
    app.pass(3 * HOUR - 1)
    await book(app, app.browser(), '2027-01-11T09:00:00+01:00', 'jodok@erfunden.example')
    const { requests } = await overview(app)
    expect(requests).toEqual([
      {
        id: made.json.id,
        status: 'requested',
        start: START,
        end: '2027-01-12T09:15:00+01:00',
        service_name: 'Erstordination',
        service_id: 'erstordination',
        name: 'Rosa Musterfrau',
        first_visit: true,
        mobile: '+436600000012',
        email: 'rosa@musterfrau.example',
        created_at: '2027-01-07T13:40:00+01:00',
        resource_id: 'doctor-1',
        waiting_hours: 2,
      },
      expect.objectContaining({ start: '2027-01-11T09:00:00+01:00', waiting_hours: 0 }),
    ])
  })

  it('has today and tomorrow with working hours and appointments', async () => {
    const app = openSoundHouse()
    const put = (iso: string, status: 'requested' | 'confirmed' | 'cancelled' = 'confirmed') =>
      insertBooking(app.ctx().db, { startsAt: Date.parse(iso), status })
    put('2027-01-07T16:45:00+01:00')
    put('2027-01-07T08:00:00+01:00')
    put('2027-01-07T09:00:00+01:00', 'cancelled')
    put('2027-01-08T09:30:00+01:00', 'requested')
    put('2027-01-09T09:30:00+01:00')
    const { now, today, tomorrow } = await overview(app)
    const starts = (day: { bookings: { start: string }[] }) =>
      day.bookings.map(({ start }) => start.slice(11, 16))
    expect([now, today.date, tomorrow.date]).toEqual([
      '2027-01-07T13:40:00+01:00',
      '2027-01-07',
      '2027-01-08',
    ])
    expect([starts(today), starts(tomorrow)]).toEqual([['08:00', '16:45'], ['09:30']])
    expect(today.working).toEqual([
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '17:30' },
    ])
    expect(tomorrow.working).toEqual([{ start: '08:00', end: '13:00' }])
  })

  it('knows of absences today', async () => {
    const app = openSoundHouse()
    const startsAt = Date.parse('2027-01-07T15:00:00+01:00')
    app
      .ctx()
      .db.insert(absences)
      .values({ kind: 'block', title: 'Fortbildung', startsAt, endsAt: startsAt + 8 * HOUR })
      .run()
    const { today, load } = await overview(app)
    expect(today.working).toEqual([
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '15:00' },
    ])
    expect(load[0]).toEqual({ date: '2027-01-07', capacity_min: 330, booked_min: 0, closed: false })
  })

  it.each([
    ['2027-12-31T23:59:59+01:00', '2027-12-31', '2028-01-01'],
    ['2027-03-27T23:30:00+01:00', '2027-03-27', '2027-03-28'],
    ['2027-03-28T23:30:00+02:00', '2027-03-28', '2027-03-29'],
    ['2027-10-31T00:30:00+02:00', '2027-10-31', '2027-11-01'],
  ])('knows at %s what tomorrow is', async (now, today, tomorrow) => {
    const app = openSoundHouse()
    app.at(now)
    const seen = await overview(app)
    expect([seen.now, seen.today.date, seen.tomorrow.date]).toEqual([now, today, tomorrow])
  })

  it('has twelve weeks and fourteen days', async () => {
    const app = openSoundHouse()
    await book(app, app.browser(), START)
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-08T10:00:00+01:00') })
    const { weeks, load } = await overview(app)
    expect([weeks.length, weeks[0], weeks[10], weeks[11]]).toEqual([
      12,
      { week: '2026-W43', label: '43', count: 0, running: false },
      { week: '2026-W53', label: '53', count: 0, running: false },
      { week: '2027-W01', label: '1', count: 1, running: true },
    ])
    expect([load.length, load[1], load[2], load[5]]).toEqual([
      14,
      { date: '2027-01-08', capacity_min: 300, booked_min: 30, closed: false },
      { date: '2027-01-09', capacity_min: 0, booked_min: 0, closed: true },
      { date: '2027-01-12', capacity_min: 480, booked_min: 50, closed: false },
    ])
  })

  it('never tells a social security number, an address or a birth date', async () => {
    const app = openSoundHouse()
    await book(app, app.browser(), START)
    app.at('2027-01-12T07:00:00+01:00')
    const { text } = await app.admin().get('/api/admin/overview')
    expect(text).toContain('Rosa Musterfrau')
    expect(text).not.toMatch(/"svn|1237010180|Erfundene Gasse|1980-01-01/)
  })
})

describe('the care list', () => {
  it('has only what is mild while nothing is amiss', async () => {
    const app = openSoundHouse()
    expect((await overview(app)).care).toEqual([
      {
        kind: 'second-factor',
        level: 'info',
        title: 'Zweiter Faktor fehlt',
        detail: '1 Zugang ist nur mit Passwort geschützt.',
        href: '/admin/account',
      },
    ])
    app.rows('update admins set totp_step = 1 returning id')
    expect((await overview(app)).care).toEqual([])
  })

  it('counts the admins without a second factor', async () => {
    const app = openSoundHouse()
    app.admin('aerztin@ordination.example')
    expect((await care(app, 'second-factor'))[0].detail).toBe('2 Zugänge sind nur mit Passwort geschützt.')
  })

  it('tells of messages that were not sent, of those that may not have been, and of a standstill', async () => {
    const app = openSoundHouse()
    setUpSevenio(app)
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    for (const status of ['failed', 'unknown', 'queued']) {
      queueText(app, id)
      app.rows('update sms set status = ? where id = (select max(id) from sms) returning id', status)
    }
    queueMail(app, id)
    app.rows(`update emails set status = 'failed' returning id`)
    app.pass(HOUR - 1)
    const href = '/admin/outbox'
    expect((await overview(app)).care.slice(0, 3)).toEqual([
      { kind: 'failed', level: 'danger', title: 'Nicht gesendet', detail: '1 E-Mail und 1 SMS', href },
      {
        kind: 'standstill',
        level: 'danger',
        title: 'Outbox steht still',
        detail: 'SMS warten seit 59 Minuten auf den Versand.',
        href,
      },
      { kind: 'unknown', level: 'warning', title: 'Unklar, ob gesendet', detail: '1 SMS', href },
    ])
  })

  it.each([
    [
      { notify_muteSms: true, notify_reason: 'Urlaubswoche' },
      'SMS sind stumm',
      '„Urlaubswoche“, 2 nicht gesendet',
    ],
    [
      { notify_muteEmail: true, notify_reason: 'Urlaubswoche' },
      'E-Mails sind stumm',
      '„Urlaubswoche“, 1 nicht gesendet',
    ],
    [
      { notify_off: true, notify_reason: 'Urlaubswoche' },
      'Benachrichtigungen sind aus',
      '„Urlaubswoche“, 3 nicht gesendet',
    ],
    [
      { notify_off: true, notify_reason: 'Umbau' },
      'Benachrichtigungen sind aus',
      '„Umbau“, noch nichts zurückgehalten',
    ],
    [{ notify_off: true }, 'Benachrichtigungen sind aus', '1 nicht gesendet'],
  ])('tells what is held back while %j', async (general, title, detail) => {
    const app = openSoundHouse()
    setUpSevenio(app)
    const ahead = insertBooking(app.ctx().db, { status: 'confirmed' }).id
    const over = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW }).id
    queueMail(app, ahead, 'Urlaubswoche')
    queueMail(app, over, 'Urlaubswoche')
    queueMail(app, ahead, 'Benachrichtigungen sind abgeschaltet.')
    queueText(app, ahead, 'Urlaubswoche')
    queueText(app, ahead, 'Urlaubswoche')
    queueText(app, over, 'Urlaubswoche')
    writeSettings(app.ctx(), 'general', general)
    expect(await care(app, 'muted')).toEqual([
      { kind: 'muted', level: 'warning', title, detail, href: '/admin/settings/general' },
    ])
  })

  it('tells that mails wait for a mail server', async () => {
    expect(await care(openTestApp(), 'smtp')).toEqual([
      {
        kind: 'smtp',
        level: 'warning',
        title: 'Kein Mailserver',
        detail: 'E-Mails warten, bis SMTP_URL gesetzt ist.',
        href: '',
      },
    ])
  })

  it.each([
    ['2027-01-07T13:00:00+01:00', 'heute 13:00'],
    ['2027-01-06T23:59:00+01:00', 'gestern 23:59'],
    ['2027-01-05T02:15:00+01:00', 'Di 5. Jänner, 02:15'],
  ])('tells of a low balance as known at %s: %s', async (asked, when) => {
    const app = openSoundHouse()
    setUpSevenio({ ...app, ctx: () => ({ ...app.ctx(), now: 0 }) })
    const at = Date.parse(asked)
    app.ctx().db.insert(balances).values({ provider: 'sevenio', amount: '3.2', currency: 'EUR', at }).run()
    expect(await care(app, 'balance')).toEqual([
      {
        kind: 'balance',
        level: 'warning',
        title: 'Guthaben niedrig',
        detail: `seven.io €\u00a03,20, Stand ${when}`,
        href: '/admin/settings/sms',
      },
    ])
  })
})

describe('the care list on backups', () => {
  const at = Date.parse('2027-01-07T02:15:00+01:00')
  it.each<[Health['backup'], object[]]>([
    [undefined, []],
    [
      { at, age: 11 * HOUR, late: false },
      [{ level: 'info', title: 'Sicherung in Ordnung', detail: 'zuletzt heute 02:15' }],
    ],
    [
      { at: at - 3 * DAY_LENGTH, age: 83 * HOUR, late: true },
      [{ level: 'danger', title: 'Sicherung veraltet', detail: 'zuletzt Mo 4. Jänner, 02:15' }],
    ],
    [
      { at: undefined, age: HOUR, late: false },
      [{ level: 'info', title: 'Noch keine Sicherung', detail: 'Sie wird jede Nacht von selbst gemacht.' }],
    ],
    [
      { at: undefined, age: 40 * HOUR, late: true },
      [
        {
          level: 'danger',
          title: 'Keine Sicherung',
          detail: 'Warum keine entsteht, sagt das Protokoll des Servers.',
        },
      ],
    ],
  ])('says of %j: %j', (backup, wanted) => {
    const ctx = openSoundHouse().ctx()
    const told = listAlerts(ctx, { ...readHealth(ctx), backup })
    expect(told).toEqual(wanted.map((each) => ({ kind: 'backup', href: '', ...each })))
  })

  it('has the worst first', () => {
    const ctx = openTestApp().ctx()
    const told = listAlerts(ctx, { ...readHealth(ctx), backup: { at, age: 40 * HOUR, late: true } })
    expect(told.map(({ kind }) => kind)).toEqual(['backup', 'smtp'])
  })
})

describe('what pages ask for by themselves', () => {
  it.each(['status', 'overview'])('reads nothing whole that grows with the years: %s', async (path) => {
    const app = openSoundHouse()
    setUpSevenio(app)
    writeSettings(app.ctx(), 'general', { notify_off: true })
    const { $client } = app.ctx().db
    const prepare = vi.spyOn($client, 'prepare')
    expect((await app.admin().get(`/api/admin/${path}`)).status).toBe(200)
    const asked = prepare.mock.calls.map(([sql]) => sql)
    prepare.mockRestore()
    expect(asked.filter((sql) => /from "(emails|sms|bookings)"/.test(sql)).length).toBeGreaterThan(3)
    for (const sql of asked) {
      const holes = sql.split('?').length - 1
      const plan = $client.prepare(`explain query plan ${sql}`).all(...Array(holes).fill(0)) as {
        detail: string
      }[]
      for (const { detail } of plan)
        expect(detail).not.toMatch(/^SCAN (emails|sms|bookings|occupations|events|audit)$/)
    }
  })
})
