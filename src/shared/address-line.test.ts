import { expect, it } from 'vitest'
import { addressLine } from './address-line.ts'

it.each([
  [{ address: 'Musterstraße 12', zip: '6850', city: 'Dornbirn' }, 'Musterstraße 12, 6850 Dornbirn'],
  [{ address: ' Musterstraße\n12 ', zip: '', city: 'Dornbirn' }, 'Musterstraße 12, Dornbirn'],
  [{ address: '', zip: '6850', city: '' }, '6850'],
  [{ address: '', zip: '', city: '' }, ''],
])('the address %j is written as the line %j', (parts, line) => {
  expect(addressLine(parts)).toBe(line)
})
