import { describe, expect, it } from 'vitest'
import { fromEntry, toEntry } from './wishes.ts'
import { wishesText } from './wishes-text.ts'

const ALL = [1, 2, 3, 4, 5, 6, 7]
const wishes = {
  not_before: null,
  not_after: '2027-01-11',
  weekdays: ALL,
  parts: ['morning', 'afternoon'],
} as const

describe('the wishes of somebody on the waiting list', () => {
  it.each([
    ['bis Mo 11. Jänner', {}],
    ['bis Mo 11. Jänner, nur Mo bis Fr', { weekdays: [1, 2, 3, 4, 5] }],
    ['bis Mo 11. Jänner, nur Mo, Mi, So vormittags', { weekdays: [1, 3, 7], parts: ['morning'] }],
    ['bis Mo 11. Jänner, nur nachmittags', { parts: ['afternoon'] }],
    ['von Di 5. Jänner bis Mo 11. Jänner', { not_before: '2027-01-05' }],
    ['bis Mo 11. Jänner', { not_before: '2026-12-30' }],
  ] as const)('read %s', (text, changes) => {
    expect(wishesText({ ...wishes, ...changes }, '2027-01-02').replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('pass through the form unchanged', () => {
    const chosen = { weekdays: [1, 5], parts: ['afternoon'] } as const
    expect(fromEntry(toEntry(chosen, '2027-01-11'))).toEqual({ not_after: '2027-01-11', ...chosen })
    expect(fromEntry(toEntry(undefined, '2027-01-11'))).toMatchObject({ weekdays: ALL })
  })
})
