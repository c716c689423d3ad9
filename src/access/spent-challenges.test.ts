import { expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { deleteExpiredChallenges, trySpendChallenge } from './spent-challenges.ts'

it('a challenge is spent once, and deleted after it has expired', () => {
  const app = openTestApp({ empty: true })
  const expiresAt = app.ctx().now + 5 * MINUTE
  const trySpend = (challenge: string) => trySpendChallenge(app.ctx(), { challenge, expiresAt })
  expect(trySpend('one')).toBe(true)
  expect(trySpend('one')).toBe(false)
  expect(trySpend('another')).toBe(true)
  app.pass(5 * MINUTE - 1)
  deleteExpiredChallenges(app.ctx())
  expect(trySpend('one')).toBe(false)
  app.pass(1)
  deleteExpiredChallenges(app.ctx())
  expect(app.rows('select challenge from spent_challenges')).toEqual([])
})
