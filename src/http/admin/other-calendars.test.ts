import { describe, expect, it } from 'vitest'
import { resolveHostBySystem } from '../../access/guarded-call.ts'
import { readAlerts } from '../../operation/alerts.ts'
import { listFindings } from '../../operation/checks.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { listen } from '../../testing/loopback.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'

/** Returns a VEVENT from 10:00 to 11:00; `day` is written without hyphens. */
const hourAt = (day: string) =>
  `BEGIN:VEVENT\r\nUID:${day}\r\nDTSTART:${day}T100000\r\nDURATION:PT1H\r\nSUMMARY:Geheim\r\nEND:VEVENT\r\n`

/**
 * Opens the app, and a server with a calendar that has an event of an hour on each of the days. `answerWith`
 * changes the status of the server's answers, and `host` is its host.
 */
async function openCalendarApp(days: readonly string[] = ['20270112']) {
  const app = openTestApp({
    config: { allowPrivateTargets: true },
    ports: { resolveHost: resolveHostBySystem },
  })
  let status = 200
  const text = `BEGIN:VCALENDAR\r\n${days.map(hourAt).join('')}END:VCALENDAR\r\n`
  const server = await listen((_, response) => response.writeHead(status).end(text))
  const doctor = app.admin()
  const add = (changes: object = {}) =>
    doctor.post('/api/admin/calendars', { name: 'Privat', url: `${server}/geheim.ics`, ...changes })
  return {
    app,
    doctor,
    add,
    host: new URL(server).host,
    answerWith: (next: number) => {
      status = next
    },
  }
}

