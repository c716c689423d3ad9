import { expect, it } from 'vitest'
import { readTypedPatient } from './typed-patient.ts'

/** A year of two digits is read as the last such year before today, so 60 is 1960 and not 2060. */
const TODAY = '2027-01-05'
const NOTHING_READ = { firstName: '', lastName: '', mobile: '', birthDate: '', email: '' }

it.each([
  { typed: 'Anna Huber', read: { firstName: 'Anna', lastName: 'Huber' } },
  { typed: '  Anna  Maria   Huber ', read: { firstName: 'Anna Maria', lastName: 'Huber' } },
  { typed: 'Huber', read: { lastName: 'Huber' } },
  { typed: 'Van der Berg, Anna', read: { firstName: 'Anna', lastName: 'Van der Berg' } },
  { typed: '3.12.60', read: { birthDate: '1960-12-03' } },
  { typed: '+43 664 / 12 34', read: { mobile: '+43 664 / 12 34' } },
  { typed: 'rosa@musterfrau.example', read: { email: 'rosa@musterfrau.example' } },
  { typed: '0664 1234', read: { mobile: '0664 1234' } },
  { typed: '0664', read: {} },
  { typed: '12.1.', read: {} },
  { typed: '12.12.198', read: {} },
  { typed: '12. Jän', read: {} },
  { typed: 'Huber 4', read: {} },
  { typed: '', read: {} },
])('"$typed" is read as $read of a new patient', ({ typed, read }) => {
  expect(readTypedPatient(typed, TODAY)).toEqual({ ...NOTHING_READ, ...read })
})
