import { expect, test } from 'vitest'
import { telLink, webLink } from './links.ts'

test('a tel: address contains only what is dialled', () => {
  expect(telLink('+43 5572 / 000-000')).toBe('tel:+435572000000')
  expect(telLink('+43 (0) 5572 000000')).toBe('tel:+435572000000')
  expect(telLink('05572 000000')).toBe('tel:05572000000')
})

test('only http and https addresses become links', () => {
  expect(webLink(' https://praxis.example/agb ')).toBe('https://praxis.example/agb')
  expect(webLink('http://praxis.example')).toBe('http://praxis.example')
  expect(webLink('javascript:alert(1)')).toBeUndefined()
  expect(webLink('praxis.example')).toBeUndefined()
  expect(webLink('')).toBeUndefined()
  expect(webLink(undefined)).toBeUndefined()
})
