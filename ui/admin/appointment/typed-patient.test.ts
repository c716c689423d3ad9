import { expect, it } from 'vitest'
import { readTypedPatient } from './typed-patient.ts'

/** A year of two digits is read as the last such year before today, so 60 is 1960 and not 2060. */
const TODAY = '2027-01-05'
const NOTHING_READ = { firstName: '', lastName: '', mobile: '', birthDate: '', email: '' }

it.each([
  ['Anna Huber', { firstName: 'Anna', lastName: 'Huber' }],
  ['  Anna  Maria   Huber ', { firstName: 'Anna Maria', lastName: 'Huber' }],
  ['Huber', { lastName: 'Huber' }],
  ['Van der Berg, Anna', { firstName: 'Anna', lastName: 'Van der Berg' }],
  ['3.12.60', { birthDate: '1960-12-03' }],
  ['+43 664 / 12 34', { mobile: '+43 664 / 12 34' }],
  ['rosa@musterfrau.example', { email: 'rosa@musterfrau.example' }],
  ['0664 1234', { mobile: '0664 1234' }],
  ['0664', {}],
  ['12.1.', {}],
  ['12.12.198', {}],
  ['12. Jän', {}],
  ['Huber 4', {}],
  ['', {}],
])('%j is read as %j of a new patient', (text, read) => {
  expect(readTypedPatient(text, TODAY)).toEqual({ ...NOTHING_READ, ...read })
})
