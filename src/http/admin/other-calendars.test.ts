import { describe, expect, it } from 'vitest'
import { openOtherCalendarApp } from '../../testing/other-calendar-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const WHOLE_ADDRESS = 'Bitte die ganze Adresse angeben, die mit https:// oder webcal:// beginnt.'
const WITHOUT_LOGIN =
  'Die Adresse darf keine Zugangsdaten enthalten: Bitte die geheime Adresse zum Abonnieren verwenden.'

describe('other calendars', () => {
  it('are read, and answered with the number of busy times and the next five', async () => {
    const sixDays = ['20270112', '20270113', '20270114', '20270115', '20270116', '20270117']
    const { doctor, addCalendar } = await openOtherCalendarApp(sixDays)
    const added = await addCalendar()
    expect([added.status, added.json]).toEqual([201, { id: 1 }])

    const { status, json } = await doctor.post('/api/admin/calendars/1/read')
    expect([status, json.found, json.next.length]).toEqual([200, 6, 5])
    // Each event of this calendar lasts from 10:00 to 11:00.
    const [earliest] = json.next
    expect(earliest).toEqual({ start: '2027-01-12T10:00:00+01:00', end: '2027-01-12T11:00:00+01:00' })
  })

  it('are listed without their URL', async () => {
    const { doctor, addCalendar, host } = await openOtherCalendarApp()
    await addCalendar()
    await doctor.post('/api/admin/calendars/1/read')
    const { json, text } = await doctor.get('/api/admin/calendars')
    const listed = {
      id: 1,
      name: 'Privat',
      host,
      resource_id: null,
      busy_only: true,
      read_at: isoAt(NOW),
    }
    expect(json).toEqual([
      { ...listed, fault: null, overdue: false, found: 1, unread: 0, unknown_zone: 0, cut: false },
    ])
    expect(text).not.toContain('geheim')
  })

  it('can be changed, and keep the busy times that were found', async () => {
    const { doctor, addCalendar } = await openOtherCalendarApp()
    await addCalendar()
    await doctor.post('/api/admin/calendars/1/read')
    expect((await doctor.put('/api/admin/calendars/1', { name: 'Neu', busy_only: false })).status).toBe(200)
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([
      { name: 'Neu', busy_only: false, found: 1 },
    ])
  })

  it('keep what a change leaves out', async () => {
    const { doctor, addCalendar } = await openOtherCalendarApp()
    await addCalendar({ resource_id: 'doctor-1', busy_only: false })
    await doctor.put('/api/admin/calendars/1', { name: 'Neu' })
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([
      { name: 'Neu', resource_id: 'doctor-1', busy_only: false },
    ])
    await doctor.put('/api/admin/calendars/1', { resource_id: 'practice' })
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([
      { name: 'Neu', resource_id: null, busy_only: false },
    ])
  })

  it('cannot lose their name', async () => {
    const { doctor, addCalendar } = await openOtherCalendarApp()
    await addCalendar()
    const { status, json } = await doctor.put('/api/admin/calendars/1', { name: ' ' })
    expect([status, json.fields]).toEqual([400, { name: 'Bitte einen Namen angeben.' }])
  })

  it('can be sent back as they were listed, with a change', async () => {
    const { doctor, addCalendar } = await openOtherCalendarApp()
    await addCalendar()
    const [listed] = (await doctor.get('/api/admin/calendars')).json
    expect((await doctor.put('/api/admin/calendars/1', { ...listed, name: 'Neu' })).status).toBe(200)
    expect((await doctor.get('/api/admin/calendars')).json).toEqual([{ ...listed, name: 'Neu' }])
  })

  it('can be removed, which frees their times for the waiting list', async () => {
    const { app, doctor, addCalendar } = await openOtherCalendarApp(['20270112', '20270113'])
    await addCalendar()
    await doctor.post('/api/admin/calendars/1/read')
    expect((await doctor.delete('/api/admin/calendars/1')).json.message).toBe('Der Kalender ist entfernt.')
    expect((await doctor.get('/api/admin/calendars')).json).toEqual([])
    expect(app.rows('select id from freed_times')).toHaveLength(2)
  })

  it('are recorded in the audit without their URL', async () => {
    const { app, doctor, addCalendar } = await openOtherCalendarApp()
    await addCalendar()
    await doctor.put('/api/admin/calendars/1', { name: 'Neu' })
    await doctor.delete('/api/admin/calendars/1')
    expect(app.rows('select action, subject from audit order by id')).toEqual([
      { action: 'calendar-added', subject: 'Privat' },
      { action: 'calendar-changed', subject: 'Neu' },
      { action: 'calendar-removed', subject: 'Neu' },
    ])
    expect(JSON.stringify(app.rows('select * from audit'))).not.toMatch(/geheim|127\.0/)
  })

  it('that do not exist are not found', async () => {
    const { doctor } = await openOtherCalendarApp()
    const calls = [
      doctor.put('/api/admin/calendars/9', { name: 'Neu' }),
      doctor.delete('/api/admin/calendars/9'),
      doctor.post('/api/admin/calendars/9/read'),
      doctor.delete('/api/admin/calendars/x'),
    ]
    for (const { status, json } of await Promise.all(calls))
      expect([status, json.message]).toEqual([404, 'Diesen Kalender gibt es nicht mehr.'])
  })
})

describe('adding another calendar', () => {
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
  ])('is refused with $fault', async ({ changes, fields }) => {
    const { app, addCalendar } = await openOtherCalendarApp()
    const { status, json } = await addCalendar(changes)
    expect([status, json.fields]).toEqual([400, fields])
    expect(app.rows('select 1 from calendars')).toEqual([])
  })

  it('needs https unless private targets are allowed, and webcal means https', async () => {
    const app = openTestApp()
    const doctor = app.admin()
    const addByUrl = (url: string) => doctor.post('/api/admin/calendars', { name: 'Privat', url })
    expect((await addByUrl('http://calendar.example/')).json.fields).toEqual({
      url: 'Die Adresse muss mit https:// oder webcal:// beginnen.',
    })
    expect((await addByUrl('webcal://calendar.example/a.ics')).status).toBe(201)
    expect((await doctor.get('/api/admin/calendars')).json).toMatchObject([{ host: 'calendar.example' }])
  })

  it('is possible up to twenty times', async () => {
    const { addCalendar } = await openOtherCalendarApp()
    const mostCalendars = 20
    for (let count = 0; count < mostCalendars; count++) expect((await addCalendar()).status).toBe(201)
    const { status, json } = await addCalendar()
    expect([status, json.message]).toEqual([409, 'Mehr als 20 Kalender können nicht gelesen werden.'])
  })
})
