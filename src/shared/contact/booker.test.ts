import { expect, it } from 'vitest'
import { type Booker, bookerColumns, bookerOf, patientName } from './booker.ts'
import { bookerText } from './booker-text.ts'

const MAX_MUSTER = { salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
const bookerWith = (relation: Booker['relation']): Booker => ({
  firstName: 'Rosa',
  lastName: 'Muster',
  relation,
})

it.each([
  { how: 'with the salutation for oneself', patient: MAX_MUSTER, name: 'Herr Max Muster' },
  {
    how: 'with the salutation for a relative',
    patient: { ...MAX_MUSTER, booker: bookerWith('relative') },
    name: 'Herr Max Muster',
  },
  {
    how: "without it for the booker's child",
    patient: { ...MAX_MUSTER, booker: bookerWith('child') },
    name: 'Max Muster',
  },
  {
    how: 'without it where the practice has none',
    patient: { ...MAX_MUSTER, salutation: '', booker: null },
    name: 'Max Muster',
  },
])('the patient is named $how', ({ patient, name }) => {
  expect(patientName(patient)).toBe(name)
})

it('the text about the booker has the name and the relation, and is empty without a booker', () => {
  expect(bookerText(bookerWith('child'))).toBe('Rosa Muster, für das eigene Kind')
  expect(bookerText(bookerWith('other'))).toBe('Rosa Muster, für jemand anderen')
  expect(bookerText(undefined)).toBe('')
})

it('the booker is stored in columns, which are empty without one', () => {
  expect(bookerOf(bookerColumns(bookerWith('relative')))).toEqual(bookerWith('relative'))
  expect(bookerColumns()).toEqual({ bookerFirstName: '', bookerLastName: '', bookerRelation: null })
  expect(bookerOf(bookerColumns())).toBeUndefined()
})
