import { expect, test } from 'vitest'
import { absenceNameText, absenceTimeText } from './absence-text.ts'

const days = (from: string, to: string) => ({ kind: 'closure' as const, start: '', end: '', from, to })
const hours = (start: string, end: string) => ({ kind: 'block' as const, start, end })

test.each([
  { from: '2027-02-08', to: '2027-02-08', text: 'Montag, 8.\u00a0Februar 2027' },
  {
    from: '2027-02-08',
    to: '2027-02-12',
    text: 'Montag, 8.\u00a0Februar bis Freitag, 12.\u00a0Februar 2027',
  },
  {
    from: '2026-12-28',
    to: '2027-01-05',
    text: 'Montag, 28.\u00a0Dezember 2026 bis Dienstag, 5.\u00a0Jänner 2027',
  },
])(
  'whole days are written without times, and a shared year only once: $from to $to',
  ({ from, to, text }) => {
    expect(absenceTimeText(days(from, to))).toBe(text)
  },
)

test.each([
  { end: '2027-01-12T17:30:00+01:00', endText: '17:30' },
  { end: '2027-01-13T00:00:00+01:00', endText: '24:00' },
  { end: '2027-01-13T12:00:00+01:00', endText: 'Mittwoch, 13.\u00a0Jänner 2027, 12:00' },
])('hours until $end are written with their day and end with “$endText”', ({ end, endText }) => {
  const text = absenceTimeText(hours('2027-01-12T14:00:00+01:00', end))
  expect(text).toBe(`Dienstag, 12.\u00a0Jänner 2027, 14:00 bis ${endText}`)
})

test('an absence is named by its title and day', () => {
  expect(absenceNameText({ title: 'Urlaub', start: '2027-02-08T00:00:00+01:00' })).toBe(
    '„Urlaub“ (Mo\u00a08.\u00a0Februar)',
  )
})
