import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween, wallTime } from '../../../src/shared/day.ts'
import type { DaySummary, Slot } from '../../api/free-times.ts'
import { addMonths } from './add-months.ts'
import { isMorning } from './slots.ts'
import { findNextFree, loadSuggestions, type Sources, scanWindow, suggestSlots } from './suggestions.ts'

const today = '2027-01-07'

// By src/shared/booking.ts a load scans 120 days, which end on 2027-05-06, and no load goes beyond six
// months, which end on 2027-07-07.

/** Returns slots at these Vienna wall times. */
const slotsAt = (day: Day, ...times: string[]): Slot[] =>
  times.map((time) => ({ start: `${day}T${time}:00+01:00`, end: undefined }))

/** Seven times before noon and five after it. */
const TIMES = '08:00 08:30 09:00 09:30 10:00 10:30 11:00 14:00 14:30 15:00 15:30 16:00'
const fullDay = (day: Day) => slotsAt(day, ...TIMES.split(' '))

const timesOf = (slots: readonly Slot[]) => slots.map(({ start }) => start.slice(11, 16))

/** Returns the sources of a practice with these free days, and a list of what was asked of them. */
function openPractice(days: Record<Day, readonly Slot[]>) {
  const asked: string[] = []
  const sources: Sources = {
    summary: async (from, to) => {
      asked.push(`summary ${from} ${to}`)
      const summary: DaySummary[] = []
      for (let day = from; day <= to; day = addDays(day, 1)) {
        summary.push({ date: day, available_count: days[day]?.length ?? 0 })
      }
      return summary
    },
    slots: async (day) => {
      asked.push(`slots ${day}`)
      return days[day] ?? []
    },
  }
  return { asked, sources }
}

const load = (sources: Sources, from: Day = today) => loadSuggestions(sources, { from, today, seed: 's' })

/** Returns `count` free days in a row. */
const freeDaysInARow = (from: Day, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [addDays(from, i), fullDay(addDays(from, i))]))

describe('the suggestions of one day', () => {
  test('are two before noon and two after', () => {
    const suggested = suggestSlots(fullDay(today), 'a')
    expect(suggested.filter(isMorning)).toHaveLength(2)
    expect(suggested).toHaveLength(4)
  })
  test('are at most two when only one half of the day is free', () => {
    expect(suggestSlots(slotsAt(today, '08:00', '08:30', '09:00', '09:30'), 'a')).toHaveLength(2)
  })
  test('are all free slots where there are few', () => {
    expect(timesOf(suggestSlots(slotsAt(today, '09:00', '14:00', '15:00'), 'a'))).toEqual([
      '09:00',
      '14:00',
      '15:00',
    ])
    expect(suggestSlots([], 'a')).toEqual([])
  })
  test('stay the same for the same seed and differ between seeds', () => {
    expect(suggestSlots(fullDay(today), 'a')).toEqual(suggestSlots(fullDay(today), 'a'))
    const seeds = Array.from({ length: 30 }, (_, i) => String(i))
    expect(
      new Set(seeds.map((seed) => timesOf(suggestSlots(fullDay(today), seed)).join())).size,
    ).toBeGreaterThan(5)
  })
  test('are spread: one from the earlier and one from the later part of each half', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const [first = '', second = '', third = '', fourth = ''] = timesOf(suggestSlots(fullDay(today), seed))
        expect(first <= '09:00' && second > '09:00' && third <= '14:30' && fourth > '14:30').toBe(true)
      }),
    )
  })
  test('are free slots, each once, in order', () => {
    const times = fc.uniqueArray(fc.integer({ min: 6 * 4, max: 20 * 4 }), { maxLength: 40 })
    fc.assert(
      fc.property(times, fc.string(), (quarters, seed) => {
        const free = slotsAt(
          today,
          ...quarters.sort((a, b) => a - b).map((quarter) => wallTime(quarter * 15)),
        )
        const suggested = suggestSlots(free, seed)
        expect(suggested).toEqual(free.filter((slot) => suggested.includes(slot)))
        expect(suggested.filter(isMorning)).toHaveLength(Math.min(2, free.filter(isMorning).length))
        expect(suggested).toHaveLength(
          Math.min(2, free.filter(isMorning).length) +
            Math.min(2, free.filter((slot) => !isMorning(slot)).length),
        )
      }),
    )
  })
})

