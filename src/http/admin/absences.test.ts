import { describe, expect, it } from 'vitest'
import { decideBooking } from '../../booking/decisions.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'

const BLOCK = {
  kind: 'block',
  title: 'Fortbildung',
  start: '2027-01-12T08:00:00+01:00',
  end: '2027-01-12T12:00:00+01:00',
  resource_id: null,
}
const CLOSURE = { kind: 'closure', title: 'Familie', reason: 'Urlaub', from: '2027-08-02', to: '2027-08-06' }

describe('the calls of absences', () => {
  it.each([
    ['GET', '/api/admin/absences'],
    ['POST', '/api/admin/absences'],
    ['POST', '/api/admin/absences/check'],
    ['DELETE', '/api/admin/absences/1'],
    ['GET', '/api/admin/holidays?year=2027'],
    ['PUT', '/api/admin/holidays'],
  ])('need a session: %s %s', async (method, path) => {
    const app = openTestApp()
    const answer = await app.browser().send(method, path, method === 'GET' ? undefined : CLOSURE)
    expect([answer.status, answer.json.error]).toEqual([401, 'unauthorized'])
    expect(app.rows('select id from absences')).toEqual([])
  })
})

describe('POST /api/admin/absences', () => {
  it('saves a block and answers it as the list does', async () => {
    const admin = openTestApp().admin()
    const made = await admin.post('/api/admin/absences', BLOCK)
    expect([made.status, made.json]).toEqual([201, { id: 1, reason: '', ...BLOCK }])
    expect((await admin.get('/api/admin/absences')).json).toEqual([made.json])
  })

  it('takes times without an offset as Vienna’s wall time, the skipped ones as the moment of the change', async () => {
    const block = { ...BLOCK, start: '2027-03-28T02:30', end: '2027-03-28T04:00' }
    expect((await openTestApp().admin().post('/api/admin/absences', block)).json).toMatchObject({
      start: '2027-03-28T03:00:00+02:00',
      end: '2027-03-28T04:00:00+02:00',
    })
  })

  it('saves a closure from midnight to midnight in Vienna', async () => {
    const admin = openTestApp().admin()
    expect((await admin.post('/api/admin/absences', CLOSURE)).json).toEqual({
      id: 1,
      ...CLOSURE,
      resource_id: null,
      start: '2027-08-02T00:00:00+02:00',
      end: '2027-08-07T00:00:00+02:00',
    })
  })

  it.each([
    ['nothing', {}, { kind: 'Bitte wählen Sie: einzelne Stunden oder ganze Tage.' }],
    [
      'days that are over',
      { ...CLOSURE, from: '2027-01-05', to: '2027-01-06' },
      { to: 'Diese Zeit ist schon vorbei.' },
    ],
    [
      'an unknown resource',
      { ...BLOCK, resource_id: 'doctor-9' },
      { resource_id: 'Keine Leistung hat diese Ressource.' },
    ],
  ])('is refused with %s, and so is the check', async (_, sent, fields) => {
    const app = openTestApp()
    for (const path of ['/api/admin/absences', '/api/admin/absences/check']) {
      const answer = await app.admin().post(path, sent)
      expect([answer.status, answer.json]).toEqual([
        400,
        { error: 'invalid', message: 'Bitte prüfen Sie Ihre Angaben.', fields },
      ])
    }
    expect(app.rows('select id from absences')).toEqual([])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('records the admin in the audit', async () => {
    const app = openTestApp()
    await app.admin().post('/api/admin/absences', CLOSURE)
    expect(app.rows('select actor, actor_name, action, subject from audit')).toEqual([
      {
        actor: 'admin',
        actor_name: 'assistenz@ordination.example',
        action: 'absence-saved',
        subject: 'closure: 2027-08-02 – 2027-08-06',
      },
    ])
  })
})

describe('POST /api/admin/absences/check', () => {
  it('lists the conflicting appointments and changes nothing', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T09:00:00+01:00')
    decideBooking(app.ctx(), json.id, 'confirm', '')
    const before = app.rows('select * from occupations')
    const admin = app.admin()
    const answer = await admin.post('/api/admin/absences/check', BLOCK)
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        conflicts: [
          {
            id: json.id,
            status: 'confirmed',
            start: '2027-01-12T09:00:00+01:00',
            end: '2027-01-12T09:45:00+01:00',
            service_name: 'Erstordination',
            service_id: 'erstordination',
            name: 'Rosa Musterfrau',
            first_visit: true,
            mobile: '+436600000012',
            email: 'rosa@musterfrau.example',
            created_at: '2027-01-07T13:40:00+01:00',
            resource_id: 'doctor-1',
          },
        ],
      },
    ])
    expect((await admin.post('/api/admin/absences/check', CLOSURE)).json).toEqual({ conflicts: [] })
    expect(app.rows('select * from occupations')).toEqual(before)
    expect(app.rows('select id from absences')).toEqual([])
  })
})

