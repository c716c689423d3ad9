import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { codeOf, insertAdmin, postLogin, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import { openTestApp } from '../../testing/test-app.ts'

const LOGIN_FAILED = { error: 'invalid_credentials', message: 'Login fehlgeschlagen.' }

/** Opens a practice whose admin has set up a second factor a minute ago, so that the app shows a new code. */
async function openWithSecondFactor() {
  const app = openTestApp()
  insertAdmin(app)
  const factor = await turnOnSecondFactor(await signIn(app))
  app.pass(MINUTE)
  return { app, ...factor }
}

describe('the second factor of a sign-in', () => {
  it('is requested after the right password', async () => {
    const { app } = await openWithSecondFactor()
    for (const code of [undefined, '', '  ', null]) {
      const { status, json } = await postLogin(app, { code })
      const message = 'Bitte geben Sie den Code Ihrer Authenticator-App ein.'
      expect([status, json]).toEqual([401, { error: 'second_factor_required', message }])
    }
  })

  it('is not requested after a wrong password', async () => {
    const { app } = await openWithSecondFactor()
    const { status, json } = await postLogin(app, { password: 'wrong' })
    expect([status, json]).toEqual([401, LOGIN_FAILED])
  })

  it('is refused with a wrong code like a wrong password, and accepts the right code', async () => {
    const { app, secret } = await openWithSecondFactor()
    const { status, json } = await postLogin(app, { code: codeOf(secret, 3) })
    expect([status, json]).toEqual([401, LOGIN_FAILED])
    expect((await postLogin(app, { code: ` ${codeOf(secret)}` })).status).toBe(200)
  })

  it.each(['code', 'recovery code'])('accepts a %s once in simultaneous logins', async (kind) => {
    const { app, secret, recoveryCodes } = await openWithSecondFactor()
    const [recoveryCode] = recoveryCodes
    const code = kind === 'code' ? codeOf(secret) : recoveryCode
    const answers = await Promise.all(Array.from({ length: 4 }, () => postLogin(app, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })
})
