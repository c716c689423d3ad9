import { expect, it } from 'vitest'
import { webLink } from './web-link.ts'

it.each([
  [' https://praxis.example/agb ', 'https://praxis.example/agb'],
  ['http://praxis.example', 'http://praxis.example'],
  ['www.praxis.example', 'https://www.praxis.example'],
  ['ärztin-muster.at/impressum?x=1', 'https://ärztin-muster.at/impressum?x=1'],
])('the URL %j leads to %s', (url, address) => {
  expect(webLink(url)).toBe(address)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@praxis.example',
  'a@praxis.example',
  'auf Anfrage',
  'siehe Aushang.',
  '/agb',
  '//praxis.example',
  '',
  undefined,
])('%j leads nowhere', (url) => {
  expect(webLink(url)).toBeUndefined()
})
