import { expect, it } from 'vitest'
import { servicesAdded } from './admin-messages.de.ts'

it.each([
  [1, '1 Service ist angelegt.'],
  [2, '2 Services sind angelegt.'],
])('the sentence about %i added services agrees with their number', (count, sentence) => {
  expect(servicesAdded(count)).toMatch(new RegExp(`^${sentence}`))
})
