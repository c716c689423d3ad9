import { expect, test } from 'vitest'
import { type SortDirection, sortRows } from './sort-rows.ts'

const ROWS = [
  { name: 'Zeller' },
  { name: 'Österreicher' },
  { name: 'Oberhofer' },
  { name: 'Auer 10' },
  { name: 'Auer 9' },
]
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('rows are sorted as in an Austrian telephone book, with numbers by value', () => {
  const sortedNames = ['Auer 9', 'Auer 10', 'Oberhofer', 'Österreicher', 'Zeller']
  expect(namesOf(sortRows(ROWS, ({ name }) => name, 'ascending'))).toEqual(sortedNames)
  expect(namesOf(sortRows(ROWS, ({ name }) => name, 'descending'))).toEqual(sortedNames.toReversed())
})

test('rows with equal values keep their order, ascending and descending', () => {
  const rows = [
    { at: 2, id: 'a' },
    { at: 1, id: 'b' },
    { at: 2, id: 'c' },
  ]
  const idsIn = (direction: SortDirection) => sortRows(rows, ({ at }) => at, direction).map(({ id }) => id)
  expect(idsIn('ascending')).toEqual(['b', 'a', 'c'])
  expect(idsIn('descending')).toEqual(['a', 'c', 'b'])
})

test('rows keep their order where there is no value to sort them by', () => {
  expect(sortRows(ROWS, undefined, 'descending')).toBe(ROWS)
})
