import { describe, expect, it } from 'vitest'
import { absences } from '../db/schema.ts'
import { dayNumber, HOUR, type Interval } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { saveWeek } from './hours.ts'
import { totalLength } from './intervals.ts'
import { saveResource } from './resources.ts'
import { getService, saveService } from './services.ts'
import { listOpenTimes, listWorkingDays, workingLength } from './working-time.ts'

/** Wall times of the winter; without a resource the whole practice is absent. */
type NewAbsence = Readonly<{ from: string; until: string; resourceId?: string }>

function addAbsence(app: TestApp, { from, until, resourceId }: NewAbsence): void {
  const [startsAt, endsAt] = [Date.parse(`${from}:00+01:00`), Date.parse(`${until}:00+01:00`)]
  app
    .ctx()
    .db.insert(absences)
    .values({ kind: 'block', title: 'Fortbildung', resourceId, startsAt, endsAt })
    .run()
}

/** Writes each stretch as `08:00-12:00`. */
const timesOf = (stretches: readonly Interval[]) =>
  stretches.map(({ startsAt, endsAt }) => `${timeOfDay(startsAt)}-${timeOfDay(endsAt)}`)

/** Returns the open times of a day. */
const openOn = (app: TestApp, day: string) => timesOf(listOpenTimes(app.ctx(), dayNumber(day)))

const TUESDAY = { from: dayNumber('2027-01-12'), to: dayNumber('2027-01-13') }

/** Hours of the usual week: eight on Monday, Tuesday and Thursday, nine on Wednesday and five on Friday. */
const USUAL_HOURS = 3 * 8 + 9 + 5

describe('the working time of a day', () => {
  it('follows the weekday', () => {
    const app = openTestApp()
    expect(openOn(app, '2027-01-12')).toEqual(['08:00-12:00', '13:30-17:30'])
    expect(openOn(app, '2027-01-15')).toEqual(['08:00-13:00'])
    expect(openOn(app, '2027-01-16')).toEqual([])
  })

  it.each([
    { from: '12:00', until: '13:30', openTimes: ['08:00-12:00', '13:30-17:30'] },
    { from: '07:00', until: '08:00', openTimes: ['08:00-12:00', '13:30-17:30'] },
    { from: '09:00', until: '10:00', openTimes: ['08:00-09:00', '10:00-12:00', '13:30-17:30'] },
    { from: '07:00', until: '09:00', openTimes: ['09:00-12:00', '13:30-17:30'] },
    { from: '11:00', until: '14:00', openTimes: ['08:00-11:00', '14:00-17:30'] },
    { from: '13:30', until: '17:30', openTimes: ['08:00-12:00'] },
    { from: '00:00', until: '23:59', openTimes: [] },
  ])('does not contain an absence from $from to $until', ({ from, until, openTimes }) => {
    const app = openTestApp()
    addAbsence(app, { from: `2027-01-12T${from}`, until: `2027-01-12T${until}` })
    expect(openOn(app, '2027-01-12')).toEqual(openTimes)
  })

  it('leaves out several absences, even overlapping and long ones', () => {
    const app = openTestApp()
    addAbsence(app, { from: '2027-01-12T09:00', until: '2027-01-12T10:00' })
    addAbsence(app, { from: '2027-01-12T09:30', until: '2027-01-12T11:00' })
    addAbsence(app, { from: '2027-01-12T17:00', until: '2027-01-14T08:30' })
    expect(openOn(app, '2027-01-12')).toEqual(['08:00-09:00', '11:00-12:00', '13:30-17:00'])
    expect(openOn(app, '2027-01-13')).toEqual([])
    expect(openOn(app, '2027-01-14')).toEqual(['08:30-12:00', '13:30-17:30'])
  })

  it('is read for each resource, and the practice is open while any of them works', () => {
    const app = openTestApp()
    saveService(app.ctx(), { id: 'laser', name: 'Laser', resourceId: 'room-2' })
    addAbsence(app, { from: '2027-01-12T08:00', until: '2027-01-12T10:00', resourceId: 'doctor-1' })
    addAbsence(app, { from: '2027-01-12T09:00', until: '2027-01-12T11:00', resourceId: 'room-2' })
    expect(openOn(app, '2027-01-12')).toEqual(['08:00-09:00', '10:00-12:00', '13:30-17:30'])
    const [day] = listWorkingDays(app.ctx(), TUESDAY)
    expect(day?.timesOfEach.map(timesOf)).toEqual([
      ['10:00-12:00', '13:30-17:30'],
      ['08:00-09:00', '11:00-12:00', '13:30-17:30'],
    ])
  })

  it('follows the hours of each resource, and leaves out inactive ones', () => {
    const app = openTestApp()
    const service = getService(app.ctx(), 'facial')
    saveService(app.ctx(), { ...service, otherResourceIds: ['b', 'c'] })
    saveResource(app.ctx(), 'b', { week: [[], [], [[18 * 60, 19 * 60]], [], [], [], []] })
    saveResource(app.ctx(), 'c', { active: false })
    expect(openOn(app, '2027-01-12')).toEqual(['08:00-12:00', '13:30-17:30', '18:00-19:00'])
    expect(openOn(app, '2027-01-13')).toEqual(['08:00-12:00', '14:00-19:00'])
    const week = { from: dayNumber('2027-01-11'), to: dayNumber('2027-01-18') }
    const hoursOf = (resourceId: string) => workingLength(app.ctx(), { ...week, resourceId }) / HOUR
    expect(['doctor-1', 'b', 'c'].map(hoursOf)).toEqual([USUAL_HOURS, 1, 0])
  })

  it('leaves out resources without an active service', () => {
    const app = openTestApp()
    const countResources = () => listWorkingDays(app.ctx(), TUESDAY)[0]?.timesOfEach.length
    saveService(app.ctx(), { id: 'laser', name: 'Laser', resourceId: 'room-2' })
    expect(countResources()).toBe(2)
    saveService(app.ctx(), { id: 'laser', name: 'Laser', resourceId: 'room-2', active: false })
    expect(countResources()).toBe(1)
  })

  it('is shorter or longer when the clocks change', () => {
    const app = openTestApp()
    saveWeek(app.ctx(), [[[1 * 60, 4 * 60]], [], [], [], [], [], []])
    const hoursOn = (day: string) => totalLength(listOpenTimes(app.ctx(), dayNumber(day))) / HOUR
    expect(['2027-03-21', '2027-03-28', '2027-10-31'].map(hoursOn)).toEqual([3, 2, 4])
    // In spring the clocks skip this hour.
    saveWeek(app.ctx(), [[[2 * 60, 3 * 60]], [], [], [], [], [], []])
    expect(openOn(app, '2027-03-28')).toEqual([])
  })
})
