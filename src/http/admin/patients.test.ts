import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { erasePatient } from '../../privacy/patient.ts'
import { deleteExpired } from '../../privacy/retention.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'

/**
 * Opens the app with three patients. Rosa has come twice and missed one appointment, has a `request`, and has
 * cancelled her `newest` appointment. Her son uses her mailbox. Jörg has no e-mail address.
 */
function openWithPatients() {
  const app = openTestApp()
  const addAppointment = (days: number, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW + days * DAY_LENGTH, ...changes })
  const first = addAppointment(-400, { mobile: '0512 999' })
  const second = addAppointment(-30)
  const missed = addAppointment(-10, { attendance: 'no_show' })
  const request = addAppointment(7, { status: 'requested' })
  const newest = addAppointment(9, { status: 'cancelled' })
  addAppointment(-20, { firstName: 'Max', birthOn: '2019-03-14' })
  const joerg = { firstName: 'Jörg', lastName: 'Müller', email: '', mobile: '+436601234567', birthOn: '' }
  addAppointment(-3, joerg)
  addAppointment(3, joerg)
  return { app, rosa: [first, second, missed, request, newest], request, newest, admin: app.admin() }
}

const findPatients = async ({ admin }: ReturnType<typeof openWithPatients>, q: string) =>
  (await admin.get(`/api/admin/patients?q=${encodeURIComponent(q)}`)).json as { name: string }[]

const ROSA = 'Rosa Musterfrau'
const MAX = 'Max Musterfrau'
const JOERG = 'Jörg Müller'

describe('the search for patients', () => {
  it('lists each patient once, with visits, next and missed appointments', async () => {
    const practice = openWithPatients()
    expect(await findPatients(practice, '1.1.80')).toEqual([
      {
        booking_id: practice.newest.id,
        name: 'Rosa Musterfrau',
        birth_date: '1980-01-01',
        phone: '+43 664 1234567',
        email: 'rosa@musterfrau.example',
        last_visit: '2026-12-08T13:40:00+01:00',
        next: '2027-01-14T13:40:00+01:00',
        missed: 1,
        visits: { count: 3, no_show: 1 },
      },
    ])
  })

  it.each([
    { search: 'the beginning of a name or an address', q: 'ro', names: [ROSA, MAX] },
    { search: 'the beginning of several last names', q: 'mu', names: [ROSA, JOERG, MAX] },
    { search: 'last and first name', q: 'musterf max', names: [MAX] },
    { search: 'another spelling of ü', q: 'mueller', names: [JOERG] },
    { search: 'a part of the number', q: '660 12', names: [JOERG] },
    { search: 'the number with a zero and a slash', q: '0660/1234', names: [JOERG] },
    { search: 'a short birth date', q: '14.3.19', names: [MAX] },
    { search: 'a whole birth date', q: '01.01.1980', names: [ROSA] },
    { search: 'a part of the e-mail address', q: 'musterfrau.ex', names: [ROSA, MAX] },
    { search: 'a name that nobody has', q: 'niemand', names: [] },
    { search: 'nothing', q: '', names: [] },
    { search: 'a quote', q: '"', names: [] },
  ])('finds by $by, $q: $names', async ({ q, names }) => {
    expect((await findPatients(openWithPatients(), q)).map(({ name }) => name)).toEqual(names)
  })

  it('answers at most eight, those with the latest appointments', async () => {
    const practice = openWithPatients()
    for (let i = 0; i < 12; i++)
      insertBooking(practice.app.ctx().db, {
        startsAt: NOW + (20 + i) * DAY_LENGTH,
        firstName: `Vera${i}`,
        email: `v${i}@musterfrau.example`,
        birthOn: '',
        mobile: `0664 55${i}`,
      })
    const names = (await findPatients(practice, 'musterfrau')).map(({ name }) => name)
    expect(names).toEqual([11, 10, 9, 8, 7, 6, 5, 4].map((i) => `Vera${i} Musterfrau`))
  })

  it('is refused for a text that nobody would type', async () => {
    const { status, json } = await openWithPatients().admin.get(`/api/admin/patients?q=${'x'.repeat(201)}`)
    expect([status, json.error]).toEqual([400, 'invalid'])
  })
})

describe('a patient', () => {
  it('has all bookings, the newest first, and the waiting entries', async () => {
    const { app, rosa, request, newest, admin } = openWithPatients()
    await admin.post('/api/admin/confirm', { id: request.id, message: '' })
    await app.browser().post('/api/waiting-list', { booking_id: request.id, not_after: '2027-01-13' })

    for (const { id } of rosa) {
      const { status, json } = await admin.get(`/api/admin/patients/${id}`)
      expect(status).toBe(200)
      expect(json.booking_id).toBe(newest.id)
      expect(json.bookings.map((row: { id: string }) => row.id)).toEqual(
        rosa.map((booking) => booking.id).toReversed(),
      )
      expect(json.waiting).toMatchObject([{ booking: { id: request.id } }])
      expect(json.messages).toMatchObject([{ kind: 'confirmed' }, { kind: 'confirmed' }])
      expect(json.contact).toMatchObject({ firstName: 'Rosa', mobile: '0664 1234567' })
    }
  })

  it('is not found once retention has anonymised all bookings', async () => {
    const practice = openWithPatients()
    const names = async (q: string) => (await findPatients(practice, q)).map(({ name }) => name)
    expect(await names('max')).toEqual(['Max Musterfrau'])
    writeSettings(practice.app.ctx(), 'general', { retain_bookings_days: 5 })
    await deleteExpired(practice.app.ctx)
    for (const q of ['max', '14.3.2019']) expect(await names(q)).toEqual([])
    expect(await names('jörg')).toEqual(['Jörg Müller'])
  })

  it('is not found after an erasure, by any name, number or id', async () => {
    const practice = openWithPatients()
    const { app, rosa, request, admin } = practice
    await admin.post('/api/admin/bookings/cancel', { ids: [request.id], message: '', notify: false })
    erasePatient(app.ctx(), 'rosa@musterfrau.example')

    for (const q of ['rosa', 'musterfrau', '664 1234567', '1.1.1980'])
      expect(await findPatients(practice, q)).toEqual([])

    for (const { id } of [...rosa, ...app.rows<{ id: string }>('select id from bookings where anonymised')]) {
      const { status, json } = await admin.get(`/api/admin/patients/${id}`)
      expect([status, json.error]).toEqual([404, 'not found'])
    }
  })
})
