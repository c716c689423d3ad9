import { expect, test } from 'vitest'
import { choiceInLink, choiceParam, chosenIn } from './resource-choice.ts'

const A = { id: 'a', name: 'Dr. A', own: false }
const B = { id: 'b', name: 'Dr. B', own: false }
/** Two doctors, neither of whom is signed in. */
const NONE_OWN = [A, B]
/** The same, where Dr. B is signed in. */
const WITH_OWN = [A, { ...B, own: true }]

test('the address chooses one of several', () => {
  expect(chosenIn('b', NONE_OWN)).toBe('b')
  expect(chosenIn('a', WITH_OWN)).toBe('a')
})

test('without a choice in the address one’s own doctor is shown, or all to somebody who has none', () => {
  expect(chosenIn('', WITH_OWN)).toBe('b')
  expect(chosenIn('', NONE_OWN)).toBeUndefined()
})

test('somebody with an own doctor can choose all', () => {
  expect(chosenIn('*', WITH_OWN)).toBeUndefined()
})

test('an address with somebody who is not there any more is read like one without a choice', () => {
  expect(chosenIn('gone', NONE_OWN)).toBeUndefined()
  expect(chosenIn('gone', WITH_OWN)).toBe('b')
})

test('in a practice of one, the address chooses nobody', () => {
  expect(chosenIn('a', [])).toBeUndefined()
})

test('while the names are loading, the address is believed', () => {
  expect(chosenIn('b', undefined)).toBe('b')
  expect(chosenIn('', undefined)).toBeUndefined()
})

test('each choice can be read from the address that it makes', () => {
  for (const choices of [NONE_OWN, WITH_OWN])
    for (const id of [undefined, 'a', 'b']) expect(chosenIn(choiceParam(id, choices), choices)).toBe(id)
  expect(choiceParam(undefined, NONE_OWN)).toBe('')
})

test('a link to another page keeps the choice of one', () => {
  expect(choiceInLink('a', WITH_OWN)).toBe('&resource=a')
})

test('a link to another page keeps the choice of all, where somebody has an own doctor', () => {
  const param = new URLSearchParams(choiceInLink(undefined, WITH_OWN)).get('resource')
  expect(chosenIn(param ?? '', WITH_OWN)).toBeUndefined()
})

test('a link says nothing of a choice in a practice of one', () => {
  expect(choiceInLink(undefined, [])).toBe('')
})
