import { expect, it } from 'vitest'
import { helpUrlFor } from './help-topics.ts'

it.each([
  { page: 'a page', path: '/admin/waiting-list', help: '/admin/hilfe#warteliste' },
  { page: 'a page with an id in its path', path: '/admin/patients/abc', help: '/admin/hilfe#person' },
  { page: 'an unknown page', path: '/admin/unbekannt', help: '/admin/hilfe#anfrage' },
])('the help of $page is at $help', ({ path, help }) => {
  expect(helpUrlFor(path)).toBe(help)
})
