import { expect, it } from 'vitest'
import { resourceDeleted, resourceSaved, serviceSaved, servicesAdded } from './admin-messages.de.ts'

it.each([
  [1, '1 Service ist angelegt. Bitte prüfen Sie Dauer und Preis.'],
  [2, '2 Services sind angelegt. Bitte prüfen Sie Dauer und Preis.'],
])('the sentence about %i added services agrees with their number', (count, sentence) => {
  expect(servicesAdded(count)).toBe(sentence)
})

it('a saved service is named', () => {
  expect(serviceSaved('Labor')).toBe('Service "Labor" gespeichert.')
})

it('a doctor or a room that was saved or deleted is named', () => {
  expect(resourceSaved('Dr. B')).toBe('"Dr. B" gespeichert.')
  expect(resourceDeleted('Dr. B')).toBe('"Dr. B" gelöscht.')
})
