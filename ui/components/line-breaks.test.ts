import { expect, it } from 'vitest'
import { withSoftHyphens } from './line-breaks.tsx'

it.each([
  ['Terminübersicht öffnen', 'Termin|übersicht öffnen'],
  ['Barrierefreiheit', 'Barriere|freiheit'],
  ['Termin verschieben', 'Termin ver|schieben'],
  ['Meine Termine', 'Meine Termine'],
])('%j may be divided only between its parts: %j', (text, divided) => {
  expect(withSoftHyphens(text)).toBe(divided.replace('|', '\u00ad'))
})
