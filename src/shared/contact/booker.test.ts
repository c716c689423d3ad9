import { expect, it } from 'vitest'
import { type Booker, bookerColumns, bookerOf, patientName } from './booker.ts'

const PATIENT = { salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
const bookerWith = (relation: Booker['relation']): Booker => ({
  firstName: 'Rosa',
  lastName: 'Muster',
  relation,
})

it.each([
  { booking: 'a booking for oneself', patient: PATIENT, name: 'Herr Max Muster' },
  {
    booking: 'the booking of a relative',
    patient: { ...PATIENT, booker: bookerWith('relative') },
    name: 'Herr Max Muster',
  },
  {
    // The form asks for "Mädchen" or "Bub" instead of a salutation.
    booking: "a parent's booking",
    patient: { ...PATIENT, booker: bookerWith('child') },
    name: 'Max Muster',
  },
  {
    booking: 'a booking by the practice, which asks for no salutation',
    patient: { ...PATIENT, salutation: '', booker: null },
    name: 'Max Muster',
  },
])('the patient of $booking is named $name', ({ patient, name }) => {
  expect(patientName(patient)).toBe(name)
})

it('the booker is stored in columns', () => {
  expect(bookerOf(bookerColumns(bookerWith('relative')))).toEqual(bookerWith('relative'))
})

it('the columns are empty without a booker', () => {
  const columns = { bookerFirstName: '', bookerLastName: '', bookerRelation: null }
  expect(bookerColumns()).toEqual(columns)
  expect(bookerOf(columns)).toBeUndefined()
})
