import { expect, it } from 'vitest'
import { resourceDeleted, resourceSaved, serviceSaved, servicesAdded } from './admin-messages.de.ts'

it.each([
  [1, '1 Service ist angelegt. Bitte prüfen Sie Dauer und Preis.'],
  [2, '2 Services sind angelegt. Bitte prüfen Sie Dauer und Preis.'],
])('the sentence about %i added services agrees with their number', (count, sentence) => {
  expect(servicesAdded(count)).toBe(sentence)
})

it('the sentence about a saved service names it', () => {
  expect(serviceSaved('Labor')).toBe('Service "Labor" gespeichert.')
})

it('the sentence about a saved or deleted doctor or room names it', () => {
  expect(resourceSaved('Dr. B')).toBe('"Dr. B" gespeichert.')
  expect(resourceDeleted('Dr. B')).toBe('"Dr. B" gelöscht.')
})
