import { expect, it } from 'vitest'
import { typedBirthDate } from './typed-day.ts'

it.each([
  ['14.3.1958', '1958-03-14'],
  ['14.03.58', '1958-03-14'],
  [' 14. 3. 1958 ', '1958-03-14'],
  ['14/3/1958', '1958-03-14'],
  ['1958-03-14', '1958-03-14'],
  ['1.1.27', '2027-01-01'],
  ['1.1.28', '1928-01-01'],
  ['30.2.1958', undefined],
  ['14.3.', undefined],
  ['14.3.195', undefined],
  ['0664 12 34', undefined],
  ['Rosa', undefined],
])('%j is the birth date %s', (typed, born) => {
  expect(typedBirthDate(typed, '2027-01-07')).toBe(born)
})
