import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { decryptAnswers, encryptAnswers } from './answers.ts'

it('a booking has no answers if its service asks no questions', () => {
  const { ctx } = openTestApp()
  expect(encryptAnswers(ctx(), 'booking-1', [])).toBeNull()
  expect(decryptAnswers(ctx(), { id: 'booking-1', answers: null })).toEqual([])
})
