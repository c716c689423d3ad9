import { expect, test } from 'vitest'
import { telLink } from './tel-link.ts'

test('a tel: URL contains only what is dialled', () => {
  expect(telLink('+43 5572 / 000-000')).toBe('tel:+435572000000')
  expect(telLink('+43 (0) 5572 000000')).toBe('tel:+435572000000')
  expect(telLink('05572 000000')).toBe('tel:05572000000')
})
