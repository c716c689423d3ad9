import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { openSeriesApp, SERIES_SERVICE, SERIES_STARTS, type SeriesApp } from '../testing/series-app.ts'
import { isoAt } from '../time/vienna.ts'
import { planSeries } from './series-plan.ts'

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

/** The number of appointments, and the days or weeks from one to the next. */
type Rhythm = Readonly<{ times: number; every?: number; unit?: 'week' | 'day' }>

/** Plans a series from a first start on. Starts and alternatives are in ISO 8601. */
function plan(firstStart: string, { times, every = 1, unit = 'week' }: Rhythm) {
  const start = Date.parse(firstStart)
  const planned = planSeries(app.assistant(), { serviceId: SERIES_SERVICE, start, every, unit, times })
  return planned.map(({ start, reasons, alternatives }) => ({
    start: isoAt(start),
    reasons,
    alternatives: alternatives.map(isoAt),
  }))
}

/** Plans a single appointment. @returns its alternatives in ISO 8601 */
const alternativesTo = (start: string) => plan(start, { times: 1 }).flatMap((time) => time.alternatives)

const dayOf = (start: string) => start.slice(0, '2027-01-12'.length)

describe('the plan of a series', () => {
  it('keeps the time of day when the clocks change, and gives no reasons for free times', () => {
    expect(plan('2027-03-23T10:00:00+01:00', { times: 3 })).toEqual([
      { start: '2027-03-23T10:00:00+01:00', reasons: [], alternatives: [] },
      { start: '2027-03-30T10:00:00+02:00', reasons: [], alternatives: [] },
      { start: '2027-04-06T10:00:00+02:00', reasons: [], alternatives: [] },
    ])
  })

  it('gives the reason for each time that is not free', () => {
    const [first, second, third] = SERIES_STARTS
    app.enterAppointment(second)
    expect(plan(first, { times: 3 })).toMatchObject([
      { start: first, reasons: [] },
      { start: second, reasons: [{ kind: 'booking', text: expect.stringContaining('Otto') }] },
      { start: third, reasons: [] },
    ])
  })

  it('gives times more than two years ahead as the reason, and no alternatives for them', () => {
    const planned = plan('2027-01-12T10:00:00+01:00', { times: 20, every: 8 })
    expect(planned[1]?.start).toBe('2027-03-09T10:00:00+01:00')
    expect(planned.at(-1)?.reasons).toMatchObject([{ kind: 'horizon' }])
    expect(planned.at(-1)?.alternatives).toEqual([])
  })
})

describe('the alternatives to a planned time', () => {
  it('are two times of the same day and one of an adjacent day, only if the time is not free', () => {
    const [firstWeek, secondWeek] = SERIES_STARTS
    app.enterAppointment(secondWeek)
    const [first, second, third] = plan(firstWeek, { times: 3 })
    expect([first?.alternatives, third?.alternatives]).toEqual([[], []])
    const [nearest, next, onAnotherDay, ...others] = second?.alternatives ?? []
    expect([nearest, next].map((start = '') => dayOf(start))).toEqual(['2027-01-19', '2027-01-19'])
    expect(onAnotherDay).toMatch(/^2027-01-(18|20)T10:00/)
    expect(others).toEqual([])
    expect(() => app.enterSeries({ starts: second?.alternatives ?? [] })).not.toThrow()
  })

  it('are one time of each of the nearest days if the day itself is closed', () => {
    const closed = { from: '2027-01-19', to: '2027-01-19' }
    saveAbsence(app.assistant(), { kind: 'closure', title: '', reason: '', resource_id: null, ...closed })
    const days = alternativesTo('2027-01-19T10:00:00+01:00').map(dayOf)
    expect(days.toSorted()).toEqual(['2027-01-18', '2027-01-20', '2027-01-21'])
  })

  it('are the nearest times, which may directly follow each other', () => {
    app.enterAppointment('2027-01-19T08:00:00+01:00')
    expect(alternativesTo('2027-01-19T08:00:00+01:00').slice(0, 2)).toEqual([
      '2027-01-19T08:30:00+01:00',
      '2027-01-19T09:00:00+01:00',
    ])
    // The working hours end at 17:30, before the planned time.
    expect(alternativesTo('2027-01-19T19:30:00+01:00').slice(0, 2)).toEqual([
      '2027-01-19T17:00:00+01:00',
      '2027-01-19T16:30:00+01:00',
    ])
  })

  it('do not collide with each other, whichever the practice chooses', () => {
    const days = [11, 12, 13, 14, 15].map((day) => `2027-01-${day}T10:00:00+01:00`)
    for (const start of days) app.enterAppointment(start)
    const planned = plan('2027-01-11T10:00:00+01:00', { times: days.length, unit: 'day' })
    const offered = planned.flatMap(({ start, reasons, alternatives }) =>
      reasons.length === 0 ? [start] : alternatives,
    )
    expect(new Set(offered).size).toBe(offered.length)
    expect(offered.length).toBeGreaterThan(days.length)
    expect(() => app.enterSeries({ starts: offered })).not.toThrow()
  })
})
