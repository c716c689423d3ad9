import { describe, expect, it } from 'vitest'
import { aHold, anEntry, book, verifyEmailAddress } from '../../testing/factory.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const WEEK = 'from=2027-01-11&to=2027-01-17'

const read = async (app: TestApp, range = WEEK) =>
  (await app.admin().get(`/api/admin/calendar?${range}`)).json

type Day = { date: string; working: unknown[]; closed: string | null }
const dayOf = (calendar: { days: Day[] }, date: string) => calendar.days.find((day) => day.date === date)

function addAbsence(
  app: TestApp,
  absence: Partial<Record<'kind' | 'title' | 'reason' | 'resource_id' | 'start' | 'end', string>>,
): void {
  const row = { reason: '', resource_id: null, ...absence }
  app.rows(
    `insert into absences (kind, title, reason, resource_id, starts_at, ends_at)
     values (?, ?, ?, ?, ?, ?) returning id`,
    row.kind,
    row.title,
    row.reason,
    row.resource_id,
    Date.parse(row.start ?? ''),
    Date.parse(row.end ?? ''),
  )
}

const CLOSURE = {
  kind: 'closure',
  title: 'Urlaub',
  reason: 'Wir sind auf Urlaub.',
  start: '2027-01-13T00:00:00+01:00',
  end: '2027-01-15T00:00:00+01:00',
}

