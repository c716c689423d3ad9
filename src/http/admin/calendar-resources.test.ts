import { describe, expect, it } from 'vitest'
import { saveAbsence } from '../../schedule/absences.ts'
import { deleteResource } from '../../schedule/resource-deletion.ts'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

describe('the calendar of several resources', () => {
  /** The only resource of the demo practice, which works in the hours of the practice. */
  const FIRST_RESOURCE = { id: 'doctor-1', name: 'Ordination Dr. Demo Muster' }
  const PRACTICE_HOURS = [
    { start: '08:00', end: '12:00' },
    { start: '13:30', end: '17:30' },
  ]

  const readDay = async (app: TestApp, day: string) =>
    (await app.admin().get(`/api/admin/calendar?from=${day}&to=${day}`)).json

  /** Adds the resource "doctor-2", which works on Tuesdays from 09:00 to 10:00. */
  const addSecondResource = (app: TestApp) => {
    // The week begins on Sunday.
    const anHourOnTuesday = [[], [], [[9 * 60, 10 * 60]], [], [], [], []] as const
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B', week: anHourOnTuesday })
  }

  /** Adds the inactive resource "doctor-3", with an appointment on Tuesday, 12 January. */
  const addInactiveResource = (app: TestApp) => {
    saveResource(app.ctx(), 'doctor-3', { name: 'Dr. C', active: false })
    return insertBooking(app.ctx().db, { resourceId: 'doctor-3', status: 'confirmed' })
  }

  it('names no resources if the practice has only one', async () => {
    const day = await readDay(openTestApp(), '2027-01-12')
    expect(day.days).toHaveLength(1)
    expect(day.resources).toBeUndefined()
  })

  it('has the hours of each resource', async () => {
    const app = openTestApp()
    addSecondResource(app)
    const hours = [{ start: '09:00', end: '10:00' }]
    expect((await readDay(app, '2027-01-12')).resources).toEqual([
      { ...FIRST_RESOURCE, days: [{ date: '2027-01-12', working: PRACTICE_HOURS, closed: null }] },
      { id: 'doctor-2', name: 'Dr. B', days: [{ date: '2027-01-12', working: hours, closed: null }] },
    ])
  })

  it('has the closures of each resource', async () => {
    const app = openTestApp()
    addSecondResource(app)
    const closed = { from: '2027-01-19', to: '2027-01-19', resource_id: 'doctor-2' }
    saveAbsence(app.ctx(), { kind: 'closure', title: 'Urlaub', reason: '', ...closed })
    expect((await readDay(app, '2027-01-19')).resources).toEqual([
      { ...FIRST_RESOURCE, days: [{ date: '2027-01-19', working: PRACTICE_HOURS, closed: null }] },
      { id: 'doctor-2', name: 'Dr. B', days: [{ date: '2027-01-19', working: [], closed: 'Urlaub' }] },
    ])
  })

  it('has an inactive resource on days with its appointments', async () => {
    const app = openTestApp()
    addSecondResource(app)
    addInactiveResource(app)
    const inactive = {
      id: 'doctor-3',
      name: 'Dr. C',
      days: [{ date: '2027-01-12', working: [], closed: null }],
    }
    const { resources } = await readDay(app, '2027-01-12')
    expect(resources).toEqual([
      expect.objectContaining({ id: 'doctor-1' }),
      expect.objectContaining({ id: 'doctor-2' }),
      inactive,
    ])
    expect((await readDay(app, '2027-01-19')).resources).toHaveLength(2)
  })

  it('has a deleted resource by its last name on days with its appointments', async () => {
    const app = openTestApp()
    addSecondResource(app)
    addInactiveResource(app)
    app.pass(7 * DAY_LENGTH)
    deleteResource(app.ctx(), 'doctor-3')
    expect((await readDay(app, '2027-01-12')).resources).toEqual([
      expect.objectContaining({ id: 'doctor-1' }),
      expect.objectContaining({ id: 'doctor-2' }),
      { id: 'doctor-3', name: 'Dr. C', days: [{ date: '2027-01-12', working: [], closed: null }] },
    ])
    expect((await readDay(app, '2027-01-19')).resources).toHaveLength(2)
  })

  it('has the active resources that offer the service of an appointment', async () => {
    const app = openTestApp()
    addSecondResource(app)
    const { id, serviceId } = addInactiveResource(app)
    expect((await readDay(app, '2027-01-12')).bookings).toMatchObject([
      { id, resource_id: 'doctor-3', offered_by: ['doctor-1'] },
    ])
    saveService(app.ctx(), {
      ...getService(app.ctx(), serviceId),
      otherResourceIds: ['doctor-2', 'doctor-3'],
    })
    expect((await readDay(app, '2027-01-12')).bookings).toMatchObject([
      { id, offered_by: ['doctor-1', 'doctor-2'] },
    ])
  })
})