describe('GET /api/admin/absences', () => {
  it('lists what is not over, or what touches the given days', async () => {
    const app = openTestApp()
    const admin = app.admin()
    await admin.post('/api/admin/absences', { ...CLOSURE, from: '2027-01-04', to: '2027-01-07' })
    await admin.post('/api/admin/absences', BLOCK)
    await admin.post('/api/admin/absences', CLOSURE)
    app.at('2027-01-08T00:00:00+01:00')
    // Nobody stays signed in for so long without a word.
    const next = app.admin()
    const listed = async (range = '') =>
      (await next.get(`/api/admin/absences${range}`)).json.map(({ id }: { id: number }) => id)
    expect(await listed()).toEqual([2, 3])
    expect(await listed('?from=2027-01-07')).toEqual([1, 2, 3])
    expect(await listed('?from=2027-01-01&to=2027-01-12')).toEqual([1, 2])
    expect(await listed('?to=2027-08-01')).toEqual([2])
  })

  it.each([
    ['from=morgen', { from: 'Bitte ein gültiges Datum angeben.' }],
    ['from=2027-01-02&to=2027-01-01', { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' }],
  ])('is refused with %s', async (range, fields) => {
    const answer = await openTestApp().admin().get(`/api/admin/absences?${range}`)
    expect([answer.status, answer.json.fields]).toEqual([400, fields])
  })

  it('accepts days of any year', async () => {
    const admin = openTestApp().admin()
    for (const range of ['from=0001-01-01&to=9999-12-31', 'to=2026-01-01'])
      expect((await admin.get(`/api/admin/absences?${range}`)).json).toEqual([])
  })
})

describe('DELETE /api/admin/absences/:id', () => {
  it('frees the time, once', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const free = async () =>
      (await admin.get('/api/slots?date=2027-01-12&service=folgebehandlung')).json as unknown[]
    const before = await free()
    const { json } = await admin.post('/api/admin/absences', BLOCK)
    expect((await free()).length).toBeLessThan(before.length)
    expect((await admin.delete(`/api/admin/absences/${json.id}`)).status).toBe(204)
    expect(await free()).toEqual(before)
    for (const id of [json.id, 'eins', '99999999999999999999'])
      expect((await admin.delete(`/api/admin/absences/${id}`)).json).toEqual({
        error: 'not found',
        message: 'Diese Abwesenheit gibt es nicht mehr.',
      })
  })
})

describe('holidays', () => {
  it('are listed, closed and opened again', async () => {
    const admin = openTestApp().admin()
    const listed = await admin.get('/api/admin/holidays?year=2027')
    expect(listed.json).toHaveLength(14)
    expect(listed.json[2]).toEqual({
      date: '2027-03-19',
      name: 'St. Josef',
      regional: true,
      absence_id: null,
    })

    const dates = ['2027-01-06', '2027-12-08']
    const saved = await admin.put('/api/admin/holidays', { year: 2027, dates })
    expect(saved.status).toBe(200)
    expect(saved.json[1]).toMatchObject({ name: 'Heilige Drei Könige', absence_id: 1 })
    expect((await admin.get('/api/admin/holidays?year=2027')).json).toEqual(saved.json)
    expect((await admin.get('/api/admin/absences')).json).toEqual([
      {
        id: 2,
        kind: 'holiday',
        title: 'Mariä Empfängnis',
        reason: '',
        resource_id: null,
        start: '2027-12-08T00:00:00+01:00',
        end: '2027-12-09T00:00:00+01:00',
        from: '2027-12-08',
        to: '2027-12-08',
      },
    ])
    expect((await admin.put('/api/admin/holidays', { year: 2027, dates: [] })).json).toEqual(listed.json)
  })

  it.each(['', 'year=', 'year=27', 'year=2019', 'year=2101', 'year=20270', 'year=zwei'])(
    'are refused for "%s"',
    async (year) => {
      const answer = await openTestApp().admin().get(`/api/admin/holidays?${year}`)
      expect([answer.status, answer.json.fields]).toEqual([
        400,
        { year: year === '' ? 'Diese Angabe fehlt.' : 'Bitte ein Jahr von 2020 bis 2100 angeben.' },
      ])
    },
  )

  it.each([
    [{ year: '2027', dates: [] }, { year: 'Bitte ein Jahr von 2020 bis 2100 angeben.' }],
    [{ year: 2027, dates: '2027-01-06' }, { dates: 'Bitte eine Liste von Tagen angeben.' }],
    [{ year: 2027, dates: ['6. Jänner'] }, { dates: 'Bitte eine Liste von Tagen angeben.' }],
    [{ year: 2027, dates: [20270106] }, { dates: 'Bitte eine Liste von Tagen angeben.' }],
    [{ year: 2027, dates: ['2027-01-07'] }, { dates: 'Bitte nur Feiertage des Jahres 2027 angeben.' }],
    [{ year: 2027 }, { dates: 'Diese Angabe fehlt.' }],
  ])('are not changed by %j', async (sent, fields) => {
    const app = openTestApp()
    const answer = await app.admin().put('/api/admin/holidays', sent)
    expect([answer.status, answer.json.fields]).toEqual([400, fields])
    expect(app.rows('select id from absences')).toEqual([])
  })
})
