import { describe, expect, it } from 'vitest'
import type { Wishes } from '../shared/waiting-list.ts'
import { openWaitingListApp } from '../testing/waiting-list-app.ts'
import { fitsWishes } from './entry-wishes.ts'
import { getEntry } from './waiting-entries.ts'

/** A Sunday. */
const SUNDAY = '2027-01-17'

/** Returns whether a start in January, in Vienna's winter time, fits these wishes. */
function fits(wishes: Partial<Wishes>, start: string): boolean {
  const app = openWaitingListApp()
  const { id } = app.addCaller('otto', wishes)
  return fitsWishes(getEntry(app.ctx(), id), Date.parse(`${start}:00+01:00`))
}

describe('a start fits a wish', () => {
  it.each([
    { wish: 'for its weekday', wishes: { weekdays: [7] }, start: `${SUNDAY}T10:00` },
    { wish: 'whose last day it is on', wishes: { not_after: SUNDAY }, start: `${SUNDAY}T23:30` },
    { wish: 'whose first day it is on', wishes: { not_before: SUNDAY }, start: `${SUNDAY}T00:00` },
    { wish: 'for its part of the day', wishes: { parts: ['afternoon'] }, start: `${SUNDAY}T12:00` },
  ] as const)('$wish', ({ wishes, start }) => {
    expect(fits(wishes, start)).toBe(true)
  })
})

describe('a start does not fit a wish', () => {
  it.each([
    { wish: 'for another weekday', wishes: { weekdays: [1, 6] }, start: `${SUNDAY}T10:00` },
    { wish: 'whose last day is before', wishes: { not_after: SUNDAY }, start: '2027-01-18T00:00' },
    { wish: 'whose first day is after', wishes: { not_before: SUNDAY }, start: '2027-01-16T23:30' },
    { wish: 'for another part of the day', wishes: { parts: ['afternoon'] }, start: `${SUNDAY}T11:59` },
  ] as const)('$wish', ({ wishes, start }) => {
    expect(fits(wishes, start)).toBe(false)
  })
})
