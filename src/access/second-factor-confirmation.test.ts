import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { ADMIN, codeOf, insertAdmin } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { enableAuthenticatorApp, prepareAuthenticatorApp } from './factor-changes.ts'
import { confirmFactor } from './second-factor.ts'

describe('confirming with the second factor', () => {
  /** Opens an app with an admin whose second factor is on. */
  const openConfirmation = () => {
    const app = openTestApp()
    const id = insertAdmin(app)
    const attempt = { email: ADMIN, origin: 'x' }
    const { secret } = prepareAuthenticatorApp(app.ctx(), id, 'Ordination Dr. Demo Muster')
    enableAuthenticatorApp(app.ctx(), id, { code: codeOf(secret), attempt })
    // The code that has enabled the factor is spent, so a confirmation needs a later one.
    app.pass(MINUTE)
    return {
      app,
      secret,
      /** Confirms with this factor, and returns the refusal, if any. */
      confirm: (factor: { code: string; passkey?: 'wrong' }) =>
        refusalOf(() => confirmFactor(app.ctx(), id, factor, attempt)),
      countAttempts: () => app.rows('select 1 from attempts').length,
    }
  }

  it('accepts a right code', () => {
    const { secret, confirm, countAttempts } = openConfirmation()
    expect(confirm({ code: codeOf(secret) })).toBeUndefined()
    expect(countAttempts()).toBe(0)
  })

  it('asks for a missing code, without counting an attempt', () => {
    const { confirm, countAttempts } = openConfirmation()
    const sentence = confirm({ code: '' })?.facts.fields?.code
    expect(sentence).toContain('Code')
    expect(sentence).not.toContain('stimmt nicht')
    expect(countAttempts()).toBe(0)
  })

  it.each([
    {
      factor: { code: '000000' },
      sentence: 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.',
    },
    {
      factor: { code: '', passkey: 'wrong' } as const,
      sentence: 'Der Passkey wurde nicht erkannt. Bitte versuchen Sie es noch einmal.',
    },
  ])('counts a wrong code and a wrong passkey, and says: $sentence', ({ factor, sentence }) => {
    const { confirm, countAttempts } = openConfirmation()
    expect(confirm(factor)?.facts.fields?.code).toBe(sentence)
    expect(countAttempts()).toBeGreaterThan(0)
  })

  it('refuses even the right code after five wrong codes for fifteen minutes, and after twenty for a day', () => {
    const { app, secret, confirm } = openConfirmation()
    const refusalOfRightCode = () => confirm({ code: codeOf(secret) })?.code
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 5; i++) expect(confirm({ code: '000000' })?.code).toBe('invalid')
      expect(refusalOfRightCode()).toBe('too_many')
      app.pass(15 * MINUTE)
    }
    expect(refusalOfRightCode()).toBe('too_many')
    app.pass(DAY_LENGTH)
    expect(refusalOfRightCode()).toBeUndefined()
  })
})
