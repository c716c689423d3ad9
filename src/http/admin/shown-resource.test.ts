import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { saveResource } from '../../schedule/resources.ts'
import { getActiveService, saveService } from '../../schedule/services.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** Reads the parts of the overview that depend on the resource. */
async function readOverviewOf(app: TestApp, resource: string) {
  const { requests, today, tomorrow, weeks, load } = (
    await app.admin().get(`/api/admin/overview?resource=${resource}`)
  ).json
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const [{ booked_min, capacity_min }] = load
  return {
    requests: ids(requests).toSorted(),
    today: ids(today.bookings),
    workingPeriods: today.working.length,
    movesOfTomorrow: ids(tomorrow.moves),
    bookingsOfWeek: weeks.at(-1).count,
    load: { booked_min, capacity_min },
  }
}

describe('with several active resources', () => {
  it('the overview can be limited to one resource', async () => {
    const app = openTestApp()
    const anHourOnThursday = [[], [], [], [], [[9 * 60, 10 * 60]], [], []] as const
    saveResource(app.ctx(), 'b', { name: 'Dr. B', week: anHourOnThursday })
    const facial = getActiveService(app.ctx(), 'facial')
    saveService(app.ctx(), { ...facial, otherResourceIds: ['b'] })
    /** Inserts an appointment: confirmed and today, unless the changes say otherwise. */
    const addAppointment = (id: string, resourceId: string, changes: Partial<Booking> = {}) => {
      const startsAt = Date.parse('2027-01-07T16:45:00+01:00')
      insertBooking(app.ctx().db, { id, resourceId, startsAt, status: 'confirmed', ...changes })
    }
    const moveToAt = Date.parse('2027-01-08T16:45:00+01:00')
    addAppointment('moving to b', 'doctor-1', { moveToAt, moveToResourceId: 'b', moveAskedAt: 1 })
    addAppointment('of b', 'b')
    addAppointment('asks b', 'b', { status: 'requested', startsAt: Date.parse('2027-01-08T09:00:00+01:00') })

    expect(await readOverviewOf(app, 'doctor-1')).toEqual({
      requests: ['moving to b'],
      today: ['moving to b'],
      workingPeriods: 2,
      movesOfTomorrow: [],
      bookingsOfWeek: 1,
      load: { booked_min: 30, capacity_min: 8 * 60 },
    })
    expect(await readOverviewOf(app, 'b')).toEqual({
      requests: ['asks b', 'moving to b'],
      today: ['of b'],
      workingPeriods: 1,
      movesOfTomorrow: ['moving to b'],
      bookingsOfWeek: 2,
      load: { booked_min: 30, capacity_min: 60 },
    })
  })

  it.each([
    'overview?',
    'bookings?',
    'bookings.csv?',
    'statistics?',
    'statistics.csv?',
    'late?',
    'calendar/load?from=2027-01-11&to=2027-01-12&',
  ])('resource=practice means all of them in %s', async (path) => {
    const app = openTestApp()
    app.setClock('2027-01-11T08:30:00+01:00')
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: Date.parse('2027-01-11T09:00:00+01:00') })
    insertBooking(app.ctx().db, { resourceId: 'b', startsAt: Date.parse('2027-01-11T10:00:00+01:00') })
    const readText = async (query: string) => (await app.admin().get(`/api/admin/${path}${query}`)).text
    expect(await readText('resource=practice')).toBe(await readText(''))
    expect(await readText('resource=b')).not.toBe(await readText(''))
  })
})
