import { describe, expect, it } from 'vitest'
import { resolveHostBySystem } from '../../access/guarded-call.ts'
import { readAlerts } from '../../operation/alerts.ts'
import { listFindings } from '../../operation/checks.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { listen } from '../../testing/loopback.ts'
import { openTestApp } from '../../testing/test-app.ts'

const HOUR_AT = (day: string) =>
  `BEGIN:VEVENT\r\nUID:${day}\r\nDTSTART:${day}T100000\r\nDURATION:PT1H\r\nSUMMARY:Geheim\r\nEND:VEVENT\r\n`

async function open(days: readonly string[] = ['20270112']) {
  const app = openTestApp({
    config: { allowPrivateTargets: true },
    ports: { resolveHost: resolveHostBySystem },
  })
  let status = 200
  const text = `BEGIN:VCALENDAR\r\n${days.map(HOUR_AT).join('')}END:VCALENDAR\r\n`
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

describe('the calendars elsewhere', () => {
  it('are added, listed without their address, read, changed and removed by a doctor', async () => {
    const { app, doctor, add, host } = await open([
      '20270112',
      '20270113',
      '20270114',
      '20270115',
      '20270116',
      '20270117',
    ])
    const added = await add()
    expect([added.status, added.json]).toEqual([201, { id: 1 }])
    const read = await doctor.post('/api/admin/calendars/1/read')
    expect([read.status, read.json.found, read.json.next.length]).toEqual([200, 6, 5])
    expect(read.json.next[0]).toEqual({
      start: '2027-01-12T10:00:00+01:00',
      end: '2027-01-12T11:00:00+01:00',
    })
    const list = await doctor.get('/api/admin/calendars')
    const listed = {
      id: 1,
      name: 'Privat',
      host,
      resource_id: null,
      busy_only: true,
      read_at: '2027-01-07T13:40:00+01:00',
    }
    expect(list.json).toEqual([
      { ...listed, fault: null, overdue: false, found: 6, unread: 0, unknown_zone: 0, cut: false },
    ])
    expect(list.text).not.toContain('geheim')
    expect((await doctor.put('/api/admin/calendars/1', { name: 'Neu', busy_only: false })).status).toBe(200)
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([
      { name: 'Neu', busy_only: false, found: 6 },
    ])
    expect((await doctor.delete('/api/admin/calendars/1')).json.message).toBe('Der Kalender ist entfernt.')
    expect((await doctor.get('/api/admin/calendars')).json).toEqual([])
    // Its times go to the waiting list.
    expect(app.rows('select id from freed_times')).toHaveLength(6)
    expect(app.rows('select action, subject from audit order by id')).toEqual([
      { action: 'calendar-added', subject: 'Privat' },
      { action: 'calendar-changed', subject: 'Neu' },
      { action: 'calendar-removed', subject: 'Neu' },
    ])
    expect(JSON.stringify(app.rows('select * from audit'))).not.toMatch(/geheim|127\.0/)
  })

  it.each([
    [
      { url: 'ftp://calendar.example/a.ics' },
      'url',
      'Bitte die ganze Adresse angeben, die mit https:// oder webcal:// beginnt.',
    ],
    [
      { url: 'calendar.example' },
      'url',
      'Bitte die ganze Adresse angeben, die mit https:// oder webcal:// beginnt.',
    ],
    [
      { url: 'https://rosa:geheim@calendar.example/' },
      'url',
      'Die Adresse darf keine Zugangsdaten enthalten: Bitte die geheime Adresse zum Abonnieren verwenden.',
    ],
    [{ url: '' }, 'url', 'Bitte die Adresse des Kalenders angeben.'],
    [{ name: '' }, 'name', 'Bitte einen Namen angeben.'],
    [{ resource_id: 'nirgends' }, 'resource_id', 'Diese Ressource gibt es nicht.'],
  ])('are refused with %j', async (changes, field, sentence) => {
    const { app, add } = await open()
    const { status, json } = await add(changes)
    expect([status, json.fields]).toEqual([400, { [field]: sentence }])
    expect(app.rows('select 1 from calendars')).toEqual([])
  })

  it('need https, except where private targets are allowed, and webcal means https', async () => {
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
    const { add } = await open()
    for (let count = 0; count < 20; count++) expect((await add()).status).toBe(201)
    const { status, json } = await add()
    expect([status, json.message]).toEqual([409, 'Mehr als 20 Kalender können nicht gelesen werden.'])
  })

  it('that are gone are not found', async () => {
    const { doctor } = await open()
    const calls = [
      doctor.put('/api/admin/calendars/9', { name: 'Neu' }),
      doctor.delete('/api/admin/calendars/9'),
      doctor.post('/api/admin/calendars/9/read'),
      doctor.delete('/api/admin/calendars/x'),
    ]
    for (const { status, json } of await Promise.all(calls))
      expect([status, json.message]).toEqual([404, 'Diesen Kalender gibt es nicht mehr.'])
  })

  it('say why they cannot be read, and are an alert and a finding after six hours', async () => {
    const { app, doctor, add, answerWith } = await open()
    const findings = () =>
      listFindings(app.ctx(), 'operation')
        .filter(({ about }) => about === 'other calendars')
        .map(({ level, german }) => [level, german])
    const alerts = () => readAlerts(app.ctx()).alerts.filter(({ kind }) => kind === 'other-calendar')
    expect(findings()).toEqual([['good', 'Keine']])
    await add()
    expect(findings()).toEqual([
      ['hint', '„Privat“ ist noch nicht gelesen: Das geschieht in wenigen Minuten von selbst.'],
    ])
    await doctor.post('/api/admin/calendars/1/read')
    expect(findings()).toEqual([['good', '„Privat“ gelesen heute 13:40, 1 belegte Zeiten']])
    answerWith(404)
    const sentence = 'Unter der Adresse gibt es keinen Kalender mehr.'
    app.pass(6 * HOUR - MINUTE)
    const read = () => app.admin().post('/api/admin/calendars/1/read')
    expect([(await read()).json.message, alerts()]).toEqual([sentence, []])
    expect(findings()).toEqual([['hint', `„Privat“: ${sentence} Bitte unter „Andere Kalender“ prüfen.`]])
    app.pass(MINUTE)
    expect(alerts()).toMatchObject([
      {
        level: 'warning',
        banner: `Kalender „Privat“: ${sentence}`,
        card: { detail: `${sentence} Zuletzt gelesen heute 13:40.`, href: '/admin/calendars' },
      },
    ])
    expect(findings().map(([level]) => level)).toEqual(['wrong'])
    const metrics = (await app.browser('127.0.0.1').get('/metrics')).text
    expect(metrics).toMatch(/^ordi_calendars_failing 1$/m)
    expect(metrics).toMatch(/^ordi_calendars_oldest_read_timestamp_seconds 1799325600$/m)
  })

  it('warn once of appointments that they overlap', async () => {
    const { app, doctor, add } = await open()
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
    // Without Odoo too, the start page lists them, with what can be done.
    expect(
      (await app.admin('a@ordination.example', 'assistant').get('/api/admin/overview')).json.odoo,
    ).toMatchObject({
      conflicts: [{ kind: 'calendar', name: 'Rosa Musterfrau', start: '2027-01-12T10:00:00+01:00' }],
      changes: [],
    })
    expect(app.rows("select subject from messages where kind = 'erp-conflict'")).toEqual([
      { subject: 'Terminkonflikt mit einem anderen Kalender' },
    ])
  })
})
