import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, DAY_LENGTH, dayNumber, HOUR, MINUTE } from '../shared/day.ts'
import { type GridSearch, listFreeStartsSlowly, occupiedFrom } from '../testing/grid-model.ts'
import { countFreeStarts, listFreeStarts, type OccupiedTimes } from './grid.ts'
import type { WorkingWeek } from './hours.ts'

/** Any number of minutes up to `max`. Multiples of five coincide more often than single minutes would. */
const anyMinutes = (max: number) => fc.integer({ min: 0, max: max / 5 }).map((fives) => fives * 5)

const anyService = fc.record({
  durationMin: anyMinutes(120),
  stepMin: anyMinutes(60),
  paddingBeforeMin: anyMinutes(30),
  paddingAfterMin: anyMinutes(30),
})

const closedDay = fc.constant([])
const dayWithTwoBlocks = fc
  .uniqueArray(anyMinutes(1435), { minLength: 4, maxLength: 4 })
  .map((bounds) => bounds.toSorted((a, b) => a - b))
  .map(([opens = 0, pauses = 0, resumes = 0, closes = 0]) => [
    [opens, pauses] as const,
    [resumes, closes] as const,
  ])
const anyDay = fc.oneof({ weight: 1, arbitrary: closedDay }, { weight: 4, arbitrary: dayWithTwoBlocks })
const anyWeek: fc.Arbitrary<WorkingWeek> = fc.array(anyDay, { minLength: 7, maxLength: 7 })

/** Days around both changes of the clock, and days anywhere from 2026 to 2029. */
const anyFirstDay = fc.oneof(
  fc.integer({ min: 0, max: 1450 }).map((days) => addDays('2026-01-01', days)),
  fc.constantFrom('2026-03-27', '2026-10-23', '2027-03-27', '2027-10-30', '2028-03-25', '2029-10-26'),
)

/** The occupied times of one resource: how long each is, and how long after the one before it begins. */
const anyGapsAndLengths = fc.array(
  fc.tuple(
    anyMinutes(600),
    anyMinutes(200).filter((length) => length > 0),
  ),
  { maxLength: 30 },
)

const anySearch = fc.record({
  service: anyService,
  week: anyWeek,
  from: anyFirstDay,
  days: fc.integer({ min: 0, max: 6 }),
  gapsAndLengthsByResource: fc.array(anyGapsAndLengths, { minLength: 1, maxLength: 3 }),
  /** Only starts this long after the begin of the first day are searched. */
  minutesLeftOut: anyMinutes(3000),
})

it('the grid agrees with a simple model for any service, week, season and occupations', () => {
  fc.assert(
    fc.property(anySearch, ({ service, week, from, days, gapsAndLengthsByResource, minutesLeftOut }) => {
      const to = addDays(from, days)
      // Midnight in Vienna in summer, and an hour earlier in winter.
      const firstInstant = dayNumber(from) * DAY_LENGTH - 2 * HOUR
      const occupied = gapsAndLengthsByResource.map((each) => occupiedFrom(firstInstant, each))
      const after = firstInstant + minutesLeftOut * MINUTE
      const expectedStarts = listExpectedStarts({ service, week, from, to, after }, occupied)

      const group = { week, occupied }
      const span = { from: dayNumber(from), to: dayNumber(to), after }
      expect(listFreeStarts(service, group, span)).toEqual(expectedStarts)
      const countsByDay = countFreeStarts(service, group, span)
      expect(countsByDay).toHaveLength(days + 1)
      expect(countsByDay.reduce((sum, count) => sum + count, 0)).toBe(expectedStarts.length)
    }),
    { numRuns: 300 },
  )
})

/** Lists the starts at which at least one of the resources is free, ascending. */
function listExpectedStarts(
  search: Omit<GridSearch, 'occupied'>,
  occupiedByResource: readonly OccupiedTimes[],
): number[] {
  const starts = occupiedByResource.flatMap((occupied) => listFreeStartsSlowly({ ...search, occupied }))
  return [...new Set(starts)].toSorted((a, b) => a - b)
}
