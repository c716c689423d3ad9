import { expect, it } from 'vitest'
import { readTypedBirthDate, readTypedDay } from './typed-day.ts'

/** The present day, on which a year without a century and a day without a year depend. */
const TODAY = '2027-01-07'

it.each([
  ['14.3.1958', '1958-03-14'],
  ['14.03.58', '1958-03-14'],
  [' 14. 3. 1958 ', '1958-03-14'],
  ['14/3/1958', '1958-03-14'],
  ['1958-03-14', '1958-03-14'],
  ['1.1.27', '2027-01-01'],
  ['1.1.28', '1928-01-01'],
])('%j is the birth date %s', (typed, born) => {
  expect(readTypedBirthDate(typed, TODAY)).toBe(born)
})

it.each(['30.2.1958', '14.3.', '14.3.195', '0664 12 34', 'Rosa'])('%j is not a birth date', (typed) => {
  expect(readTypedBirthDate(typed, TODAY)).toBeUndefined()
})

it.each<[typed: string, day: string]>([
  ['3.12.', '2027-12-03'],
  ['3.12', '2027-12-03'],
  [' 03. 12. ', '2027-12-03'],
  ['7.1.', '2027-01-07'],
  ['6.1.', '2028-01-06'],
  ['6.1.27', '2027-01-06'],
  ['6.1.2026', '2026-01-06'],
  ['12/3', '2027-03-12'],
  ['3. Dezember', '2027-12-03'],
  ['3. Jänner 2029', '2029-01-03'],
  ['3. Januar 2029', '2029-01-03'],
  ['29.2.', '2028-02-29'],
  ['gestern', '2027-01-06'],
  ['übermorgen', '2027-01-09'],
  ['heute', '2027-01-07'],
  ['Morgen', '2027-01-08'],
  ['2027-12-03', '2027-12-03'],
])('%j is the day %s', (typed, day) => {
  expect(readTypedDay(typed, TODAY)).toBe(day)
})

it.each([
  ['Jänner', '01'],
  ['Februar', '02'],
  ['März', '03'],
  ['April', '04'],
  ['Mai', '05'],
  ['Juni', '06'],
  ['Juli', '07'],
  ['August', '08'],
  ['September', '09'],
  ['Oktober', '10'],
  ['November', '11'],
  ['Dezember', '12'],
])('%s is the month %s', (month, number) => {
  expect(readTypedDay(`9. ${month}`, TODAY)).toBe(`2027-${number}-09`)
})

it.each(['31.6.', '31.6.2027', '31.6.27', '3.', '3. Brumaire', 'Rosa', ''])('%j is not a day', (typed) => {
  expect(readTypedDay(typed, TODAY)).toBeUndefined()
})

it.each([
  ['3.12.', '2026-12-03'],
  ['7.1.', '2027-01-07'],
  ['8.1.', '2026-01-08'],
])('%j is %s when only today or a past day is meant', (typed, day) => {
  expect(readTypedDay(typed, TODAY, { isPast: true })).toBe(day)
})

it.each([
  ['2024-02-29', '2024-02-29'],
  ['2024-03-01', '2028-02-29'],
  ['2025-03-01', '2028-02-29'],
  ['2026-03-01', '2028-02-29'],
  ['2096-03-01', '2104-02-29'],
  ['2097-03-01', '2104-02-29'],
  ['2098-03-01', '2104-02-29'],
  ['2099-03-01', '2104-02-29'],
])('after %s the next 29 February is %s', (today, day) => {
  expect(readTypedDay('29.2.', today)).toBe(day)
})
