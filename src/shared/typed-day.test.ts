import { expect, it } from 'vitest'
import { readTypedBirthDate, readTypedDay } from './typed-day.ts'

/** The present day, on which a year without a century and a day without a year depend. */
const TODAY = '2027-01-07'

it.each([
  { typed: '14.3.1958', born: '1958-03-14' },
  { typed: '14.03.58', born: '1958-03-14' },
  { typed: ' 14. 3. 1958 ', born: '1958-03-14' },
  { typed: '14/3/1958', born: '1958-03-14' },
  { typed: '1958-03-14', born: '1958-03-14' },
  { typed: '1.1.27', born: '2027-01-01' },
  { typed: '1.1.28', born: '1928-01-01' },
])('"$typed" is the birth date $born', ({ typed, born }) => {
  expect(readTypedBirthDate(typed, TODAY)).toBe(born)
})

it.each(['30.2.1958', '14.3.', '14.3.195', '0664 12 34', 'Rosa'])('%j is not a birth date', (typed) => {
  expect(readTypedBirthDate(typed, TODAY)).toBeUndefined()
})

it.each([
  { typed: '3.12.', day: '2027-12-03' },
  { typed: '3.12', day: '2027-12-03' },
  { typed: ' 03. 12. ', day: '2027-12-03' },
  { typed: '7.1.', day: '2027-01-07' },
  { typed: '6.1.', day: '2028-01-06' },
  { typed: '6.1.27', day: '2027-01-06' },
  { typed: '6.1.2026', day: '2026-01-06' },
  { typed: '12/3', day: '2027-03-12' },
  { typed: '3. Dezember', day: '2027-12-03' },
  { typed: '3. Jänner 2029', day: '2029-01-03' },
  { typed: '3. Januar 2029', day: '2029-01-03' },
  { typed: '29.2.', day: '2028-02-29' },
  { typed: 'gestern', day: '2027-01-06' },
  { typed: 'übermorgen', day: '2027-01-09' },
  { typed: 'heute', day: '2027-01-07' },
  { typed: 'Morgen', day: '2027-01-08' },
  { typed: '2027-12-03', day: '2027-12-03' },
])('"$typed" is the day $day', ({ typed, day }) => {
  expect(readTypedDay(typed, TODAY)).toBe(day)
})

it.each([
  { month: 'Jänner', number: '01' },
  { month: 'Februar', number: '02' },
  { month: 'März', number: '03' },
  { month: 'April', number: '04' },
  { month: 'Mai', number: '05' },
  { month: 'Juni', number: '06' },
  { month: 'Juli', number: '07' },
  { month: 'August', number: '08' },
  { month: 'September', number: '09' },
  { month: 'Oktober', number: '10' },
  { month: 'November', number: '11' },
  { month: 'Dezember', number: '12' },
])('$month is the month $number', ({ month, number }) => {
  expect(readTypedDay(`9. ${month}`, TODAY)).toBe(`2027-${number}-09`)
})

it.each(['31.6.', '31.6.2027', '31.6.27', '3.', '3. Brumaire', 'Rosa', ''])('%j is not a day', (typed) => {
  expect(readTypedDay(typed, TODAY)).toBeUndefined()
})

it.each([
  { typed: '3.12.', day: '2026-12-03' },
  { typed: '7.1.', day: '2027-01-07' },
  { typed: '8.1.', day: '2026-01-08' },
])('"$typed" is $day when only today or a past day is meant', ({ typed, day }) => {
  expect(readTypedDay(typed, TODAY, { isPast: true })).toBe(day)
})

it.each([
  { today: '2024-02-29', day: '2024-02-29' },
  { today: '2024-03-01', day: '2028-02-29' },
  { today: '2025-03-01', day: '2028-02-29' },
  { today: '2026-03-01', day: '2028-02-29' },
  // The year 2100 has no 29 February.
  { today: '2096-03-01', day: '2104-02-29' },
  { today: '2097-03-01', day: '2104-02-29' },
  { today: '2098-03-01', day: '2104-02-29' },
  { today: '2099-03-01', day: '2104-02-29' },
])('from $today on, the next 29 February is $day', ({ today, day }) => {
  expect(readTypedDay('29.2.', today)).toBe(day)
})
