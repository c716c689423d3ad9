import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { saveResource } from '../../schedule/resources.ts'
import { getActiveService, saveService } from '../../schedule/services.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** Opens an app with a second doctor, who works an hour on Thursdays. */
function openWithTwoDoctors() {
  const app = openTestApp()
  // The week begins on Sunday. Today, at NOW, is Thursday.
  const anHourOnThursday = [[], [], [], [], [[9 * 60, 10 * 60]], [], []] as const
  saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B', week: anHourOnThursday })
  const facial = getActiveService(app.ctx(), 'facial')
  saveService(app.ctx(), { ...facial, otherResourceIds: ['doctor-2'] })
  /** Inserts an appointment: confirmed and today, unless the changes say otherwise. */
  const addAppointment = (id: string, resourceId: string, changes: Partial<Booking> = {}) => {
    const startsAt = Date.parse('2027-01-07T16:45:00+01:00')
    insertBooking(app.ctx().db, { id, resourceId, startsAt, status: 'confirmed', ...changes })
  }
  return { app, addAppointment }
}

/** Reads the parts of the overview that depend on the resource. */
async function readOverviewOf(app: TestApp, resource: string) {
  const { json } = await app.admin().get(`/api/admin/overview?resource=${resource}`)
  const { requests, today, tomorrow, weeks, load } = json
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const [{ booked_min, capacity_min }] = load
  return {
    requests: idsOf(requests).toSorted(),
    today: idsOf(today.bookings),
    workingPeriods: today.working.length,
    movesOfTomorrow: idsOf(tomorrow.moves),
    bookingsOfWeek: weeks.at(-1).count,
    load: { booked_min, capacity_min },
  }
}

describe('with several active resources', () => {
  it('the overview can be limited to one resource', async () => {
    const { app, addAppointment } = openWithTwoDoctors()
    const moveToAt = Date.parse('2027-01-08T16:45:00+01:00')
    const askedMove = { moveToAt, moveToResourceId: 'doctor-2', moveAskedAt: app.ctx().now }
    addAppointment('moving to second', 'doctor-1', askedMove)
    addAppointment('of second', 'doctor-2')
    addAppointment('asks second', 'doctor-2', {
      status: 'requested',
      startsAt: Date.parse('2027-01-08T09:00:00+01:00'),
    })

    expect(await readOverviewOf(app, 'doctor-1')).toEqual({
      requests: ['moving to second'],
      today: ['moving to second'],
      workingPeriods: 2,
      movesOfTomorrow: [],
      bookingsOfWeek: 1,
      load: { booked_min: 30, capacity_min: 8 * 60 },
    })
    expect(await readOverviewOf(app, 'doctor-2')).toEqual({
      requests: ['asks second', 'moving to second'],
      today: ['of second'],
      workingPeriods: 1,
      movesOfTomorrow: ['moving to second'],
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
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: Date.parse('2027-01-11T09:00:00+01:00') })
    insertBooking(app.ctx().db, { resourceId: 'doctor-2', startsAt: Date.parse('2027-01-11T10:00:00+01:00') })
    const readText = async (query: string) => (await app.admin().get(`/api/admin/${path}${query}`)).text
    expect(await readText('resource=practice')).toBe(await readText(''))
    expect(await readText('resource=doctor-2')).not.toBe(await readText(''))
  })
})
