import { expect, it } from 'vitest'
import { patientFilter } from './patient-search.ts'

const PEOPLE = [
  { firstName: 'Jörg', lastName: 'Müller', email: 'joerg@beispiel.example', mobile: '+436601234567' },
  { firstName: 'Manuela', lastName: 'Özdemir-Groß', email: '', mobile: '0660 / 987-65 43' },
  {
    firstName: 'Zoë',
    lastName: 'van der Probe',
    email: 'zoe1980@probe.example',
    mobile: '+49 (0)170 1112223',
  },
]

const found = (search: string) => PEOPLE.filter(patientFilter(search)).map(({ firstName }) => firstName)

it.each([
  ['', ['Jörg', 'Manuela', 'Zoë']],
  ['   ', ['Jörg', 'Manuela', 'Zoë']],
  ['müller', ['Jörg']],
  ['MÜLLER', ['Jörg']],
  ['Muller', ['Jörg']],
  ['Mueller', ['Jörg']],
  ['mueller joerg', ['Jörg']],
  ['Müller Manuela', []],
  ['özdemir', ['Manuela']],
  ['oezdemir-gross', ['Manuela']],
  ['ela', ['Manuela']],
  ['Manue', ['Manuela']],
  ['zoe', ['Zoë']],
  ['probe.example', ['Zoë']],
  ['1980', ['Zoë']],
  ['0660', ['Jörg', 'Manuela']],
  ['0660 123 45', ['Jörg']],
  ['+43 660 1234567', ['Jörg']],
  ['0043660/9876543', ['Manuela']],
  ['+49 170', ['Zoë']],
  ['0049170', ['Zoë']],
  ['66', []],
  ['0043', []],
  ['nobody', []],
  ['%', []],
  ["'", []],
])('%j finds %j', (search, names) => {
  expect(found(search)).toEqual(names)
})
