import { describe, expect, it, vi } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listFreeSlots } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { getService, saveService } from './services.ts'

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
    expect(summariseDays(ctx(), from, to, 'facial')).toEqual(withoutStarts)
    expect(summariseDays(ctx(), from, to)).toEqual(withoutStarts)
  })

  it('counts as many starts as the list of the day, with and without a booking', () => {
    const { ctx } = openTestApp()
    /** Returns the counts of three services. Asserts that each equals the length of its list. */
    const checkedCounts = () =>
      ['erstordination', 'akupunktur', 'facial'].map((service) => {
        const [day] = summariseDays(ctx(), '2027-01-12', '2027-01-12', service)
        expect(listFreeSlots(ctx(), '2027-01-12', service).starts).toHaveLength(day?.available_count ?? 0)
        return day?.available_count ?? 0
      })
    const countsAtFirst = checkedCounts()
    insertBooking(ctx().db)
    for (const [index, count] of checkedCounts().entries())
      expect(count).toBeLessThan(countsAtFirst[index] ?? 0)
  })

  it('counts a start that several services share once, and only active services', () => {
    const { ctx, changeRows } = openTestApp()
    const countStarts = () => summariseDays(ctx(), '2027-01-12', '2027-01-12')[0]?.available_count
    const services = ['folgebehandlung', 'akupunktur']
    changeRows('update services set active = id in (?, ?)', ...services)
    const starts = services.flatMap((service) => listFreeSlots(ctx(), '2027-01-12', service).starts)
    expect(new Set(starts).size).toBeLessThan(starts.length)
    expect(countStarts()).toBe(new Set(starts).size)
    changeRows('update services set active = 0')
    expect(countStarts()).toBe(0)
  })
})

/** The part of a query plan in which SQLite names the index. */
const BY_TIME = 'COVERING INDEX occupations_by_time (resource_id=? AND starts_at>? AND starts_at<?)'
/** Matches the queries that read occupations, for one resource and for several. */
const READS_OCCUPATIONS = /from "occupations"|cross join occupations/

it.each([
  { resources: 'one resource', otherResourceIds: [] },
  { resources: 'three resources', otherResourceIds: ['b', 'c'] },
])('the summary reads a month of $resources with one query that uses the index', ({ otherResourceIds }) => {
  const app = openTestApp()
  saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), otherResourceIds })
  const { $client } = app.ctx().db
  const prepare = vi.spyOn($client, 'prepare')
  summariseDays(app.ctx(), '2027-01-01', '2027-01-31', 'erstordination')
  const queries = prepare.mock.calls.map(([sql]) => sql)
  const [sql = '', ...others] = queries.filter((query) => READS_OCCUPATIONS.test(query))
  expect(others).toEqual([])

  // The plan does not depend on the values. One query has positional parameters, the other named ones.
  const positional = Array.from(sql.matchAll(/\?/g), () => 1)
  const named = { resources: '["a"]', start: 1, stop: 1 }
  const values = positional.length > 0 ? positional : named
  const plan = $client.prepare(`explain query plan ${sql}`).all(values) as { detail: string }[]
  const planText = plan.map(({ detail }) => detail).join('\n')
  expect(planText).toContain(`SEARCH occupations USING ${BY_TIME}`)
  expect(planText).not.toContain('SCAN occupations')
})
