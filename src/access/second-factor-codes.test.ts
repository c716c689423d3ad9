import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { ADMIN, codeOf } from '../testing/admins.ts'
import { openWithFactor, openWithoutFactor } from '../testing/second-factor-app.ts'
import { getAdmin } from './admins.ts'
import { encrypt } from './crypto.ts'
import { latestTotpStep } from './totp.ts'

/**
 * Opens an app with an admin whose authenticator app is prepared with this secret, but not yet switched on.
 */
function openWithSecret(secret: string) {
  const admin = openWithoutFactor()
  const encrypted = encrypt(admin.app.ctx(), `admins:totp_secret:${admin.id}`, secret)
  admin.app.changeRows('update admins set totp_secret = ?', encrypted)
  return admin
}

describe('a code', () => {
  it('matches the example of RFC 6238', () => {
    const { app, enable } = openWithSecret(Secret.fromLatin1('12345678901234567890').base32)
    app.setClock('2005-03-18T01:58:29Z')
    expect(enable('081804')).toHaveLength(10)
  })

  it.each([-1, 0, 1])('is valid for the time step that is %i from the present one', (steps) => {
    const { secret, trySpend } = openWithFactor()
    expect(trySpend(codeOf(secret, steps))).toBe(true)
  })

  it.each([-20, -3, -2, 2, 3, 20])(
    'is not valid for the time step that is %i from the present one',
    (steps) => {
      const { secret, trySpend } = openWithFactor()
      expect(trySpend(codeOf(secret, steps))).toBe(false)
    },
  )

  it('is valid once, and only if it is newer than the last used code', () => {
    const { secret, trySpend } = openWithFactor()
    const previous = codeOf(secret, -1)
    const present = codeOf(secret)
    const next = codeOf(secret, 1)
    expect([trySpend(present), trySpend(present)]).toEqual([true, false])
    expect(trySpend(previous)).toBe(false)
    expect([trySpend(next), trySpend(next)]).toEqual([true, false])
  })

  it('is refused if it has switched the second factor on', () => {
    const { prepare, enable, trySpend } = openWithoutFactor()
    const code = codeOf(prepare().secret)
    enable(code)
    expect(trySpend(code)).toBe(false)
  })

  it('may be typed in two groups', () => {
    const { secret, trySpend } = openWithFactor()
    const threeAndThree = codeOf(secret).replace(/^(...)/, '$1 ')
    expect(trySpend(threeAndThree)).toBe(true)
  })

  it('is refused without an error unless it has six digits', () => {
    const { trySpend } = openWithFactor()
    const texts = ['12345', '1234567', 'abcdef', '٠٠٠٠٠٠', '-00001', '0x1234', '1e5000', '', '%', "' or 1=1"]
    for (const text of texts) expect(trySpend(text), text).toBe(false)
  })

  it('is refused with a seventh digit after the right six', () => {
    const { secret, trySpend } = openWithFactor()
    expect(trySpend(`${codeOf(secret)}0`)).toBe(false)
  })

  it('of the next time step is recorded as used', () => {
    const { app, id, secret, trySpend } = openWithFactor()
    trySpend(codeOf(secret, 1))
    expect(getAdmin(app.ctx(), id).totpStep).toBe(latestTotpStep(app.ctx().now))
  })
})

describe('a recovery code', () => {
  it('is refused if it is wrong', () => {
    const { trySpend } = openWithFactor()
    expect(trySpend('aaaa-aaaa-aaaa')).toBe(false)
  })

  it('is valid once, and recorded', () => {
    const { app, recoveryCodes, trySpend } = openWithFactor()
    const [first = '', second = ''] = recoveryCodes
    expect([trySpend(first), trySpend(first)]).toEqual([true, false])
    expect(trySpend(second)).toBe(true)
    expect(app.rows(`select subject from audit where action = 'recovery-code-used'`)).toEqual([
      { subject: ADMIN },
      { subject: ADMIN },
    ])
  })

  it('may be typed in capitals, with spaces and with similar letters', () => {
    const { recoveryCodes, trySpend } = openWithFactor()
    const [first = '', second = '', third = ''] = recoveryCodes
    expect(trySpend(first.toUpperCase())).toBe(true)
    expect(trySpend(` ${second.replaceAll('-', ' ')} `)).toBe(true)
    const withSimilarLetters = third.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l')
    expect(trySpend(withSimilarLetters)).toBe(true)
  })

  it('is valid for its own admin only', () => {
    const { app, recoveryCodes } = openWithFactor()
    const otherAdmin = openWithFactor(app, 'dr.muster@ordination.example')
    expect(otherAdmin.trySpend(recoveryCodes[0] ?? '')).toBe(false)
  })
})
