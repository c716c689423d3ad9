import { describe, expect, it, vi } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listFreeSlots } from './availability.ts'
import { summariseDays } from './day-counts.ts'
import { getService, saveService } from './services.ts'

describe('the summary of days', () => {
  it('has no free starts outside the bookable days', () => {
    const { ctx } = openTestApp()
    for (const [from, to] of [
      ['1900-01-01', '1900-01-02'],
      ['2028-01-04', '2028-01-05'],
    ] as const)
      for (const service of [undefined, 'facial'])
        expect(summariseDays(ctx(), from, to, service)).toEqual([
          { date: from, available_count: 0 },
          { date: to, available_count: 0 },
        ])
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
    const before = checkedCounts()
    insertBooking(ctx().db)
    for (const [i, count] of checkedCounts().entries()) expect(count).toBeLessThan(before[i] ?? 0)
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

it.each([
  ['one resource', []],
  ['three resources', ['b', 'c']],
])('the summary reads a month of %s with one query that uses the index', (_name, otherResourceIds) => {
  const app = openTestApp()
  saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), otherResourceIds })
  const { $client } = app.ctx().db
  const prepare = vi.spyOn($client, 'prepare')
  summariseDays(app.ctx(), '2027-01-01', '2027-01-31', 'erstordination')
  const queries = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /from "occupations"|join occu/.test(sql))
  expect(queries).toHaveLength(1)

  const [sql = ''] = queries
  // The plan does not depend on the values. One query has positional parameters, the other named ones.
  const positional = Array.from(sql.matchAll(/\?/g), () => 1)
  const named = { resources: '["a"]', start: 1, stop: 1 }
  const values = positional.length > 0 ? positional : named
  const plan = $client.prepare(`explain query plan ${sql}`).all(values) as { detail: string }[]
  const planText = plan.map(({ detail }) => detail).join('\n')
  expect(planText).toContain(`SEARCH occupations USING ${BY_TIME}`)
  expect(planText).not.toContain('SCAN occupations')
})
