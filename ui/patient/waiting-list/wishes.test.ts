import { describe, expect, it } from 'vitest'
import { fromWishesDraft, toWishesDraft } from './wishes.ts'

const TODAY = '2027-01-02'
const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]
/** The last day of the wait in a form without earlier wishes. */
const DEFAULT_END = '2027-02-08'
/** Wishes whose only limit is the last day. */
const WISHES = {
  not_before: null,
  not_after: '2027-01-11',
  weekdays: ALL_WEEKDAYS,
  parts: ['morning', 'afternoon'],
} as const

describe('wishes in a form', () => {
  it('pass through the form unchanged', () => {
    const chosen = { ...WISHES, not_before: '2027-01-05', weekdays: [1, 5], parts: ['afternoon'] } as const
    expect(fromWishesDraft(toWishesDraft(chosen, DEFAULT_END, TODAY))).toEqual(chosen)
  })

  it('are for any day of the week when every day of the practice is ticked', () => {
    const draft = toWishesDraft({ ...WISHES, weekdays: [1, 2, 4] }, DEFAULT_END, TODAY)
    expect(fromWishesDraft(draft, [1, 2, 4]).weekdays).toEqual(ALL_WEEKDAYS)
    expect(fromWishesDraft(draft, [1, 2, 4, 5]).weekdays).toEqual([1, 2, 4])
  })

  it('are only for days that can be ticked', () => {
    const weekdaysFor = (weekdays: number[]) =>
      fromWishesDraft(toWishesDraft({ ...WISHES, weekdays }, DEFAULT_END, TODAY), MONDAY_TO_FRIDAY).weekdays
    expect(weekdaysFor([4, 7])).toEqual([4])
    expect(weekdaysFor([6, 7])).toEqual([])
  })

  it('are in the order of the week and of the day', () => {
    const draft = toWishesDraft(
      { ...WISHES, weekdays: [4, 2], parts: ['afternoon', 'morning'] },
      DEFAULT_END,
      TODAY,
    )
    expect(fromWishesDraft(draft, MONDAY_TO_FRIDAY)).toMatchObject({
      weekdays: [2, 4],
      parts: ['morning', 'afternoon'],
    })
  })

  it('are for any time from today on in a new form', () => {
    const draft = toWishesDraft(undefined, DEFAULT_END, TODAY)
    expect(draft).toMatchObject({ not_before: TODAY, not_after: DEFAULT_END })
    expect(fromWishesDraft(draft)).toMatchObject({ weekdays: ALL_WEEKDAYS })
  })

  it('begin today in the form when their first day has passed', () => {
    expect(toWishesDraft({ ...WISHES, not_before: '2026-12-30' }, DEFAULT_END, TODAY).not_before).toBe(TODAY)
  })

  it('have no first day when its field is cleared', () => {
    const draft = toWishesDraft(WISHES, DEFAULT_END, TODAY)
    expect(fromWishesDraft({ ...draft, not_before: '' })).toMatchObject({ not_before: null })
  })
})
