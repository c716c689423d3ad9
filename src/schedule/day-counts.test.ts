import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { recordPlanSteps } from '../testing/query-plan.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listFreeSlots } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { getService, saveService } from './services.ts'

const TUESDAY = '2027-01-12'
const ON_TUESDAY = { from: TUESDAY, to: TUESDAY }

describe('the summary of days', () => {
  it.each([
    { when: 'in the past', from: '1900-01-01', to: '1900-01-02' },
    { when: 'too far ahead', from: '2028-01-04', to: '2028-01-05' },
  ])('has no free starts on days $when, for one service or any', ({ from, to }) => {
    const { ctx } = openTestApp()
    const withoutStarts = [
      { date: from, available_count: 0 },
      { date: to, available_count: 0 },
    ]
    expect(summariseDays(ctx(), { from, to, search: 'facial' })).toEqual(withoutStarts)
    expect(summariseDays(ctx(), { from, to })).toEqual(withoutStarts)
  })

  it('counts as many starts as the list of the day, with and without a booking', () => {
    const { ctx } = openTestApp()
    const serviceIds = ['erstordination', 'akupunktur', 'facial']
    const countStarts = () =>
      serviceIds.map((id) => summariseDays(ctx(), { ...ON_TUESDAY, search: id })[0]?.available_count)
    const countListed = () => serviceIds.map((id) => listFreeSlots(ctx(), TUESDAY, id).starts.length)
    const countsWithoutBooking = countListed()
    expect(countStarts()).toEqual(countsWithoutBooking)
    insertBooking(ctx().db)
    const countsWithBooking = countListed()
    expect(countStarts()).toEqual(countsWithBooking)
    // The doctor of the booking gives all three services, so each loses starts.
    for (const [index, count] of countsWithBooking.entries())
      expect(count).toBeLessThan(countsWithoutBooking[index] ?? 0)
  })

  it('counts a start that several services share once, and only active services', () => {
    const { ctx, changeRows } = openTestApp()
    const countStarts = () => summariseDays(ctx(), ON_TUESDAY)[0]?.available_count
    const services = ['folgebehandlung', 'akupunktur']
    changeRows('update services set active = id in (?, ?)', ...services)
    const starts = services.flatMap((service) => listFreeSlots(ctx(), TUESDAY, service).starts)
    expect(new Set(starts).size).toBeLessThan(starts.length)
    expect(countStarts()).toBe(new Set(starts).size)
    changeRows('update services set active = 0')
    expect(countStarts()).toBe(0)
  })
})

/** The index, as SQLite names it in a query plan. */
const TIME_INDEX = 'COVERING INDEX occupations_by_time'

it.each([
  { resources: 'one resource', otherResourceIds: [] },
  { resources: 'three resources', otherResourceIds: ['b', 'c'] },
])('the summary reads a month of $resources with one query that uses the index', ({ otherResourceIds }) => {
  const { ctx } = openTestApp()
  saveService(ctx(), { ...getService(ctx(), 'erstordination'), otherResourceIds })
  const planSteps = recordPlanSteps(ctx().db)
  summariseDays(ctx(), { from: '2027-01-01', to: '2027-01-31', search: 'erstordination' })
  const occupationSteps = planSteps().filter((step) => step.includes('occupations'))
  // The subquery finds the last occupation that begins before the month, because it may reach into it.
  expect(occupationSteps).toEqual([
    `SEARCH occupations USING ${TIME_INDEX} (resource_id=? AND starts_at>? AND starts_at<?)`,
    `SEARCH occupations USING ${TIME_INDEX} (resource_id=? AND starts_at<?)`,
  ])
})
