import { describe, expect, it } from 'vitest'
import { asyncRefusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { ACCEPTED, openCloudflare, verifyTurnstile } from '../testing/turnstile.ts'

describe('the answer of Turnstile', () => {
  it.each([{ success: true }, { success: true, hostname: '', action: '' }])(
    'may come from a simulator that names neither site nor action: %o',
    async (answer) => {
      const { httpFetch } = openCloudflare(answer)
      expect(await asyncRefusalCode(verifyTurnstile(openTestApp().ctx(), httpFetch))).toBeUndefined()
    },
  )

  it.each([
    { what: 'the visitor failed', answer: { success: false, 'error-codes': ['invalid-input-response'] } },
    {
      what: 'the token was used or is too old',
      answer: { success: false, 'error-codes': ['timeout-or-duplicate'] },
    },
    { what: 'it gives no reason', answer: { success: false } },
    { what: 'the token is from another site', answer: { ...ACCEPTED, hostname: 'evil.example' } },
    { what: 'the token is from a part of the site', answer: { ...ACCEPTED, hostname: 'x.termine.example' } },
    { what: 'the token is for another action', answer: { ...ACCEPTED, action: 'login' } },
  ])('is a refusal when $what', async ({ answer }) => {
    expect(
      await asyncRefusalCode(verifyTurnstile(openTestApp().ctx(), openCloudflare(answer).httpFetch)),
    ).toBe('bot_check_failed')
  })

  it.each([
    { what: 'our secret is wrong', answer: { success: false, 'error-codes': ['invalid-input-secret'] } },
    { what: 'it has an internal error', answer: { success: false, 'error-codes': ['internal-error'] } },
    { what: 'it reports success and an error', answer: { ...ACCEPTED, 'error-codes': ['internal-error'] } },
    { what: 'it answers no JSON', answer: '<html>Bad gateway</html>' },
    { what: 'it answers null', answer: null },
    { what: 'it answers more than a megabyte', answer: { ...ACCEPTED, more: 'x'.repeat(1024 * 1024) } },
    { what: 'success is a string', answer: { ...ACCEPTED, success: 'true' } },
  ])('counts as none when $what', async ({ answer }) => {
    expect(
      await asyncRefusalCode(verifyTurnstile(openTestApp().ctx(), openCloudflare(answer).httpFetch)),
    ).toBe('bot_check_unavailable')
  })

  it.each([
    new TypeError('fetch failed'),
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  ])('counts as none when the request ends with %o', async (error) => {
    const checked = verifyTurnstile(openTestApp().ctx(), () => Promise.reject(error))
    expect(await asyncRefusalCode(checked)).toBe('bot_check_unavailable')
  })
})
