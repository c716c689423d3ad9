import { expect, it } from 'vitest'
import { type Booker, bookerColumns, bookerOf, patientName } from './booker.ts'
import { bookerText } from './booker-text.ts'

const MAX_MUSTER = { salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
const booker = (relation: Booker['relation']): Booker => ({ firstName: 'Rosa', lastName: 'Muster', relation })

it.each([
  ['with the salutation for oneself', MAX_MUSTER, 'Herr Max Muster'],
  ['with the salutation for a relative', { ...MAX_MUSTER, booker: booker('relative') }, 'Herr Max Muster'],
  ["without it for the booker's child", { ...MAX_MUSTER, booker: booker('child') }, 'Max Muster'],
  ['without it where the practice has none', { ...MAX_MUSTER, salutation: '', booker: null }, 'Max Muster'],
])('names the patient %s', (_, patient, name) => {
  expect(patientName(patient)).toBe(name)
})

it('the text about the booker has the name and the relation, and is empty without a booker', () => {
  expect(bookerText(booker('child'))).toBe('Rosa Muster, für das eigene Kind')
  expect(bookerText(booker('other'))).toBe('Rosa Muster, für jemand anderen')
  expect(bookerText(undefined)).toBe('')
})

it('the booker is stored in columns, which are empty without one', () => {
  expect(bookerOf(bookerColumns(booker('relative')))).toEqual(booker('relative'))
  expect(bookerColumns()).toEqual({ bookerFirstName: '', bookerLastName: '', bookerRelation: null })
  expect(bookerOf(bookerColumns())).toBeUndefined()
})
