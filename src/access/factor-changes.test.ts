import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, aNewPasskey, codeOf, insertSession } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openWithFactor, openWithoutFactor } from '../testing/second-factor-app.ts'
import { getAdmin } from './admins.ts'
import { addPasskey, disableAllFactors, disableAuthenticatorApp, removePasskey } from './factor-changes.ts'

const OTHER_ADMIN = 'dr.muster@ordination.example'

describe('switching the second factor on', () => {
  it('gives a secret and its URI with the name of the practice', () => {
    const { secret, uri } = openWithoutFactor().prepare()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const practice = encodeURIComponent('Ordination Dr. Demo Muster')
    const account = `${practice}:${encodeURIComponent(ADMIN)}`
    expect(uri).toBe(
      `otpauth://totp/${account}?issuer=${practice}&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  it('is refused before the app is set up', () => {
    expect(refusalOf(() => openWithoutFactor().enable('123456'))).toMatchObject({
      code: 'conflict',
      message: 'Bitte richten Sie zuerst die Authenticator-App ein.',
    })
  })

  it('accepts only a code of the last secret', () => {
    const { prepare, enable } = openWithoutFactor()
    const earlierSecret = prepare().secret
    const lastSecret = prepare().secret
    expect(earlierSecret).not.toBe(lastSecret)
    expect(refusalOf(() => enable(codeOf(earlierSecret)))).toMatchObject({
      code: 'invalid',
      facts: { fields: { code: 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.' } },
    })
    expect(refusalOf(() => enable(codeOf(lastSecret)))).toBeUndefined()
  })

  it('gives ten recovery codes, and is recorded', () => {
    const { app, recoveryCodes } = openWithFactor()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
    expect(app.rows('select action from audit order by id')).toEqual([{ action: 'second-factor-on' }])
  })

  it('is refused after five wrong codes, for 15 minutes', () => {
    const { app, prepare, enable } = openWithoutFactor()
    const { secret } = prepare()
    const wrongCode = codeOf(secret) === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++) expect(refusalOf(() => enable(wrongCode))?.code).toBe('invalid')
    expect(refusalOf(() => enable(codeOf(secret)))?.code).toBe('too_many')
    app.pass(15 * MINUTE)
    expect(enable(codeOf(secret))).toHaveLength(10)
  })

  it('is refused while the app is on already', () => {
    const { prepare, enable, secret, trySpend } = openWithFactor()
    const alreadyOn = { code: 'conflict', message: 'Der zweite Faktor ist bereits eingeschaltet.' }
    expect(refusalOf(prepare)).toMatchObject(alreadyOn)
    expect(refusalOf(() => enable(codeOf(secret)))).toMatchObject(alreadyOn)
    // The refused call has not used up the code.
    expect(trySpend(codeOf(secret))).toBe(true)
  })

  it('stores the secret encrypted for its admin, so that another cannot use it', () => {
    const { app, id, secret } = openWithFactor()
    const encryptedSecret = getAdmin(app.ctx(), id).totpSecret ?? ''
    expect(encryptedSecret).toMatch(/^v1:/)
    const otherAdmin = openWithoutFactor(app, OTHER_ADMIN)
    app.changeRows(
      'update admins set totp_secret = ?, totp_step = 1 where id = ?',
      encryptedSecret,
      otherAdmin.id,
    )
    expect(() => otherAdmin.trySpend(codeOf(secret))).toThrow()
  })
})

describe('switching the second factor off', () => {
  it('deletes secret and recovery codes', () => {
    const { app, id, trySpend, prepare, enable, secret, recoveryCodes } = openWithFactor()
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    expect(getAdmin(app.ctx(), id)).toMatchObject({ totpSecret: null, totpStep: null })
    expect(app.rows('select * from recovery_codes')).toEqual([])

    const next = prepare()
    expect(next.secret).not.toBe(secret)
    enable(codeOf(next.secret))
    const [formerCode = ''] = recoveryCodes
    expect(trySpend(formerCode)).toBe(false)
  })

  it('is recorded, but only if it was on', () => {
    const { app, id } = openWithFactor()
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    expect(app.rows('select action from audit order by id')).toEqual([
      { action: 'second-factor-on' },
      { action: 'second-factor-off' },
    ])
  })

  it('keeps the recovery codes of others', () => {
    const { app, id } = openWithFactor()
    const otherAdmin = openWithFactor(app, OTHER_ADMIN)
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    expect(otherAdmin.trySpend(otherAdmin.recoveryCodes[0] ?? '')).toBe(true)
  })
})

describe('switching the authenticator app off', () => {
  it('does nothing while the app is off', () => {
    const { app, id } = openWithoutFactor()
    const keptSessionId = insertSession(app, id)
    insertSession(app, id)
    disableAuthenticatorApp(app.ctx(), id, keptSessionId)
    expect(app.rows('select id from sessions')).toHaveLength(2)
    expect(app.rows('select action from audit')).toEqual([])
  })

  it('keeps the recovery codes until the last passkey is removed', () => {
    const { app, id, recoveryCodes, trySpend } = openWithFactor()
    const [firstCode = '', secondCode = ''] = recoveryCodes
    const keptSessionId = insertSession(app, id)
    const options = { name: 'Laptop', passkey: aNewPasskey(app), keptSessionId }
    expect(addPasskey(app.ctx(), id, options), 'no new recovery codes').toEqual([])
    disableAuthenticatorApp(app.ctx(), id, keptSessionId)
    expect(getAdmin(app.ctx(), id).totpSecret).toBeNull()
    expect(trySpend(firstCode)).toBe(true)

    const [passkey] = app.rows<{ id: number }>('select id from passkeys')
    removePasskey(app.ctx(), id, { passkeyId: passkey?.id ?? 0, keptSessionId })
    expect(trySpend(secondCode)).toBe(false)
  })
})
