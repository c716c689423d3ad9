import { expect, it } from 'vitest'
import { splitName } from './older-contact.ts'

it.each([
  ['Rosa Musterfrau', 'Rosa', 'Musterfrau'],
  ['  Anna  Maria Huber ', 'Anna Maria', 'Huber'],
  ['Anna von der Au', 'Anna', 'von der Au'],
  ['Anna von Au', 'Anna', 'von Au'],
  ['anna huber', 'anna', 'huber'],
  ['Huber', '', 'Huber'],
  ['', '', ''],
])('the single name "%s" of an older version is split into "%s" and "%s"', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})
