import { expect, it } from 'vitest'
import { offerEndText, WAITING_DAYS, wishesText } from './wishes-text.ts'

const TODAY = '2027-01-02'

/** Wishes whose only limit is the last day. */
const WISHES = {
  not_before: null,
  not_after: '2027-01-11',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  parts: ['morning', 'afternoon'],
} as const

it('names the days of the week from Monday on', () => {
  expect(WAITING_DAYS.at(0)).toEqual({ number: 1, name: 'Montag' })
  expect(WAITING_DAYS.at(-1)).toEqual({ number: 7, name: 'Sonntag' })
})

it.each([
  { wishes: {}, text: 'bis Mo 11. Jänner' },
  { wishes: { weekdays: [1, 2, 3, 4, 5] }, text: 'bis Mo 11. Jänner, nur Mo bis Fr' },
  {
    wishes: { weekdays: [1, 3, 7], parts: ['morning'] },
    text: 'bis Mo 11. Jänner, nur Mo, Mi, So vormittags',
  },
  { wishes: { parts: ['afternoon'] }, text: 'bis Mo 11. Jänner, nur nachmittags' },
  { wishes: { not_before: '2027-01-05' }, text: 'von Di 5. Jänner bis Mo 11. Jänner' },
  { wishes: { not_before: '2026-12-30' }, text: 'bis Mo 11. Jänner' },
  {
    wishes: { resource_name: 'Dr. B', no_times: true },
    text: 'bis Mo 11. Jänner, bei Dr. B (zurzeit keine Termine)',
  },
] as const)('the wishes $wishes read “$text”', ({ wishes, text }) => {
  expect(wishesText({ ...WISHES, ...wishes }, TODAY).replaceAll('\u00a0', ' ')).toBe(text)
})

it('says until when an offer is open, with the day unless it is today', () => {
  const until = '2027-01-05T07:30:00+01:00'
  expect(offerEndText(until, '2027-01-05')).toBe('Bis 07:30\u00a0Uhr')
  expect(offerEndText(until, '2027-01-04').replaceAll('\u00a0', ' ')).toBe(
    'Bis Dienstag, 5. Jänner, 07:30 Uhr',
  )
})
