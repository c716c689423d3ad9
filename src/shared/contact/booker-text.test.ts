import { expect, it } from 'vitest'
import { bookerText } from './booker-text.ts'

it.each([
  { relation: 'child', text: 'Rosa Muster, für das eigene Kind' },
  { relation: 'other', text: 'Rosa Muster, für jemand anderen' },
] as const)(
  'the text about the booker has the name, and whose booking it is: $relation',
  ({ relation, text }) => {
    expect(bookerText({ firstName: 'Rosa', lastName: 'Muster', relation })).toBe(text)
  },
)

it('the text about the booker is empty without one', () => {
  expect(bookerText(undefined)).toBe('')
})
