import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countBookingsOn } from '../backoffice/booking-counts.ts'
import { readDayCounts, storeDayCounts } from '../backoffice/counted-days.ts'
import { countOpenRequests, listOpenRequests } from '../backoffice/open-requests.ts'
import { countLoadOfDays } from '../backoffice/utilisation.ts'
import { listFreeSlots, listFreeSlotsForPractice } from '../schedule/availability.ts'
import { summariseDays } from '../schedule/day-counts.ts'
import { getService } from '../schedule/services.ts'
import { whyNotFree } from '../schedule/why-not-free.ts'
import { DAY_LENGTH, type Day, dayNumber, type Instant, MINUTE } from '../shared/day.ts'
import { commandsOfEveryChange, MORNINGS_OF_CHANGES } from '../testing/change-commands.ts'
import { expectConsistent } from '../testing/consistency.ts'
import { KINDS_OF_CHANGES, makeChange, prepareForChanges } from '../testing/every-change.ts'
import { MODEL_SERVICES } from '../testing/model-services.ts'
import { caseCount } from '../testing/model-test-commands.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** The Vienna days that are counted: those of `MORNINGS_OF_CHANGES`, and some around them. */
const COUNTED_DAYS = { from: dayNumber('2027-01-11'), to: dayNumber('2027-01-16') }

it('after any changes, all times are reserved for what has them, and lists and figures agree', () => {
  const madeKinds = new Set<string>()
  fc.assert(
    fc.property(fc.array(commandsOfEveryChange, { minLength: 30, maxLength: 80 }), (changes) => {
      const app = openTestApp({ config: { rateLimits: false } })
      prepareForChanges(app)
      storeAllCounts(app)
      for (const change of changes) {
        // Every change needs a different instant, by which an undo identifies it.
        app.pass(1)
        // Most changes may be refused, which is an outcome like any other.
        if (refusalOf(() => makeChange(app, change)) === undefined) madeKinds.add(change.kind)
        expectConsistent(app)
      }
      expectListsAgree(app)
      app.close()
    }),
    // The seed ensures that every kind of change succeeds at least once.
    { numRuns: caseCount(20), seed: 4 },
  )
  expect(KINDS_OF_CHANGES.filter((kind) => !madeKinds.has(kind))).toEqual([])
}, 240_000)

/** Stores the counts before anything changes, so that each change has to keep them up to date. */
function storeAllCounts(app: TestApp): void {
  let mayHaveMore = true
  while (mayHaveMore) mayHaveMore = storeDayCounts(app.ctx(), COUNTED_DAYS)
}

/** Expects that lists and figures agree with the rows and with each other. */
function expectListsAgree(app: TestApp): void {
  const ctx = app.ctx()
  const { from, to } = COUNTED_DAYS
  const days = Array.from({ length: to - from }, (_, i) => from + i)
  expect(readDayCounts(ctx, COUNTED_DAYS)).toEqual(days.map((day) => countBookingsOn(ctx, day)))
  expect(countOpenRequests(ctx).count).toBe(listOpenRequests(ctx).length)
  const loads = countLoadOfDays(ctx, from, to)
  const standing = `select id from bookings where status in ('requested', 'confirmed') and anonymised = 0`
  expect(loads.reduce((sum, { count }) => sum + count, 0)).toBe(app.rows(standing).length)
  for (const { id } of MODEL_SERVICES) if (getService(ctx, id).active) expectFreeTimesAgree(app, id)
}

/** Expects that each free time is listed, counted, and has no reason against it; and no other time. */
function expectFreeTimesAgree(app: TestApp, serviceId: string): void {
  const ctx = app.ctx()
  for (const day of MORNINGS_OF_CHANGES) {
    const { starts } = listFreeSlots(ctx, day, serviceId)
    const [summary] = summariseDays(ctx, { from: day, to: day, search: serviceId })
    expect(summary?.available_count).toBe(starts.length)
    const forPractice = new Set(listFreeSlotsForPractice(ctx, day, serviceId).starts)
    expect(starts.filter((start) => !forPractice.has(start))).toEqual([])
    const quarters = quartersOf(day)
    const withoutReason = quarters.filter((start) => whyNotFree(ctx, serviceId, start).length === 0)
    expect(withoutReason).toEqual(quarters.filter((start) => forPractice.has(start)))
  }
}

/** Returns every quarter of an hour of a day in winter. */
function quartersOf(day: Day): Instant[] {
  const midnight = Date.parse(`${day}T00:00:00+01:00`)
  const quarter = 15 * MINUTE
  return Array.from({ length: DAY_LENGTH / quarter }, (_, i) => midnight + i * quarter)
}
