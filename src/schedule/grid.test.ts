import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, DAY_LENGTH, dayNumber, HOUR, MINUTE, wallTime, weekdayOf } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { isoAt } from '../time/vienna.ts'
import { countFreeStarts, listFreeStarts, type OccupiedTimes, type ServiceTimes } from './grid.ts'
import type { WorkingWeek } from './hours.ts'

const MORNING_AND_AFTERNOON = [
  [8 * 60, 12 * 60],
  [13 * 60 + 30, 17 * 60],
] as const
const EVERY_DAY: WorkingWeek = Array(7).fill(MORNING_AND_AFTERNOON)
const HALF_HOUR: ServiceTimes = { durationMin: 30, stepMin: 15, paddingBeforeMin: 0, paddingAfterMin: 0 }
const AT_NIGHT: WorkingWeek = Array(7).fill([[1 * 60, 4 * 60]])

type GridSearch = Readonly<{
  service: ServiceTimes
  week: WorkingWeek
  occupied: OccupiedTimes
  from: string
  to: string
  after: number
}>

/**
 * A slow form of docs/behaviour.md 3.3 to 3.7: it computes each candidate with Temporal, and compares it with
 * each interval.
 */
function listFreeStartsSlowly({ service, week, occupied, from, to, after }: GridSearch): number[] {
  const starts: number[] = []
  if (service.durationMin === 0) return starts
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const [opens, closes] of week[weekdayOf(dayNumber(day))] ?? []) {
      const closing = closingOf(day, closes)
      for (let minute = opens; minute < closes; minute += service.stepMin || service.durationMin) {
        const start = startAt(day, minute)
        if (start === undefined || start <= after) continue
        const fits = start + service.durationMin * MINUTE <= closing
        if (fits && isUnoccupied(service, start, occupied)) starts.push(start)
      }
    }
  return starts
}

function viennaTime(day: string, minute: number): Temporal.ZonedDateTime {
  return Temporal.PlainDateTime.from(`${day}T${wallTime(minute)}`).toZonedDateTime('Europe/Vienna', {
    disambiguation: 'earlier',
  })
}

/** Returns the instant of a wall time; undefined for one that the clocks skip. */
function startAt(day: string, minute: number): number | undefined {
  const zoned = viennaTime(day, minute)
  const isSkipped = !zoned.toPlainTime().equals(Temporal.PlainTime.from(wallTime(minute)))
  return isSkipped ? undefined : zoned.epochMilliseconds
}

/** Returns the end of a block, which is the change of the clocks if these skip it. */
function closingOf(day: string, closes: number): number {
  const nominalEnd = viennaTime(day, closes)
  const isSkipped = startAt(day, closes) === undefined
  const closing = isSkipped ? nominalEnd.getTimeZoneTransition('next') : nominalEnd
  if (closing === null) throw new Error(`No change of the clocks follows ${day}.`)
  return closing.epochMilliseconds
}

/** Returns occupied times of these lengths after these gaps, in minutes. */
function occupiedFrom(origin: number, gapsAndLengths: readonly [gap: number, length: number][]): number[] {
  let at = origin
  return gapsAndLengths.flatMap(([gap, length]) => {
    const start = at + gap * MINUTE
    at = start + length * MINUTE
    return [start, at]
  })
}

/** Returns whether no occupied time overlaps the start's time, paddings included. */
function isUnoccupied(service: ServiceTimes, start: number, occupied: OccupiedTimes): boolean {
  const from = start - service.paddingBeforeMin * MINUTE
  const to = start + (service.durationMin + service.paddingAfterMin) * MINUTE
  // The occupied times are pairs of start and end in one list.
  for (let index = 0; index < occupied.length; index += 2)
    if (from < (occupied[index + 1] ?? 0) && to > (occupied[index] ?? 0)) return false
  return true
}

const span = (from: string, to: string, after = 0) => ({ from: dayNumber(from), to: dayNumber(to), after })
const clockTimes = (starts: number[]) => starts.map((start) => timeOfDay(start))

