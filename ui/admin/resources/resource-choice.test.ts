import { expect, test } from 'vitest'
import { choiceInLink, choiceParam, chosenIn } from './resource-choice.ts'

const A = { id: 'a', name: 'Dr. A', own: false }
const B = { id: 'b', name: 'Dr. B', own: false }
const OWN = { ...B, own: true }

test('the address chooses one of several, and without it the own one is shown first, else all', () => {
  expect(chosenIn('', [A, B])).toBeUndefined()
  expect(chosenIn('b', [A, B])).toBe('b')
  expect(chosenIn('', [A, OWN])).toBe('b')
  expect(chosenIn('a', [A, OWN])).toBe('a')
  expect(chosenIn('*', [A, OWN])).toBeUndefined()
})

test('an address with somebody who is not there any more, or of a practice of one, chooses nobody', () => {
  expect(chosenIn('gone', [A, B])).toBeUndefined()
  expect(chosenIn('gone', [A, OWN])).toBe('b')
  expect(chosenIn('a', [])).toBeUndefined()
})

test('while the names are loading, the address is believed', () => {
  expect(chosenIn('b', undefined)).toBe('b')
  expect(chosenIn('', undefined)).toBeUndefined()
})

test('each choice can be read from the address that it makes', () => {
  for (const choices of [
    [A, B],
    [A, OWN],
  ])
    for (const id of [undefined, 'a', 'b']) expect(chosenIn(choiceParam(id, choices), choices)).toBe(id)
  expect(choiceParam(undefined, [A, B])).toBe('')
})

test('a link to another page keeps the choice, also that of all where somebody has an own doctor', () => {
  expect(choiceInLink('a', [A, OWN])).toBe('&resource=a')
  expect(
    chosenIn(new URLSearchParams(choiceInLink(undefined, [A, OWN])).get('resource') ?? '', [A, OWN]),
  ).toBe(undefined)
  expect(choiceInLink(undefined, [])).toBe('')
})