describe('the calendar', () => {
  it('has every day of the range with its working hours', async () => {
    const { days, ...rest } = await read(openTestApp())
    expect(days.map(({ date }: Day) => date)).toEqual(
      [11, 12, 13, 14, 15, 16, 17].map((day) => `2027-01-${day}`),
    )
    expect(days[2]).toEqual({
      date: '2027-01-13',
      working: [
        { start: '08:00', end: '12:00' },
        { start: '14:00', end: '19:00' },
      ],
      closed: null,
    })
    expect(days[6]).toEqual({ date: '2027-01-17', working: [], closed: null })
    expect(rest).toEqual({ bookings: [], holds: [], absences: [], busy: [] })
  })

  it('has the bookings of these days in any status, with first and last name', async () => {
    const app = openTestApp({ config: { rateLimits: false } })
    const assistant = app.admin()
    const outside = ['2027-01-08T09:00:00+01:00', '2027-01-18T09:00:00+01:00']
    for (const start of [...outside, '2027-01-12T10:00:00+01:00'])
      await assistant.post('/api/admin/bookings', anEntry({ start }))
    const { id } = (await book(app, app.browser(), '2027-01-11T09:00:00+01:00')).json
    await assistant.post('/api/admin/reject', { id })
    const { bookings } = await read(app)
    expect(bookings.map(({ name, status }: Record<string, string>) => [name, status])).toEqual([
      ['Rosa Musterfrau', 'rejected'],
      ['Otto Beispielmann', 'confirmed'],
    ])
    const [row] = (await assistant.get('/api/admin/bookings?from=2027-01-12')).json.bookings
    expect(bookings[1]).toEqual({ ...row, first_name: 'Otto', last_name: 'Beispielmann' })
  })

  it('has the live holds without personal data', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    await browser.post('/api/hold', aHold())
    const held = [
      {
        start: '2027-01-12T08:30:00+01:00',
        end: '2027-01-12T09:15:00+01:00',
        service_name: 'Erstordination',
      },
    ]
    expect((await read(app)).holds).toEqual(held)
    expect((await read(app, 'from=2027-01-13&to=2027-01-13')).holds).toEqual([])
    app.pass(10 * 60_000)
    expect((await read(app)).holds).toEqual([])
  })

  it('marks the days of a closure as closed, with its title', async () => {
    const app = openTestApp()
    addAbsence(app, CLOSURE)
    const calendar = await read(app)
    expect(calendar.days.map(({ closed }: Day) => closed)).toEqual([
      null,
      null,
      'Urlaub',
      'Urlaub',
      null,
      null,
      null,
    ])
    expect(dayOf(calendar, '2027-01-13')?.working).toEqual([])
    expect(calendar.absences).toEqual([
      {
        id: 1,
        kind: 'closure',
        title: 'Urlaub',
        reason: 'Wir sind auf Urlaub.',
        resource_id: null,
        start: '2027-01-13T00:00:00+01:00',
        end: '2027-01-15T00:00:00+01:00',
        from: '2027-01-13',
        to: '2027-01-14',
      },
    ])
  })

  it('marks days as closed when the only resource is absent', async () => {
    const app = openTestApp()
    addAbsence(app, { ...CLOSURE, resource_id: 'doctor-1' })
    expect(dayOf(await read(app), '2027-01-13')).toMatchObject({ working: [], closed: 'Urlaub' })
  })

  it('stays open with a block of hours, or when one of several resources is absent', async () => {
    const app = openTestApp()
    app.rows(`update services set resource_id = 'doctor-2' where id = 'facial' returning id`)
    addAbsence(app, {
      kind: 'block',
      title: 'Fortbildung',
      resource_id: 'doctor-1',
      start: '2027-01-12T14:00:00+01:00',
      end: '2027-01-12T17:30:00+01:00',
    })
    addAbsence(app, { ...CLOSURE, resource_id: 'doctor-2' })
    const calendar = await read(app)
    expect(calendar.days.every(({ closed }: Day) => closed === null)).toBe(true)
    expect(
      calendar.absences.map(({ title, resource_id }: Record<string, string>) => [title, resource_id]),
    ).toEqual([
      ['Fortbildung', 'doctor-1'],
      ['Urlaub', 'doctor-2'],
    ])
    expect(calendar.absences[0]).not.toHaveProperty('from')
  })

  it('shows an absence that only reaches into the range, and none that ends before it', async () => {
    const app = openTestApp()
    addAbsence(app, CLOSURE)
    const seen = async (range: string) => (await read(app, range)).absences.length
    expect(await seen('from=2027-01-14&to=2027-01-20')).toBe(1)
    expect(await seen('from=2027-01-15&to=2027-01-20')).toBe(0)
    expect(await seen('from=2027-01-01&to=2027-01-12')).toBe(0)
  })

  it('has whole days across clock changes', async () => {
    const app = openTestApp()
    addAbsence(app, {
      ...CLOSURE,
      start: '2027-03-28T00:00:00+01:00',
      end: '2027-03-29T00:00:00+02:00',
    })
    const calendar = await read(app, 'from=2027-03-27&to=2027-03-29')
    expect(calendar.days.map(({ closed }: Day) => closed)).toEqual([null, 'Urlaub', null])
    expect(calendar.absences[0]).toMatchObject({ from: '2027-03-28', to: '2027-03-28' })
  })

  it('queries each table once for any range', async () => {
    const app = openTestApp()
    const asked: string[] = []
    const client = app.ctx().db.$client
    const prepare = client.prepare.bind(client)
    const assistant = app.admin()
    await assistant.get(`/api/admin/calendar?${WEEK}`)
    client.prepare = ((sql: string) => {
      asked.push(/ from "(\w+)"/.exec(sql)?.[1] ?? sql)
      return prepare(sql)
    }) as typeof client.prepare
    await assistant.get('/api/admin/calendar?from=2027-01-01&to=2027-02-11')
    expect(asked.filter((table) => table !== 'sessions').sort()).toEqual(['absences', 'bookings', 'holds'])
  })

  it.each([
    ['from=2027-01-01&to=2027-02-12', { to: 'Höchstens 42 Tage, in zeitlicher Reihenfolge.' }],
    ['from=2027-01-02&to=2027-01-01', { to: 'Höchstens 42 Tage, in zeitlicher Reihenfolge.' }],
    ['from=2027-01-02', { to: 'Diese Angabe fehlt.' }],
    ['from=x&to=2027-01-01', { from: 'Bitte ein gültiges Datum angeben.' }],
  ])('refuses %s', async (range, fields) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/calendar?${range}`)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
  })
})
