import { expect, it } from 'vitest'
import { splitName } from './older-contact.ts'

it.each([
  { name: 'Rosa Musterfrau', firstName: 'Rosa', lastName: 'Musterfrau' },
  { name: '  Anna  Maria Huber ', firstName: 'Anna Maria', lastName: 'Huber' },
  { name: 'Anna von der Au', firstName: 'Anna', lastName: 'von der Au' },
  { name: 'Anna von Au', firstName: 'Anna', lastName: 'von Au' },
  { name: 'anna huber', firstName: 'anna', lastName: 'huber' },
  { name: 'Huber', firstName: '', lastName: 'Huber' },
  { name: '', firstName: '', lastName: '' },
])(
  'the single name "$name" of an older version is split into "$firstName" and "$lastName"',
  ({ name, firstName, lastName }) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  },
)
