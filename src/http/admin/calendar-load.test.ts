import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { saveAbsence } from '../../schedule/absences.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

describe('the load of each day', () => {
  /** The demo practice works from 08:00 to 12:00 and from 13:30 to 17:30 on Mondays and Tuesdays. */
  const WORKING_MINUTES = 8 * 60
  const APPOINTMENT_MINUTES = 30

  function addAppointment(app: TestApp, start: string, status: Booking['status']) {
    const startsAt = Date.parse(start)
    const endsAt = startsAt + APPOINTMENT_MINUTES * MINUTE
    insertBooking(app.ctx().db, { startsAt, endsAt, status })
  }

  it('has the number and minutes of its requested and confirmed appointments, and its working minutes', async () => {
    const app = openTestApp()
    addAppointment(app, '2027-01-11T09:00:00+01:00', 'requested')
    addAppointment(app, '2027-01-11T10:00:00+01:00', 'confirmed')
    addAppointment(app, '2027-01-11T11:00:00+01:00', 'cancelled')
    const { status, json } = await app.admin().get('/api/admin/calendar/load?from=2027-01-11&to=2027-01-12')
    expect([status, json]).toEqual([
      200,
      [
        { date: '2027-01-11', count: 2, booked_min: 2 * APPOINTMENT_MINUTES, capacity_min: WORKING_MINUTES },
        { date: '2027-01-12', count: 0, booked_min: 0, capacity_min: WORKING_MINUTES },
      ],
    ])
  })

  it('counts an appointment that ends after midnight on the day of its start', async () => {
    const app = openTestApp()
    addAppointment(app, '2027-01-11T23:45:00+01:00', 'confirmed')
    const { json } = await app.admin().get('/api/admin/calendar/load?from=2027-01-11&to=2027-01-12')
    expect(json).toEqual([
      { date: '2027-01-11', count: 1, booked_min: APPOINTMENT_MINUTES, capacity_min: WORKING_MINUTES },
      { date: '2027-01-12', count: 0, booked_min: 0, capacity_min: WORKING_MINUTES },
    ])
  })

  it('has no working minutes on a closed day', async () => {
    const app = openTestApp()
    const closure = { title: 'Urlaub', reason: '', from: '2027-01-13', to: '2027-01-13', resource_id: null }
    saveAbsence(app.ctx(), { kind: 'closure', ...closure })
    const { json } = await app.admin().get('/api/admin/calendar/load?from=2027-01-13&to=2027-01-13')
    expect(json).toEqual([{ date: '2027-01-13', count: 0, booked_min: 0, capacity_min: 0 }])
  })

  it('is refused for more than six weeks', async () => {
    const path = '/api/admin/calendar/load?from=2027-01-01&to=2027-02-12'
    const { status, json } = await openTestApp().admin().get(path)
    const fields = { to: 'Höchstens 42 Tage, in zeitlicher Reihenfolge.' }
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
  })
})
