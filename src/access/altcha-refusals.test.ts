import type { Challenge, Solution } from 'altcha-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { asyncRefusalCode } from '../testing/refusal.ts'
import { altchaToken, solveBotCheck, verifyAltcha } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'

/** JSON that is nested deeper than the stack, and as long as a body may be. */
const DEEP_JSON = {
  list: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  object: `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
}

describe('the built-in check', () => {
  it.each<{ what: string; payloadOf: (solved: { challenge: Challenge; solution: Solution }) => unknown }>([
    {
      what: 'the widget in its test mode',
      payloadOf: () => ({ challenge: null, solution: null, test: true }),
    },
    { what: 'no solution', payloadOf: ({ challenge }) => ({ challenge }) },
    {
      what: 'a wrong solution',
      payloadOf: ({ challenge, solution }) => ({
        challenge,
        solution: { ...solution, derivedKey: '00'.repeat(32) },
      }),
    },
    {
      what: 'an empty solution',
      payloadOf: ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: '' } }),
    },
    {
      what: 'a counter that is no number',
      payloadOf: ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: '1' } }),
    },
    {
      what: 'a challenge without a signature',
      payloadOf: ({ challenge, solution }) => ({ challenge: { ...challenge, signature: '' }, solution }),
    },
    { what: 'a list', payloadOf: (solved) => [solved] },
    { what: 'null', payloadOf: () => null },
    { what: 'the parameters alone', payloadOf: ({ challenge }) => challenge.parameters },
  ])('refuses $what', async ({ payloadOf }) => {
    const { ctx } = openTestApp()
    const token = altchaToken(payloadOf(await solveBotCheck(ctx())))
    expect(await asyncRefusalCode(verifyAltcha(ctx(), token))).toBe('bot_check_failed')
  })

  it.each(['list', 'object'] as const)('refuses a deeply nested %s in any place', async (kind) => {
    const { ctx } = openTestApp()
    const solved = JSON.stringify(await solveBotCheck(ctx()))
    const deep = DEEP_JSON[kind]
    // The first part of each replacement, `$&`, keeps the text that was found.
    const jsonTexts = [
      deep,
      `{"challenge":${deep}}`,
      solved.replace('"parameters":{', `$&"more":${deep},`),
      solved.replace(/"data":\{/, `$&"more":${deep},`),
      solved.replace(/"salt":"\w+"/, `"salt":${deep}`),
      solved.replace(/"derivedKey":"\w+"/, `"derivedKey":${deep}`),
    ]
    for (const json of jsonTexts) {
      const token = Buffer.from(json).toString('base64')
      const whichJson = json.slice(0, 80)
      expect(await asyncRefusalCode(verifyAltcha(ctx(), token)), whichJson).toBe('bot_check_failed')
    }
  })

  it('refuses a challenge with a missing or changed parameter', async () => {
    const { ctx } = openTestApp()
    const { challenge, solution } = await solveBotCheck(ctx())
    const anyName = fc.constantFrom(...Object.keys(challenge.parameters), 'more')
    const anyValueOrNone = fc.option(fc.jsonValue(), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(anyName, anyValueOrNone, async (name, value) => {
        // The same value would change nothing, and the check would be accepted.
        fc.pre(challenge.parameters[name as 'nonce'] !== value)
        const parameters = { ...challenge.parameters, [name]: value }
        const token = altchaToken({ challenge: { ...challenge, parameters }, solution })
        expect(await asyncRefusalCode(verifyAltcha(ctx(), token))).toBe('bot_check_failed')
      }),
    )
  })

  it.each([
    { what: 'no token', token: '' },
    { what: 'a letter', token: 'x' },
    { what: 'invalid Base64', token: '%%%' },
    { what: 'null in Base64', token: 'bnVsbA==' },
    { what: 'JSON without Base64', token: '{}' },
    { what: 'the test token of Turnstile', token: 'XXXX.DUMMY.TOKEN.XXXX' },
  ])('refuses $what', async ({ token }) => {
    expect(await asyncRefusalCode(verifyAltcha(openTestApp().ctx(), token))).toBe('bot_check_failed')
  })

  it.each<{ what: string; changes: Parameters<typeof solveBotCheck>[1] }>([
    { what: 'for another purpose', changes: { data: { purpose: 'login' } } },
    // The compiler knows that every challenge of the portal has data and an end.
    { what: 'for no purpose', changes: { data: undefined as never } },
    { what: 'without a level', changes: { data: { purpose: BOT_CHECK_ACTION } } },
    { what: 'without an end', changes: { expiresAt: undefined as never } },
    { what: 'signed with another key', changes: { hmacSignatureSecret: 'somebody else’s' } },
    { what: 'with another key for the solution', changes: { hmacKeySignatureSecret: 'somebody else’s' } },
  ])('refuses a challenge $what', async ({ changes }) => {
    const { ctx } = openTestApp()
    const token = altchaToken(await solveBotCheck(ctx(), changes))
    expect(await asyncRefusalCode(verifyAltcha(ctx(), token))).toBe('bot_check_failed')
  })
})
