import { describe, expect, it } from 'vitest'
import { openSession } from '../../access/sessions.ts'
import { inTx } from '../../ctx.ts'
import { saveResource } from '../../schedule/resources.ts'
import { HOUR } from '../../shared/day.ts'
import { ADMIN, insertAdmin } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { NOW, openTestApp, recordLog } from '../../testing/test-app.ts'

describe('the CSV export', () => {
  it('has German headings and a row for each booking, without ids and social security numbers', async () => {
    const { admin, id } = await openRequestedApp()
    const { status, text } = await admin.get('/api/admin/bookings.csv?from=2027-01-01&to=2027-01-31')
    expect(status).toBe(200)
    expect(text.split('\r\n')).toEqual([
      '\ufeff"Datum";"Beginn";"Ende";"Status";"Leistung";"Preis in Euro";"Anrede";"Vorname";"Nachname";"Geburtsdatum";"Telefon";"E-Mail";"Adresse";"PLZ";"Ort";"Land";"Eingegangen";"Verschiebung angefragt auf";"Gebucht von";"Erschienen"',
      `"2027-01-12";"08:30";"09:15";"auf manuelle Bestätigung wartend";"Erstordination";"180,00";"Frau";"Rosa";"Musterfrau";"1980-01-01";"'+43 660 0000012";"rosa@musterfrau.example";"Erfundene Gasse 7";"6850";"Dornbirn";"AT";"2027-01-07 13:40";"";"";""`,
      '',
    ])
    expect(text).not.toContain(id)
    expect(text).not.toContain('1237')
  })

  it('is a download that must not be cached', async () => {
    const { headers } = await openTestApp().admin().get('/api/admin/bookings.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="termine.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is recorded in the audit with its days and status', async () => {
    const app = openTestApp()
    const admin = app.admin()
    for (const query of ['from=2027-01-01&to=2027-01-31', 'status=requested', 'from=2027-01-13'])
      await admin.get(`/api/admin/bookings.csv?${query}`)
    const exported = { actor_name: ADMIN, action: 'bookings-exported' }
    expect(app.rows('select actor_name, action, subject from audit order by id')).toEqual([
      { ...exported, subject: '2027-01-01 bis 2027-01-31' },
      { ...exported, subject: '… bis …, requested' },
      { ...exported, subject: '2027-01-13 bis …' },
    ])
  })

  it.each([
    { query: 'status=requested', count: 1 },
    { query: 'status=confirmed', count: 0 },
    { query: 'from=2027-01-12', count: 1 },
    { query: 'from=2027-01-13', count: 0 },
  ])('has $count rows for ?$query of a request on 12 January', async ({ query, count }) => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { status: 'requested', startsAt: Date.parse('2027-01-12T08:30:00+01:00') })
    const { text } = await app.admin().get(`/api/admin/bookings.csv?${query}`)
    const [, ...rows] = text.trim().split('\r\n')
    expect(rows).toHaveLength(count)
  })

  it('is refused if the last day is before the first, and then is not in the audit', async () => {
    const app = openTestApp()
    const { status, json } = await app.admin().get('/api/admin/bookings.csv?from=2027-01-02&to=2027-01-01')
    expect([status, json.fields]).toEqual([400, { to: 'Der letzte Tag darf nicht vor dem ersten liegen.' }])
    expect(app.rows('select 1 from audit')).toEqual([])
  })
})

describe('the CSV export of several resources', () => {
  it('has a column for the resource, unless there is only one', async () => {
    const app = openTestApp()
    const readCsv = async () => (await app.admin().get('/api/admin/bookings.csv')).text
    expect(await readCsv()).not.toContain('Arzt oder Raum')
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    insertBooking(app.ctx().db, { resourceId: 'doctor-2' })
    expect(await readCsv()).toMatch(/"Arzt oder Raum"\r\n.*"Dr. B"\r\n$/)
  })

  it('can be limited to one resource, like the list', async () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    insertBooking(app.ctx().db, { firstName: 'Otto', resourceId: 'doctor-2' })
    insertBooking(app.ctx().db)
    const { text } = await app.admin().get('/api/admin/bookings.csv?resource=doctor-2')
    expect(text).toMatch(/"Arzt oder Raum"\r\n.*"Otto".*"Dr. B"\r\n$/)
    const { json } = await app.admin().get('/api/admin/bookings?resource=doctor-2')
    expect([json.total, json.bookings[0].resource_id]).toEqual([1, 'doctor-2'])
  })
})

describe('the CSV export of many bookings', () => {
  const BOOKING_COUNT = 600
  /** Several bookings have the same start, so that a page can end between them. */
  const AT_ONE_START = 4

  /** Opens the app with more bookings than fit on a page. The newest ones start at NOW. */
  function openWithMany(options = {}) {
    const app = openTestApp(options)
    const { db } = app.ctx()
    inTx({ db }, () => {
      for (let number = 0; number < BOOKING_COUNT; number++) {
        const startsAt = NOW - Math.floor(number / AT_ONE_START) * HOUR
        insertBooking(db, { startsAt, firstName: `Rosa ${number}`, status: 'cancelled' })
      }
    })
    return app
  }

  it.each([
    { query: '', count: BOOKING_COUNT, order: 'ascending' },
    // The bookings that start at NOW are not over.
    { query: '?when=past', count: BOOKING_COUNT - AT_ONE_START, order: 'descending' },
  ])('has each booking once, in $order order for "$query"', async ({ query, count, order }) => {
    const { text } = await openWithMany().admin().get(`/api/admin/bookings.csv${query}`)
    const [, ...rows] = text.trim().split('\r\n')
    const dayAndTime = /^"[\d-]+";"[\d:]+"/
    const starts = rows.map((row) => dayAndTime.exec(row)?.[0])
    expect(new Set(rows).size).toBe(count)
    expect(starts).toEqual(order === 'ascending' ? starts.toSorted() : starts.toSorted().reverse())
  })

  it('lets other calls run between two pages', async () => {
    const app = openWithMany()
    const csv = app.admin().get('/api/admin/bookings.csv')
    const status = app.admin().get('/api/admin/status')
    const answeredFirst = await Promise.race([csv, status])
    expect(answeredFirst).toBe(await status)
    // The text also has the headings, and ends with a line break.
    expect((await csv).text.split('\r\n')).toHaveLength(1 + BOOKING_COUNT + 1)
  })

  it('breaks off if reading fails halfway, which is logged without patient data', async () => {
    const { lines, log } = recordLog()
    const app = openWithMany({ ports: { log } })
    const { token } = openSession(app.ctx(), insertAdmin(app), 'Testbrowser')
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await app.http.request('/api/admin/bookings.csv', { headers })
    if (body === null) throw new Error('the answer has no body')
    const reader = body.getReader()
    // The first chunk has the headings, the second one the first page.
    for (let chunks = 0; chunks < 2; chunks++) await reader.read()
    // Without the table, the next page cannot be read.
    app.ctx().db.$client.exec('alter table bookings rename to b')
    await expect(reader.read()).rejects.toThrow('export failed')
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/Rosa|musterfrau/i)
  })
})
