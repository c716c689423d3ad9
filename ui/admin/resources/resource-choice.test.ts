import { expect, test } from 'vitest'
import { choiceInLink, choiceInUrl, chosenResourceIn } from './resource-choice.ts'

const DR_A = { id: 'a', name: 'Dr. A', own: false }
const DR_B = { id: 'b', name: 'Dr. B', own: false }
/** Two doctors, neither of whom is signed in; '' in the URL is then the choice of all. */
const NONE_OWN = [DR_A, DR_B]
/** The same, where Dr. B is signed in. */
const WITH_OWN = [DR_A, { ...DR_B, own: true }]

test('the URL chooses one of several doctors', () => {
  expect(chosenResourceIn('b', NONE_OWN)).toBe('b')
  expect(chosenResourceIn('a', WITH_OWN)).toBe('a')
})

test('a URL without a choice shows a doctor’s own appointments, and those of all doctors to others', () => {
  expect(chosenResourceIn('', WITH_OWN)).toBe('b')
  expect(chosenResourceIn('', NONE_OWN)).toBeUndefined()
})

test('a doctor can choose all doctors', () => {
  expect(chosenResourceIn('*', WITH_OWN)).toBeUndefined()
})

test('a URL that chooses a deleted doctor is read like one without a choice', () => {
  expect(chosenResourceIn('gone', NONE_OWN)).toBeUndefined()
  expect(chosenResourceIn('gone', WITH_OWN)).toBe('b')
})

test('in a practice with one doctor, the URL chooses nobody', () => {
  expect(chosenResourceIn('a', [])).toBeUndefined()
})

test('while the doctors are loading, the choice in the URL is trusted', () => {
  expect(chosenResourceIn('b', undefined)).toBe('b')
  expect(chosenResourceIn('', undefined)).toBeUndefined()
})

test.each([undefined, 'a', 'b'])('the choice of %s is written to the URL and read from it', (id) => {
  expect(chosenResourceIn(choiceInUrl(id, NONE_OWN), NONE_OWN)).toBe(id)
  expect(chosenResourceIn(choiceInUrl(id, WITH_OWN), WITH_OWN)).toBe(id)
})

test('the choice of all is left out of the URL, unless a doctor is signed in', () => {
  expect(choiceInUrl(undefined, NONE_OWN)).toBe('')
  expect(choiceInUrl(undefined, WITH_OWN)).toBe('*')
})

test('a link to another page keeps the choice of one doctor', () => {
  expect(choiceInLink('a', WITH_OWN)).toBe('&resource=a')
})

test('a link to another page keeps the choice of all doctors, even for a doctor', () => {
  const param = new URLSearchParams(choiceInLink(undefined, WITH_OWN)).get('resource')
  expect(chosenResourceIn(param ?? '', WITH_OWN)).toBeUndefined()
})

test('a link has no choice in a practice with one doctor', () => {
  expect(choiceInLink(undefined, [])).toBe('')
})
