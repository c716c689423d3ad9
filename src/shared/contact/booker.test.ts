import { expect, it } from 'vitest'
import { type Booker, patientName } from './booker.ts'

const MAX = { salutation: 'Herr', firstName: 'Max', lastName: 'Muster' }
const booker = (relation: Booker['relation']): Booker => ({ firstName: 'Rosa', lastName: 'Muster', relation })

it.each([
  ['with the salutation for oneself', MAX, 'Herr Max Muster'],
  ['with the salutation for a relative', { ...MAX, booker: booker('relative') }, 'Herr Max Muster'],
  ["without it for the booker's child", { ...MAX, booker: booker('child') }, 'Max Muster'],
  ['without it where the practice has none', { ...MAX, salutation: '', booker: null }, 'Max Muster'],
])('names the patient %s', (_, patient, name) => {
  expect(patientName(patient)).toBe(name)
})
