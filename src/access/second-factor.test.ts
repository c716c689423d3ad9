import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, aNewPasskey, anAdmin, aSession, codeOf } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { getAdmin } from './admins.ts'
import { encrypt } from './crypto.ts'
import {
  addPasskey,
  disableAllFactors,
  disableApp,
  enableApp,
  prepareApp,
  removePasskey,
  trySpendCode,
} from './second-factor.ts'
import { latestStep } from './totp.ts'

/** Adds an admin without a second factor. Returns calls for this admin. */
function openFor(app: TestApp, email = ADMIN) {
  const id = anAdmin(app, { email })
  return {
    app,
    id,
    prepare: () => prepareApp(app.ctx(), id, 'Ordination Dr. Demo Muster'),
    enable: (code: string) => enableApp(app.ctx(), id, { code, attempt: { email, origin: 'x' } }),
    spend: (code: string) => trySpendCode(app.ctx(), getAdmin(app.ctx(), id), code),
  }
}

/** Adds an admin whose second factor is on. */
function openSwitchedOn(app = openTestApp(), email = ADMIN) {
  const factor = openFor(app, email)
  const { secret } = factor.prepare()
  const recoveryCodes = factor.enable(codeOf(secret))
  app.pass(MINUTE)
  return { ...factor, secret, recoveryCodes }
}

describe('switching the second factor on', () => {
  it('starts with a secret and its address with the name of the practice', () => {
    const { secret, uri } = openFor(openTestApp()).prepare()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Ordination%20Dr.%20Demo%20Muster:assistenz%40ordination.example?issuer=Ordination%20Dr.%20Demo%20Muster&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  it('is refused before the app was set up', () => {
    expect(refusalOf(() => openFor(openTestApp()).enable('123456'))).toMatchObject({
      code: 'conflict',
      message: 'Bitte richten Sie zuerst die Authenticator-App ein.',
    })
  })

  it('takes a code of the last secret only', () => {
    const { prepare, enable } = openFor(openTestApp())
    const [first, second] = [prepare().secret, prepare().secret]
    expect(first).not.toBe(second)
    expect(refusalOf(() => enable(codeOf(first)))).toMatchObject({
      code: 'invalid',
      facts: { fields: { code: 'Dieser Code stimmt nicht. Bitte geben Sie den nächsten ein.' } },
    })
    expect(refusalOf(() => enable(codeOf(second)))).toBeUndefined()
  })

  it('gives ten recovery codes, and is recorded', () => {
    const { app, recoveryCodes } = openSwitchedOn()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
    expect(app.rows('select action from audit order by id')).toEqual([{ action: 'second-factor-on' }])
  })

  it('is refused after five wrong codes, for 15 minutes', () => {
    const { app, prepare, enable } = openFor(openTestApp())
    const { secret } = prepare()
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++) expect(refusalOf(() => enable(wrong))?.code).toBe('invalid')
    expect(refusalOf(() => enable(codeOf(secret)))?.code).toBe('too_many')
    app.pass(15 * MINUTE)
    expect(enable(codeOf(secret))).toHaveLength(10)
  })

  it('is refused while the app is on already', () => {
    const { prepare, enable, secret, spend } = openSwitchedOn()
    const alreadyOn = { code: 'conflict', message: 'Der zweite Faktor ist bereits eingeschaltet.' }
    for (const call of [prepare, () => enable(codeOf(secret))])
      expect(refusalOf(call)).toMatchObject(alreadyOn)
    expect(spend(codeOf(secret))).toBe(true)
  })

  it('stores the secret encrypted for its admin', () => {
    const { app, secret } = openSwitchedOn()
    const [{ totp_secret = '' } = {}] = app.rows<{ totp_secret: string }>('select totp_secret from admins')
    expect(totp_secret).toMatch(/^v1:/)
    const { id, spend } = openFor(app, 'dr.muster@ordination.example')
    app.change('update admins set totp_secret = ?, totp_step = 1 where id = ?', totp_secret, id)
    expect(() => spend(codeOf(secret))).toThrow()
  })
})

describe('a code', () => {
  it('is that of RFC 6238', () => {
    const { app, id, enable } = openFor(openTestApp())
    const secret = Secret.fromLatin1('12345678901234567890').base32
    const encrypted = encrypt(app.ctx(), `admins:totp_secret:${id}`, secret)
    app.change('update admins set totp_secret = ?', encrypted)
    app.at('2005-03-18T01:58:29Z')
    expect(enable('081804')).toHaveLength(10)
  })

  it.each([-20, -3, -2, -1, 0, 1, 2, 3, 20])(
    'is valid for the present time step, the one before and the one after: %i',
    (steps) => {
      const { secret, spend } = openSwitchedOn()
      expect(spend(codeOf(secret, steps))).toBe(Math.abs(steps) <= 1)
    },
  )

  it('is valid once, and none is older than the last one', () => {
    const { secret, spend } = openSwitchedOn()
    const [before, now, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)]
    expect([now, now, before, after, after].map(spend)).toEqual([true, false, false, true, false])
  })

  it('is not the one that switched the second factor on', () => {
    const { prepare, enable, spend } = openFor(openTestApp())
    const code = codeOf(prepare().secret)
    enable(code)
    expect(spend(code)).toBe(false)
  })

  it('may be typed in two groups', () => {
    const { secret, spend } = openSwitchedOn()
    expect(spend(codeOf(secret).replace(/^(...)/, '$1 '))).toBe(true)
  })

  it('has six digits', () => {
    const { secret, spend } = openSwitchedOn()
    const wrong = ['12345', '1234567', 'abcdef', '٠٠٠٠٠٠', '-00001', '0x1234', '1e5000', '', '%', "' or 1=1"]
    for (const code of [...wrong, 'aaaa-aaaa-aaaa', `${codeOf(secret)}0`])
      expect([code, spend(code)]).toEqual([code, false])
  })

  it('that an app shows next has the latest step', () => {
    const { app, id, secret, spend } = openSwitchedOn()
    spend(codeOf(secret, 1))
    expect(getAdmin(app.ctx(), id).totpStep).toBe(latestStep(app.ctx().now))
  })
})

