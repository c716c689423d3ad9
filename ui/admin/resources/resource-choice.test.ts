import { expect, test } from 'vitest'
import { choiceInLink, choiceParam, chosenIn } from './resource-choice.ts'

const A = { id: 'a', name: 'Dr. A', own: false }
const B = { id: 'b', name: 'Dr. B', own: false }
/** Two doctors, neither of whom is signed in; '' in the address is then the choice of all. */
const NONE_OWN = [A, B]
/** The same, where Dr. B is signed in. */
const WITH_OWN = [A, { ...B, own: true }]

test('the address chooses one of several doctors', () => {
  expect(chosenIn('b', NONE_OWN)).toBe('b')
  expect(chosenIn('a', WITH_OWN)).toBe('a')
})

test('an address without a choice shows a doctor’s own appointments, and those of all doctors to others', () => {
  expect(chosenIn('', WITH_OWN)).toBe('b')
  expect(chosenIn('', NONE_OWN)).toBeUndefined()
})

test('a doctor can choose all doctors', () => {
  expect(chosenIn('*', WITH_OWN)).toBeUndefined()
})

test('an address that chooses a deleted doctor is read like one without a choice', () => {
  expect(chosenIn('gone', NONE_OWN)).toBeUndefined()
  expect(chosenIn('gone', WITH_OWN)).toBe('b')
})

test('in a practice with one doctor, the address chooses nobody', () => {
  expect(chosenIn('a', [])).toBeUndefined()
})

test('while the doctors are loading, the choice in the address is trusted', () => {
  expect(chosenIn('b', undefined)).toBe('b')
  expect(chosenIn('', undefined)).toBeUndefined()
})

test.each([undefined, 'a', 'b'])('the choice of %s is written to the address and read from it', (id) => {
  expect(chosenIn(choiceParam(id, NONE_OWN), NONE_OWN)).toBe(id)
  expect(chosenIn(choiceParam(id, WITH_OWN), WITH_OWN)).toBe(id)
})

test('the choice of all is left out of the address, unless a doctor is signed in', () => {
  expect(choiceParam(undefined, NONE_OWN)).toBe('')
  expect(choiceParam(undefined, WITH_OWN)).toBe('*')
})

test('a link to another page keeps the choice of one doctor', () => {
  expect(choiceInLink('a', WITH_OWN)).toBe('&resource=a')
})

test('a link to another page keeps the choice of all doctors, even for a doctor', () => {
  const param = new URLSearchParams(choiceInLink(undefined, WITH_OWN)).get('resource')
  expect(chosenIn(param ?? '', WITH_OWN)).toBeUndefined()
})

test('a link has no choice in a practice with one doctor', () => {
  expect(choiceInLink(undefined, [])).toBe('')
})
