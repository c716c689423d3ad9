import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallTime } from '../../../src/shared/day.ts'
import type { Slot } from '../../api/free-times.ts'
import { fullDay, LIST_TODAY, slotsAt } from '../../testing/sample-times.ts'
import { isMorning } from './slots.ts'
import { suggestSlots } from './suggestions.ts'

const SEED = 'any seed'

/** Returns the starts of slots as times of day, such as `08:30`. */
const timesOf = (slots: readonly Slot[]) => slots.map(({ start }) => start.slice(11, 16))

describe('the suggestions of one day', () => {
  test('are two before noon and two after', () => {
    const suggested = suggestSlots(fullDay(LIST_TODAY), SEED)
    expect(suggested.filter(isMorning)).toHaveLength(2)
    expect(suggested).toHaveLength(4)
  })

  test('are at most two when only one half of the day is free', () => {
    expect(suggestSlots(slotsAt(LIST_TODAY, '08:00', '08:30', '09:00', '09:30'), SEED)).toHaveLength(2)
  })

  test('are all free slots where there are few', () => {
    const fewSlots = slotsAt(LIST_TODAY, '09:00', '14:00', '15:00')
    expect(suggestSlots(fewSlots, SEED)).toEqual(fewSlots)
    expect(suggestSlots([], SEED)).toEqual([])
  })

  test('stay the same for the same seed', () => {
    expect(suggestSlots(fullDay(LIST_TODAY), SEED)).toEqual(suggestSlots(fullDay(LIST_TODAY), SEED))
  })

  test('differ between seeds', () => {
    const seeds = Array.from({ length: 30 }, (_, i) => String(i))
    const suggestions = seeds.map((seed) => timesOf(suggestSlots(fullDay(LIST_TODAY), seed)).join())
    // Two seeds may happen to suggest the same, but thirty give more than five different suggestions.
    expect(new Set(suggestions).size).toBeGreaterThan(5)
  })

  test('are one from the earlier and one from the later part of each half', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        // The morning of `fullDay` has an earlier part until 09:00, and its afternoon one until 14:30.
        const isLater = timesOf(suggestSlots(fullDay(LIST_TODAY), seed)).map((time) =>
          time < '12:00' ? time > '09:00' : time > '14:30',
        )
        expect(isLater).toEqual([false, true, false, true])
      }),
    )
  })

  test('are free slots, each once, in order', () => {
    // Any quarter hours from 06:00 to 20:00.
    const quarters = fc.uniqueArray(fc.integer({ min: 6 * 4, max: 20 * 4 }), { maxLength: 40 })
    fc.assert(
      fc.property(quarters, fc.string(), (freeQuarters, seed) => {
        const inOrder = freeQuarters.sort((a, b) => a - b)
        const freeSlots = slotsAt(LIST_TODAY, ...inOrder.map((quarter) => wallTime(quarter * 15)))
        const suggested = suggestSlots(freeSlots, seed)
        expect(suggested).toEqual(freeSlots.filter((slot) => suggested.includes(slot)))
        const beforeNoon = Math.min(2, freeSlots.filter(isMorning).length)
        const afterNoon = Math.min(2, freeSlots.filter((slot) => !isMorning(slot)).length)
        expect(suggested.filter(isMorning)).toHaveLength(beforeNoon)
        expect(suggested).toHaveLength(beforeNoon + afterNoon)
      }),
    )
  })
})