describe('a recovery code', () => {
  it('is valid once, and recorded', () => {
    const { app, recoveryCodes, spend } = openSwitchedOn()
    const [one = '', two = ''] = recoveryCodes
    expect([one, one, two].map(spend)).toEqual([true, false, true])
    expect(app.rows(`select subject from audit where action = 'recovery-code-used'`)).toEqual([
      { subject: ADMIN },
      { subject: ADMIN },
    ])
  })

  it('may be typed with other case, spaces and similar letters', () => {
    const { recoveryCodes, spend } = openSwitchedOn()
    const [one = '', two = '', three = ''] = recoveryCodes
    const similar = three.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l')
    const typed = [one.toUpperCase(), ` ${two.replaceAll('-', ' ')} `, similar]
    expect(typed.map(spend)).toEqual([true, true, true])
  })

  it('is valid for its own admin only', () => {
    const { app, recoveryCodes } = openSwitchedOn()
    expect(openSwitchedOn(app, 'dr.muster@ordination.example').spend(recoveryCodes[0] ?? '')).toBe(false)
  })
})

describe('switching the second factor off', () => {
  it('deletes secret and recovery codes, and does nothing when it is off', () => {
    const { app, id, spend, prepare, enable, secret, recoveryCodes } = openSwitchedOn()
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    expect(getAdmin(app.ctx(), id)).toMatchObject({ totpSecret: null, totpStep: null })
    expect(app.rows('select * from recovery_codes')).toEqual([])
    expect(app.rows('select action from audit order by id')).toEqual([
      { action: 'second-factor-on' },
      { action: 'second-factor-off' },
    ])

    const next = prepare()
    expect(next.secret).not.toBe(secret)
    enable(codeOf(next.secret))
    expect(spend(recoveryCodes[0] ?? '')).toBe(false)
  })

  it('leaves the recovery codes of others', () => {
    const { app, id } = openSwitchedOn()
    const other = openSwitchedOn(app, 'dr.muster@ordination.example')
    disableAllFactors(app.ctx(), { id, email: ADMIN })
    expect(other.spend(other.recoveryCodes[0] ?? '')).toBe(true)
  })

  it('does nothing while the app is off', () => {
    const { app, id } = openFor(openTestApp())
    const keptSession = aSession(app, id)
    aSession(app, id)
    disableApp(app.ctx(), id, keptSession)
    expect(app.rows('select id from sessions')).toHaveLength(2)
    expect(app.rows('select action from audit')).toEqual([])
  })

  it('keeps the recovery codes while there is another factor, and deletes them with the last one', () => {
    const { app, id, recoveryCodes, spend } = openSwitchedOn()
    const keptSession = aSession(app, id)
    const options = { name: 'Laptop', passkey: aNewPasskey(app), keptSession }
    expect(addPasskey(app.ctx(), id, options)).toEqual([])
    disableApp(app.ctx(), id, keptSession)
    expect([getAdmin(app.ctx(), id).totpSecret, spend(recoveryCodes[0] ?? '')]).toEqual([null, true])
    const [{ id: passkeyId = 0 } = {}] = app.rows<{ id: number }>('select id from passkeys')
    removePasskey(app.ctx(), id, passkeyId, keptSession)
    expect(spend(recoveryCodes[1] ?? '')).toBe(false)
  })
})