describe('other calendars', () => {
  const GONE = 'Unter der Adresse gibt es keinen Kalender mehr.'

  /**
   * Opens the app with a calendar that was read at 13:40, and is gone when it is read again after this time.
   */
  async function openWithGoneCalendar(milliseconds: number) {
    const { app, doctor, add, answerWith } = await openCalendarApp()
    await add()
    await doctor.post('/api/admin/calendars/1/read')
    answerWith(404)
    app.pass(milliseconds)
    const answer = await app.admin().post('/api/admin/calendars/1/read')
    expect(answer.json.message).toBe(GONE)
    return app
  }
  const findingsOf = (app: TestApp) =>
    listFindings(app.ctx(), 'operation')
      .filter(({ about }) => about === 'other calendars')
      .map(({ level, german }) => [level, german])
  const alertsOf = (app: TestApp) =>
    readAlerts(app.ctx()).alerts.filter(({ kind }) => kind === 'other-calendar')

  it('are read, and answered with the number of busy times and the next five', async () => {
    const sixDays = ['20270112', '20270113', '20270114', '20270115', '20270116', '20270117']
    const { doctor, add } = await openCalendarApp(sixDays)
    const added = await add()
    expect([added.status, added.json]).toEqual([201, { id: 1 }])

    const { status, json } = await doctor.post('/api/admin/calendars/1/read')
    expect([status, json.found, json.next.length]).toEqual([200, 6, 5])
    expect(json.next[0]).toEqual({ start: '2027-01-12T10:00:00+01:00', end: '2027-01-12T11:00:00+01:00' })
  })

  it('are listed without their address', async () => {
    const { doctor, add, host } = await openCalendarApp()
    await add()
    await doctor.post('/api/admin/calendars/1/read')
    const { json, text } = await doctor.get('/api/admin/calendars')
    const listed = {
      id: 1,
      name: 'Privat',
      host,
      resource_id: null,
      busy_only: true,
      read_at: '2027-01-07T13:40:00+01:00',
    }
    expect(json).toEqual([
      { ...listed, fault: null, overdue: false, found: 1, unread: 0, unknown_zone: 0, cut: false },
    ])
    expect(text).not.toContain('geheim')
  })

  it('can be changed, and keep the busy times that were found', async () => {
    const { doctor, add } = await openCalendarApp()
    await add()
    await doctor.post('/api/admin/calendars/1/read')
    expect((await doctor.put('/api/admin/calendars/1', { name: 'Neu', busy_only: false })).status).toBe(200)
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([
      { name: 'Neu', busy_only: false, found: 1 },
    ])
  })

  it('can be removed, which frees their times for the waiting list', async () => {
    const { app, doctor, add } = await openCalendarApp(['20270112', '20270113'])
    await add()
    await doctor.post('/api/admin/calendars/1/read')
    expect((await doctor.delete('/api/admin/calendars/1')).json.message).toBe('Der Kalender ist entfernt.')
    expect((await doctor.get('/api/admin/calendars')).json).toEqual([])
    expect(app.rows('select id from freed_times')).toHaveLength(2)
  })

  it('are recorded in the audit without their address', async () => {
    const { app, doctor, add } = await openCalendarApp()
    await add()
    await doctor.put('/api/admin/calendars/1', { name: 'Neu' })
    await doctor.delete('/api/admin/calendars/1')
    expect(app.rows('select action, subject from audit order by id')).toEqual([
      { action: 'calendar-added', subject: 'Privat' },
      { action: 'calendar-changed', subject: 'Neu' },
      { action: 'calendar-removed', subject: 'Neu' },
    ])
    expect(JSON.stringify(app.rows('select * from audit'))).not.toMatch(/geheim|127\.0/)
  })

  const WHOLE_ADDRESS = 'Bitte die ganze Adresse angeben, die mit https:// oder webcal:// beginnt.'
  const WITHOUT_LOGIN =
    'Die Adresse darf keine Zugangsdaten enthalten: Bitte die geheime Adresse zum Abonnieren verwenden.'

  it.each([
    {
      fault: 'another protocol',
      changes: { url: 'ftp://calendar.example/a.ics' },
      fields: { url: WHOLE_ADDRESS },
    },
    { fault: 'no protocol', changes: { url: 'calendar.example' }, fields: { url: WHOLE_ADDRESS } },
    {
      fault: 'a password in the address',
      changes: { url: 'https://rosa:geheim@calendar.example/' },
      fields: { url: WITHOUT_LOGIN },
    },
    {
      fault: 'no address',
      changes: { url: '' },
      fields: { url: 'Bitte die Adresse des Kalenders angeben.' },
    },
    { fault: 'no name', changes: { name: '' }, fields: { name: 'Bitte einen Namen angeben.' } },
    {
      fault: 'an unknown resource',
      changes: { resource_id: 'nirgends' },
      fields: { resource_id: 'Diese Ressource gibt es nicht.' },
    },
  ])('are refused with $fault', async ({ changes, fields }) => {
    const { app, add } = await openCalendarApp()
    const { status, json } = await add(changes)
    expect([status, json.fields]).toEqual([400, fields])
    expect(app.rows('select 1 from calendars')).toEqual([])
  })

  it('need https unless private targets are allowed, and webcal means https', async () => {
    const app = openTestApp()
    const doctor = app.admin()
    const add = (url: string) => doctor.post('/api/admin/calendars', { name: 'Privat', url })
    expect((await add('http://calendar.example/')).json.fields).toEqual({
      url: 'Die Adresse muss mit https:// oder webcal:// beginnen.',
    })
    expect((await add('webcal://calendar.example/a.ics')).status).toBe(201)
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([{ host: 'calendar.example' }])
  })

  it('are at most twenty', async () => {
    const { add } = await openCalendarApp()
    for (let count = 0; count < 20; count++) expect((await add()).status).toBe(201)
    const { status, json } = await add()
    expect([status, json.message]).toEqual([409, 'Mehr als 20 Kalender können nicht gelesen werden.'])
  })

  it('that do not exist are not found', async () => {
    const { doctor } = await openCalendarApp()
    const calls = [
      doctor.put('/api/admin/calendars/9', { name: 'Neu' }),
      doctor.delete('/api/admin/calendars/9'),
      doctor.post('/api/admin/calendars/9/read'),
      doctor.delete('/api/admin/calendars/x'),
    ]
    for (const { status, json } of await Promise.all(calls))
      expect([status, json.message]).toEqual([404, 'Diesen Kalender gibt es nicht mehr.'])
  })

  it('are a finding that says when they were read', async () => {
    const { app, doctor, add } = await openCalendarApp()
    expect(findingsOf(app)).toEqual([['good', 'Keine']])
    await add()
    expect(findingsOf(app)).toEqual([
      ['hint', '„Privat“ ist noch nicht gelesen: Das geschieht in wenigen Minuten von selbst.'],
    ])
    await doctor.post('/api/admin/calendars/1/read')
    expect(findingsOf(app)).toEqual([['good', '„Privat“ gelesen heute 13:40, 1 belegte Zeiten']])
  })

  it('that cannot be read are a hint initially', async () => {
    const app = await openWithGoneCalendar(6 * HOUR - MINUTE)
    expect(alertsOf(app)).toEqual([])
    expect(findingsOf(app)).toEqual([['hint', `„Privat“: ${GONE} Bitte unter „Andere Kalender“ prüfen.`]])
  })

  it('that cannot be read are an alert after six hours, and a wrong finding', async () => {
    const app = await openWithGoneCalendar(6 * HOUR)
    expect(alertsOf(app)).toMatchObject([
      {
        level: 'warning',
        banner: `Kalender „Privat“: ${GONE}`,
        card: { detail: `${GONE} Zuletzt gelesen heute 13:40.`, href: '/admin/calendars' },
      },
    ])
    expect(findingsOf(app).map(([level]) => level)).toEqual(['wrong'])
  })

  it('that cannot be read are in the metrics after six hours, with the time of the last success', async () => {
    const app = await openWithGoneCalendar(6 * HOUR)
    const metrics = (await app.browser('127.0.0.1').get('/metrics')).text
    expect(metrics).toMatch(/^ordi_calendars_failing 1$/m)
    expect(metrics).toMatch(new RegExp(`^ordi_calendars_oldest_read_timestamp_seconds ${NOW / 1000}$`, 'm'))
  })

  it('warn once of appointments that they overlap', async () => {
    const { app, doctor, add } = await openCalendarApp()
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: Date.parse('2027-01-12T10:30:00+01:00'),
      endsAt: Date.parse('2027-01-12T11:00:00+01:00'),
    })
    await add()
    for (let times = 0; times < 2; times++) await doctor.post('/api/admin/calendars/1/read')

    expect(readAlerts(app.ctx()).alerts).toContainEqual(
      expect.objectContaining({ banner: '1 Termin überschneidet sich mit einem anderen Kalender.' }),
    )
    // The start page lists them with the conflicts of Odoo, even without an Odoo.
    const assistant = app.admin('a@ordination.example', 'assistant')
    expect((await assistant.get('/api/admin/overview')).json.odoo).toMatchObject({
      conflicts: [{ kind: 'calendar', name: 'Rosa Musterfrau', start: '2027-01-12T10:00:00+01:00' }],
      changes: [],
    })
    expect(app.rows("select subject from messages where kind = 'erp-conflict'")).toEqual([
      { subject: 'Terminkonflikt mit einem anderen Kalender' },
    ])
  })
})
