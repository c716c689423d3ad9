import { expect, test } from 'vitest'
import { columnResources } from './column-resources.ts'

const initialsOf = (...names: string[]) =>
  columnResources(names.map((name) => ({ id: name, name }))).map(({ initials }) => initials)

test('initials leave out titles, and take two letters of a single word', () => {
  expect(initialsOf('Labor', 'DDr. Max Muster-Mann', 'Muster')).toEqual(['La', 'MM', 'Mu'])
})

test('equal initials get the place in the list as a number', () => {
  expect(initialsOf('Dr. Erika Beispiel', 'Labor', 'Muster', 'Dr. Eva Braun')).toEqual([
    'EB1',
    'La',
    'Mu',
    'EB4',
  ])
})
