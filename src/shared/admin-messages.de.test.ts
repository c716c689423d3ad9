import { expect, it } from 'vitest'
import { resourceDeleted, resourceSaved, serviceSaved, servicesAdded } from './admin-messages.de.ts'

it.each([
  [1, '1 Service ist angelegt.'],
  [2, '2 Services sind angelegt.'],
])('the sentence about %i added services agrees with their number', (count, sentence) => {
  expect(servicesAdded(count)).toMatch(new RegExp(`^${sentence}`))
})

it('what was saved or deleted is named', () => {
  expect([serviceSaved('Labor'), resourceSaved('Dr. B'), resourceDeleted('Dr. B')]).toEqual([
    'Service "Labor" gespeichert.',
    '"Dr. B" gespeichert.',
    '"Dr. B" gelöscht.',
  ])
})
