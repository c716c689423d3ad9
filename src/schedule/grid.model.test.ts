import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, DAY_LENGTH, dayNumber, HOUR, MINUTE } from '../shared/day.ts'
import { listFreeStartsSlowly, occupiedFrom } from '../testing/grid-model.ts'
import { countFreeStarts, listFreeStarts } from './grid.ts'
import type { WorkingWeek } from './hours.ts'

/** Multiples of five minutes coincide more often than minutes would. */
const minutes = (max: number) => fc.integer({ min: 0, max: max / 5 }).map((fives) => fives * 5)
const services = fc.record({
  durationMin: minutes(120),
  stepMin: minutes(60),
  paddingBeforeMin: minutes(30),
  paddingAfterMin: minutes(30),
})
const closedDay = fc.constant([])
const dayWithTwoBlocks = fc
  .uniqueArray(minutes(1435), { minLength: 4, maxLength: 4 })
  .map((bounds) => bounds.toSorted((a, b) => a - b))
  .map(([opens = 0, pauses = 0, resumes = 0, closes = 0]) => [
    [opens, pauses] as const,
    [resumes, closes] as const,
  ])
const anyDay = fc.oneof({ weight: 1, arbitrary: closedDay }, { weight: 4, arbitrary: dayWithTwoBlocks })
const weeks: fc.Arbitrary<WorkingWeek> = fc.array(anyDay, { minLength: 7, maxLength: 7 })
/** Days around both changes of the clock, and days anywhere in the four years. */
const firstDays = fc.oneof(
  fc.integer({ min: 0, max: 1450 }).map((days) => addDays('2026-01-01', days)),
  fc.constantFrom('2026-03-27', '2026-10-23', '2027-03-27', '2027-10-30', '2028-03-25', '2029-10-26'),
)
/** Lengths of occupied times. */
const lengths = minutes(200).filter((length) => length > 0)
/** The occupied times of one resource. */
const gapsAndLengths = fc.array(fc.tuple(minutes(600), lengths), { maxLength: 30 })

const searches = fc.record({
  service: services,
  week: weeks,
  from: firstDays,
  days: fc.integer({ min: 0, max: 6 }),
  ofResources: fc.array(gapsAndLengths, { minLength: 1, maxLength: 3 }),
  laterMinutes: minutes(3000),
})

it('the grid agrees with a simple model for any service, week, season and occupations of one to three resources', () => {
  fc.assert(
    fc.property(searches, ({ service, week, from, days, ofResources, laterMinutes }) => {
      const to = addDays(from, days)
      // The hours before midnight in Vienna belong to the day before, also in summer.
      const origin = dayNumber(from) * DAY_LENGTH - 2 * HOUR
      const occupiedByResource = ofResources.map((ofResource) => occupiedFrom(origin, ofResource))
      const after = origin + laterMinutes * MINUTE
      // A start is free when at least one of the resources is.
      const freeStarts = new Set(
        occupiedByResource.flatMap((occupied) =>
          listFreeStartsSlowly({ service, week, occupied, from, to, after }),
        ),
      )
      const expectedStarts = [...freeStarts].sort((a, b) => a - b)
      const group = { week, occupied: occupiedByResource }
      const span = { from: dayNumber(from), to: dayNumber(to), after }
      expect(listFreeStarts(service, group, span)).toEqual(expectedStarts)
      const counts = countFreeStarts(service, group, span)
      expect(counts).toHaveLength(days + 1)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expectedStarts.length)
    }),
    { numRuns: 300 },
  )
})
