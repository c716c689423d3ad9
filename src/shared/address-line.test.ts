import { expect, it } from 'vitest'
import { addressLine } from './address-line.ts'

it.each([
  {
    parts: { address: 'Musterstraße 12', zip: '6850', city: 'Dornbirn' },
    line: 'Musterstraße 12, 6850 Dornbirn',
  },
  { parts: { address: ' Musterstraße\n12 ', zip: '', city: 'Dornbirn' }, line: 'Musterstraße 12, Dornbirn' },
  { parts: { address: '', zip: '6850', city: '' }, line: '6850' },
  { parts: { address: '', zip: '', city: '' }, line: '' },
])('an address is written as the line "$line"', ({ parts, line }) => {
  expect(addressLine(parts)).toBe(line)
})
