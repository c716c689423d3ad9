import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDays,
  DAY_LENGTH,
  dayFromNumber,
  dayNumber,
  HOUR,
  MINUTE,
  MINUTES_PER_DAY,
} from '../shared/day.ts'
import { type GridSearch, listFreeStartsSlowly, occupiedFrom } from '../testing/grid-model.ts'
import { countFreeStarts, listFreeStarts, type OccupiedTimes } from './grid.ts'
import type { WorkingWeek } from './hours.ts'

/** The drawn minutes are multiples of this, because these coincide more often than single minutes would. */
const STEP = 5
/** Any number of minutes up to `max`, which is a multiple of `STEP` too. */
const anyMinutes = (max: number) => fc.integer({ min: 0, max: max / STEP }).map((steps) => steps * STEP)

const anyService = fc.record({
  durationMin: anyMinutes(120),
  stepMin: anyMinutes(60),
  paddingBeforeMin: anyMinutes(30),
  paddingAfterMin: anyMinutes(30),
})

/** The latest end of a block: the model cannot read 24:00. */
const LATEST_END = MINUTES_PER_DAY - STEP
const closedDay = fc.constant([])
const dayWithTwoBlocks = fc
  .uniqueArray(anyMinutes(LATEST_END), { minLength: 4, maxLength: 4 })
  .map((bounds) => bounds.toSorted((a, b) => a - b))
  .map(([opens = 0, pauses = 0, resumes = 0, closes = 0]) => [
    [opens, pauses] as const,
    [resumes, closes] as const,
  ])
const anyDay = fc.oneof({ weight: 1, arbitrary: closedDay }, { weight: 4, arbitrary: dayWithTwoBlocks })
const anyWeek: fc.Arbitrary<WorkingWeek> = fc.array(anyDay, { minLength: 7, maxLength: 7 })

/** A day from 2026 to 2029; every second one is shortly before a change of the clocks. */
const anyFirstDay = fc.oneof(
  fc.integer({ min: dayNumber('2026-01-01'), max: dayNumber('2029-12-21') }).map(dayFromNumber),
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
  moreDays: fc.integer({ min: 0, max: 6 }),
  gapsAndLengthsByResource: fc.array(anyGapsAndLengths, { minLength: 1, maxLength: 3 }),
  /** Minutes from the begin of the first day to the instant after which starts are searched. */
  minutesLeftOut: anyMinutes(2 * MINUTES_PER_DAY),
})

it('the grid agrees with a simple model for any service, week, season and occupations', () => {
  fc.assert(
    fc.property(anySearch, ({ service, week, from, moreDays, gapsAndLengthsByResource, minutesLeftOut }) => {
      const to = addDays(from, moreDays)
      // Midnight in Vienna in summer, and an hour earlier in winter.
      const firstInstant = dayNumber(from) * DAY_LENGTH - 2 * HOUR
      const occupied = gapsAndLengthsByResource.map((each) => occupiedFrom(firstInstant, each))
      const after = firstInstant + minutesLeftOut * MINUTE
      const expectedStarts = listExpectedStarts({ service, week, from, to, after }, occupied)

      const group = { week, occupied }
      const span = { from: dayNumber(from), to: dayNumber(to), after }
      expect(listFreeStarts(service, group, span)).toEqual(expectedStarts)
      const countsByDay = countFreeStarts(service, group, span)
      expect(countsByDay).toHaveLength(moreDays + 1)
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
