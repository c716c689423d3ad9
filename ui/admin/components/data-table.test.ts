import { expect, test } from 'vitest'
import { sortRows } from './data-table.tsx'

const ROWS = [
  { name: 'Zeller' },
  { name: 'Österreicher' },
  { name: 'Oberhofer' },
  { name: 'Auer 10' },
  { name: 'Auer 9' },
]
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('names are in the order of an Austrian telephone book, numbers by their size', () => {
  const sorted = ['Auer 9', 'Auer 10', 'Oberhofer', 'Österreicher', 'Zeller']
  expect(names(sortRows(ROWS, ({ name }) => name, false))).toEqual(sorted)
  expect(names(sortRows(ROWS, ({ name }) => name, true))).toEqual(sorted.toReversed())
})

test('rows that are equal keep their order, both ways round', () => {
  const rows = [
    { at: 2, id: 'a' },
    { at: 1, id: 'b' },
    { at: 2, id: 'c' },
  ]
  const ids = (descending: boolean) => sortRows(rows, ({ at }) => at, descending).map(({ id }) => id)
  expect(ids(false)).toEqual(['b', 'a', 'c'])
  expect(ids(true)).toEqual(['a', 'c', 'b'])
})

test('without a column to sort by rows keep their order', () => {
  expect(sortRows(ROWS, undefined, true)).toBe(ROWS)
})
