import { expect, test } from 'vitest'
import type { Service } from '../../api/public.ts'
import { answersTo, hasQuestions } from './answer-draft.ts'

test('a service without the field `questions`, which the specification does not name, has none', () => {
  const bare = { id: 'facial', name: 'Facial' } as Service
  expect(hasQuestions(bare)).toBe(false)
  expect(answersTo(bare, { q1: 'ja' })).toEqual({})
})
