import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { erasePatient } from '../../privacy/patient.ts'
import { deleteExpired } from '../../privacy/retention.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'

const ROSA = 'Rosa Musterfrau'
const MAX = 'Max Musterfrau'
const JOERG = 'Jörg Müller'

/**
 * Opens the app with three patients. Rosa has come twice and missed one appointment, has a `request`, and has
 * cancelled her `newest` appointment. Her son uses her mailbox. Jörg has no e-mail address.
 */
function openWithPatients() {
  const app = openTestApp()
  /** Adds an appointment this many days from now. */
  const addAppointment = (days: number, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW + days * DAY_LENGTH, ...changes })
  const oldest = addAppointment(-400, { mobile: '0512 999' })
  const attended = addAppointment(-30)
  const missed = addAppointment(-10, { attendance: 'no_show' })
  const request = addAppointment(7, { status: 'requested' })
  const newest = addAppointment(9, { status: 'cancelled' })
  addAppointment(-20, { firstName: 'Max', birthOn: '2019-03-14' })
  const joerg = { firstName: 'Jörg', lastName: 'Müller', email: '', mobile: '+436601234567', birthOn: '' }
  addAppointment(-3, joerg)
  addAppointment(3, joerg)
  return { app, rosa: [oldest, attended, missed, request, newest], request, newest, admin: app.admin() }
}

/** Returns the patients whom a search for this text finds. */
const findPatients = async ({ admin }: ReturnType<typeof openWithPatients>, search: string) =>
  (await admin.get(`/api/admin/patients?q=${encodeURIComponent(search)}`)).json as { name: string }[]

describe('the search for patients', () => {
  it('lists each patient once, with visits, next and missed appointments', async () => {
    const practice = openWithPatients()
    expect(await findPatients(practice, '1.1.80')).toEqual([
      {
        booking_id: practice.newest.id,
        name: ROSA,
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
    { by: 'the beginning of a name or an address', search: 'ro', names: [ROSA, MAX] },
    { by: 'the beginning of several last names', search: 'mu', names: [ROSA, JOERG, MAX] },
    { by: 'last and first name', search: 'musterf max', names: [MAX] },
    { by: 'another spelling of ü', search: 'mueller', names: [JOERG] },
    { by: 'a part of the number', search: '660 12', names: [JOERG] },
    { by: 'the number with a zero and a slash', search: '0660/1234', names: [JOERG] },
    { by: 'a short birth date', search: '14.3.19', names: [MAX] },
    { by: 'a whole birth date', search: '01.01.1980', names: [ROSA] },
    { by: 'a part of the e-mail address', search: 'musterfrau.ex', names: [ROSA, MAX] },
    { by: 'a name that nobody has', search: 'niemand', names: [] },
    { by: 'nothing', search: '', names: [] },
    { by: 'a quote', search: '"', names: [] },
  ])('finds by $by, $search: $names', async ({ search, names }) => {
    expect((await findPatients(openWithPatients(), search)).map(({ name }) => name)).toEqual(names)
  })

  it('answers at most eight, those with the latest appointments', async () => {
    const practice = openWithPatients()
    for (let number = 1; number <= 12; number++)
      insertBooking(practice.app.ctx().db, {
        startsAt: NOW + (20 + number) * DAY_LENGTH,
        firstName: `Vera${number}`,
        email: `v${number}@musterfrau.example`,
        birthOn: '',
        mobile: `0664 55${number}`,
      })
    const names = (await findPatients(practice, 'musterfrau')).map(({ name }) => name)
    expect(names).toEqual([12, 11, 10, 9, 8, 7, 6, 5].map((number) => `Vera${number} Musterfrau`))
  })

  it('is refused for a text that nobody would type', async () => {
    const { status, json } = await openWithPatients().admin.get(`/api/admin/patients?q=${'x'.repeat(201)}`)
    expect([status, json.error]).toEqual([400, 'invalid'])
  })
})

describe('a patient', () => {
  const idsOf = (bookings: readonly { id: string }[]) => bookings.map(({ id }) => id)

  it('has all bookings, the newest first, and the waiting entries', async () => {
    const { app, rosa, request, newest, admin } = openWithPatients()
    await admin.post('/api/admin/confirm', { id: request.id, message: '' })
    await app.browser().post('/api/waiting-list', { booking_id: request.id, not_after: '2027-01-13' })

    for (const { id } of rosa) {
      const { status, json } = await admin.get(`/api/admin/patients/${id}`)
      expect(status).toBe(200)
      expect(json.booking_id).toBe(newest.id)
      expect(idsOf(json.bookings)).toEqual(idsOf(rosa).toReversed())
      expect(json.waiting).toMatchObject([{ booking: { id: request.id } }])
      expect(json.messages).toMatchObject([{ kind: 'confirmed' }, { kind: 'confirmed' }])
      expect(json.contact).toMatchObject({ firstName: 'Rosa', mobile: '0664 1234567' })
    }
  })

  it('is not found once retention has anonymised all bookings', async () => {
    const practice = openWithPatients()
    const findNames = async (search: string) => (await findPatients(practice, search)).map(({ name }) => name)
    expect(await findNames('max')).toEqual([MAX])
    writeSettings(practice.app.ctx(), 'general', { retain_bookings_days: 5 })
    await deleteExpired(practice.app.ctx)
    for (const search of ['max', '14.3.2019']) expect(await findNames(search)).toEqual([])
    expect(await findNames('jörg')).toEqual([JOERG])
  })

  it('is not found after an erasure, by any name, number or id', async () => {
    const practice = openWithPatients()
    const { app, rosa, request, admin } = practice
    await admin.post('/api/admin/bookings/cancel', { ids: [request.id], message: '', notify: false })
    erasePatient(app.ctx(), 'rosa@musterfrau.example')

    for (const search of ['rosa', 'musterfrau', '664 1234567', '1.1.1980'])
      expect(await findPatients(practice, search)).toEqual([])

    const anonymised = app.rows<{ id: string }>('select id from bookings where anonymised')
    for (const id of idsOf([...rosa, ...anonymised])) {
      const { status, json } = await admin.get(`/api/admin/patients/${id}`)
      expect([status, json.error]).toEqual([404, 'not found'])
    }
  })
})