describe('one load of the list', () => {
  test('has about ten slots and the first day of the next load', async () => {
    const { sources } = openPractice(freeDaysInARow(today, 30))
    const { groups, next } = await load(sources)
    expect(groups.map(({ day }) => day)).toEqual(['2027-01-07', '2027-01-08', '2027-01-09'])
    // Each day suggests four slots, so ten are reached on the third day.
    expect(groups.flatMap(({ slots }) => slots)).toHaveLength(12)
    expect(next).toBe('2027-01-10')
  })
  test('scans further days until it has enough slots', async () => {
    const everyOtherDay = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => addDays(today, 2 * i)).map((day) => [day, slotsAt(day, '09:00')]),
    )
    const { groups } = await load(openPractice(everyOtherDay).sources)
    expect(groups).toHaveLength(10)
  })
  test('fetches only days that are free in the summary', async () => {
    const { asked, sources } = openPractice({ '2027-02-01': fullDay('2027-02-01') })
    const { groups } = await load(sources)
    expect(groups.map(({ day }) => day)).toEqual(['2027-02-01'])
    expect(asked).toEqual(['summary 2027-01-07 2027-05-06', 'slots 2027-02-01'])
  })
  test('leaves out a day whose slots were taken meanwhile', async () => {
    const { sources } = openPractice(freeDaysInARow(today, 3))
    const sourcesWithoutIt: Sources = {
      ...sources,
      slots: async (day) => (day === '2027-01-08' ? [] : sources.slots(day)),
    }
    const { groups } = await load(sourcesWithoutIt)
    expect(groups.map(({ day }) => day)).toEqual(['2027-01-07', '2027-01-09'])
  })
  test('never looks before today', async () => {
    const { asked, sources } = openPractice(freeDaysInARow(today, 3))
    await load(sources, '2026-12-01')
    expect(asked[0]).toBe('summary 2027-01-07 2027-05-06')
  })
  test('scans 120 days, continues after them, and ends six months after today', async () => {
    const { sources } = openPractice({})
    expect(await load(sources)).toEqual({ groups: [], next: '2027-05-07' })
    expect(await load(sources, '2027-05-07')).toEqual({ groups: [], next: undefined })
  })
  test('fetches nothing after the horizon', async () => {
    const { asked, sources } = openPractice(freeDaysInARow('2027-07-08', 3))
    expect(await load(sources, '2027-07-08')).toEqual({ groups: [], next: undefined })
    expect(asked).toEqual([])
  })
  test('load after load shows every free day once, in chronological order, and ends', async () => {
    // Six months from 7 January on are 181 days.
    const day = fc.integer({ min: 0, max: 181 }).map((i) => addDays(today, i))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(day, { maxLength: 60 }), async (days) => {
        const { sources } = openPractice(Object.fromEntries(days.map((free) => [free, fullDay(free)])))
        const shown: Day[] = []
        let from: Day | undefined = today
        for (let loads = 0; from !== undefined; loads++) {
          // More loads than free days would mean that the list never ends.
          expect(loads).toBeLessThan(60)
          const { groups, next } = await load(sources, from)
          shown.push(...groups.map(({ day }) => day))
          from = next
        }
        expect(shown).toEqual([...days].sort())
      }),
      { numRuns: 50 },
    )
  })
})

describe('the next free slot', () => {
  test('is the first one of the first free day', async () => {
    const { asked, sources } = openPractice({
      '2027-02-01': fullDay('2027-02-01'),
      '2027-02-02': fullDay('2027-02-02'),
    })
    expect(await findNextFree(sources, today)).toEqual({
      day: '2027-02-01',
      slot: slotsAt('2027-02-01', '08:00')[0],
    })
    expect(asked).toEqual(['summary 2027-01-07 2027-05-06', 'slots 2027-02-01'])
  })
  test('is on the next day when the last slot has just been taken', async () => {
    const { sources } = openPractice(freeDaysInARow(today, 2))
    const sourcesWithoutIt: Sources = {
      ...sources,
      slots: async (day) => (day === today ? [] : sources.slots(day)),
    }
    expect((await findNextFree(sourcesWithoutIt, today))?.day).toBe('2027-01-08')
  })
  test('may be after the first 120 days, but not after six months', async () => {
    expect(
      (await findNextFree(openPractice({ '2027-07-07': fullDay('2027-07-07') }).sources, today))?.day,
    ).toBe('2027-07-07')
    expect(
      await findNextFree(openPractice({ '2027-07-08': fullDay('2027-07-08') }).sources, today),
    ).toBeUndefined()
  })
})

describe('the window of a scan', () => {
  test('has at most 120 days and ends at six months', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (offset) => {
        const window = scanWindow(addDays(today, offset), today)
        if (window === undefined) return
        expect(daysBetween(window.from, window.to)).toBeLessThan(120)
        expect(window.from >= today && window.to <= '2027-07-07').toBe(true)
      }),
    )
  })
  test('adding months keeps to the end of shorter months', () => {
    expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
    expect(addMonths('2026-11-20', 6)).toBe('2027-05-20')
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
  })
})
