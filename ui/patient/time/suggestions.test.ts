import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '../../../src/shared/day.ts'
import { LIST_DAYS_SCANNED, SLOTS_PER_LOAD, SUGGESTED_SLOTS_PER_DAY } from '../../../src/shared/free-times.ts'
import {
  freeDaysInARow,
  fullDay,
  LIST_END,
  LIST_TODAY,
  openPractice,
  SCAN_END,
  slotsAt,
} from '../../testing/sample-times.ts'
import { type FreeTimeSources, findNextFree, loadSuggestions, scanOf } from './suggestions.ts'

/** Loads the part of the list that begins on this day. The seed chooses the suggestions of each day. */
const load = (sources: FreeTimeSources, from: Day = LIST_TODAY) =>
  loadSuggestions(sources, { from, today: LIST_TODAY, seed: 's' })

/** The most free days of a list that `loadToEnd` loads. */
const MAX_FREE_DAYS = 60

/** Loads the list to its end. Returns the shown days. */
async function loadToEnd(sources: FreeTimeSources): Promise<Day[]> {
  const shown: Day[] = []
  let from: Day | undefined = LIST_TODAY
  for (let loads = 0; from !== undefined; loads++) {
    // More loads than free days would mean that the list never ends.
    expect(loads).toBeLessThan(MAX_FREE_DAYS)
    const { groups, next } = await load(sources, from)
    shown.push(...groups.map(({ day }) => day))
    from = next
  }
  return shown
}

describe('one load of the list', () => {
  test('has about as many slots as a load should have, and the first day of the next load', async () => {
    const freeDays = freeDaysInARow(LIST_TODAY, 30)
    const daysFromToday = Object.keys(freeDays)
    const { sources } = openPractice(freeDays)
    const { groups, next } = await load(sources)
    // The day on which enough slots are reached is shown with all of its suggestions.
    const daysNeeded = Math.ceil(SLOTS_PER_LOAD / SUGGESTED_SLOTS_PER_DAY)
    expect(groups.map(({ day }) => day)).toEqual(daysFromToday.slice(0, daysNeeded))
    expect(groups.flatMap(({ slots }) => slots)).toHaveLength(daysNeeded * SUGGESTED_SLOTS_PER_DAY)
    expect(next).toBe(daysFromToday[daysNeeded])
  })

  test('scans further days until it has enough slots', async () => {
    const everyOtherDay = Array.from({ length: 20 }, (_, i) => addDays(LIST_TODAY, 2 * i))
    const { sources } = openPractice(
      Object.fromEntries(everyOtherDay.map((day) => [day, slotsAt(day, '09:00')])),
    )
    const { groups } = await load(sources)
    expect(groups.map(({ day }) => day)).toEqual(everyOtherDay.slice(0, SLOTS_PER_LOAD))
  })

  test('fetches only days that are free in the summary', async () => {
    const { calls, sources } = openPractice({ '2027-02-01': fullDay('2027-02-01') })
    const { groups } = await load(sources)
    expect(groups.map(({ day }) => day)).toEqual(['2027-02-01'])
    expect(calls).toEqual([`summary ${LIST_TODAY} ${SCAN_END}`, 'slots 2027-02-01'])
  })

  test('leaves out a day whose slots were taken meanwhile', async () => {
    const [tomorrow, afterTomorrow] = [addDays(LIST_TODAY, 1), addDays(LIST_TODAY, 2)]
    const { sources } = openPractice(freeDaysInARow(LIST_TODAY, 3), { takenMeanwhile: tomorrow })
    const { groups } = await load(sources)
    expect(groups.map(({ day }) => day)).toEqual([LIST_TODAY, afterTomorrow])
  })

  test('never looks before today', async () => {
    const { calls, sources } = openPractice(freeDaysInARow(LIST_TODAY, 3))
    await load(sources, addDays(LIST_TODAY, -30))
    expect(calls[0]).toBe(`summary ${LIST_TODAY} ${SCAN_END}`)
  })

  test(`scans ${LIST_DAYS_SCANNED} days, continues after them, and ends six months after today`, async () => {
    const { sources } = openPractice({})
    const afterScan = addDays(SCAN_END, 1)
    expect(await load(sources)).toEqual({ groups: [], next: afterScan })
    expect(await load(sources, afterScan)).toEqual({ groups: [], next: undefined })
  })

  test('fetches nothing after the last day of the list', async () => {
    const afterEnd = addDays(LIST_END, 1)
    const { calls, sources } = openPractice(freeDaysInARow(afterEnd, 3))
    expect(await load(sources, afterEnd)).toEqual({ groups: [], next: undefined })
    expect(calls).toEqual([])
  })

  test('shows every free day once over several loads, in chronological order, and ends', async () => {
    const day = fc
      .integer({ min: 0, max: daysBetween(LIST_TODAY, LIST_END) })
      .map((i) => addDays(LIST_TODAY, i))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(day, { maxLength: MAX_FREE_DAYS }), async (days) => {
        const { sources } = openPractice(
          Object.fromEntries(days.map((freeDay) => [freeDay, fullDay(freeDay)])),
        )
        expect(await loadToEnd(sources)).toEqual([...days].sort())
      }),
      { numRuns: 50 },
    )
  })
})

describe('the next free slot', () => {
  test('is the first one of the first free day', async () => {
    const { calls, sources } = openPractice({
      '2027-02-01': fullDay('2027-02-01'),
      '2027-02-02': fullDay('2027-02-02'),
    })
    expect(await findNextFree(sources, LIST_TODAY)).toEqual({
      day: '2027-02-01',
      slot: slotsAt('2027-02-01', '08:00')[0],
    })
    expect(calls).toEqual([`summary ${LIST_TODAY} ${SCAN_END}`, 'slots 2027-02-01'])
  })

  test('is on the next day when the last slot has just been taken', async () => {
    const { sources } = openPractice(freeDaysInARow(LIST_TODAY, 2), { takenMeanwhile: LIST_TODAY })
    expect((await findNextFree(sources, LIST_TODAY))?.day).toBe(addDays(LIST_TODAY, 1))
  })

  test(`may be after the first ${LIST_DAYS_SCANNED} days`, async () => {
    const { sources } = openPractice({ [LIST_END]: fullDay(LIST_END) })
    expect((await findNextFree(sources, LIST_TODAY))?.day).toBe(LIST_END)
  })

  test('is never after six months', async () => {
    const afterEnd = addDays(LIST_END, 1)
    const { sources } = openPractice({ [afterEnd]: fullDay(afterEnd) })
    expect(await findNextFree(sources, LIST_TODAY)).toBeUndefined()
  })
})

describe('a scan', () => {
  test(`has at most ${LIST_DAYS_SCANNED} days, from today to six months ahead`, () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (offset) => {
        const scan = scanOf(addDays(LIST_TODAY, offset), LIST_TODAY)
        if (scan === undefined) return
        expect(daysBetween(scan.from, scan.to)).toBeLessThan(LIST_DAYS_SCANNED)
        expect(scan.from >= LIST_TODAY && scan.to <= LIST_END).toBe(true)
      }),
    )
  })
})