/** Returns the starts of a day on the grid, with nothing occupied. */
const startsOn = (day: string, week: WorkingWeek, service: ServiceTimes = HALF_HOUR) =>
  listFreeStarts(service, { week, occupied: [[]] }, span(day, day))

describe('the grid of starts', () => {
  const startsOf = (service: Partial<ServiceTimes>) =>
    clockTimes(startsOn('2027-01-12', EVERY_DAY, { ...HALF_HOUR, ...service }))

  it('begins with each block and goes on in steps while the appointment fits into the block', () => {
    expect(startsOf({ durationMin: 45, stepMin: 30 }).join(' ')).toBe(
      '08:00 08:30 09:00 09:30 10:00 10:30 11:00 13:30 14:00 14:30 15:00 15:30 16:00',
    )
  })

  it('has the same wall times on every day from 2026 to 2029', () => {
    const usualTimes = startsOf({})
    for (let day = '2026-01-01'; day <= '2029-12-31'; day = addDays(day, 1))
      expect(clockTimes(startsOn(day, EVERY_DAY)), day).toEqual(usualTimes)
  })

  it('leaves out the skipped hour in spring and has the repeated hour once in autumn', () => {
    expect(clockTimes(startsOn('2027-03-28', AT_NIGHT))).toEqual([
      '01:00',
      '01:15',
      '01:30',
      '01:45',
      '03:00',
      '03:15',
      '03:30',
    ])
    const fromTwoOn = startsOn('2027-10-31', AT_NIGHT).filter(
      (start) => start >= Date.parse('2027-10-31T02:00:00+02:00'),
    )
    expect(fromTwoOn.slice(0, 5).map(isoAt)).toEqual([
      '2027-10-31T02:00:00+02:00',
      '2027-10-31T02:15:00+02:00',
      '2027-10-31T02:30:00+02:00',
      '2027-10-31T02:45:00+02:00',
      '2027-10-31T03:00:00+01:00',
    ])
  })

  // Multiples of five minutes coincide more often than minutes would.
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
  // Days around both changes of the clock, and days anywhere in the four years.
  const firstDays = fc.oneof(
    fc.integer({ min: 0, max: 1450 }).map((days) => addDays('2026-01-01', days)),
    fc.constantFrom('2026-03-27', '2026-10-23', '2027-03-27', '2027-10-30', '2028-03-25', '2029-10-26'),
  )
  const lengths = minutes(200).filter((length) => length > 0)
  const gapsAndLengths = fc.array(fc.tuple(minutes(600), lengths), { maxLength: 30 })

  it('agrees with a simple model for any service, week, season and occupations of one to three resources', () => {
    fc.assert(
      fc.property(
        services,
        weeks,
        firstDays,
        fc.integer({ min: 0, max: 6 }),
        fc.array(gapsAndLengths, { minLength: 1, maxLength: 3 }),
        minutes(3000),
        (service, week, from, days, ofResources, laterMinutes) => {
          const to = addDays(from, days)
          // The hours before midnight in Vienna belong to the day before, also in summer.
          const origin = dayNumber(from) * DAY_LENGTH - 2 * HOUR
          const group = { week, occupied: ofResources.map((ofResource) => occupiedFrom(origin, ofResource)) }
          const after = origin + laterMinutes * MINUTE
          // A start is free when at least one of the resources is.
          const free = new Set(
            group.occupied.flatMap((occupied) =>
              listFreeStartsSlowly({ service, week, occupied, from, to, after }),
            ),
          )
          const expectedStarts = [...free].sort((a, b) => a - b)
          expect(listFreeStarts(service, group, span(from, to, after))).toEqual(expectedStarts)
          const counts = countFreeStarts(service, group, span(from, to, after))
          expect(counts).toHaveLength(days + 1)
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expectedStarts.length)
        },
      ),
      { numRuns: 300 },
    )
  })
})
