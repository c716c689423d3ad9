import { expect, test } from 'vitest'
import { columnResources } from './column-resources.ts'

const initialsOf = (...names: string[]) =>
  columnResources(names.map((name) => ({ id: name, name }))).map(({ initials }) => initials)

test('initials leave titles out, and a single word has two letters', () => {
  expect(initialsOf('Labor', 'DDr. Max Muster-Mann', 'Muster')).toEqual(['La', 'MM', 'Mu'])
})

test('equal initials are told apart by the place in the list', () => {
  expect(initialsOf('Dr. Erika Beispiel', 'Labor', 'Muster', 'Dr. Eva Braun')).toEqual([
    'EB1',
    'La',
    'Mu',
    'EB4',
  ])
})
