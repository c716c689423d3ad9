import { getAdmin } from '../access/admins.ts'
import { enableAuthenticatorApp, prepareAuthenticatorApp } from '../access/factor-changes.ts'
import { trySpendCode } from '../access/second-factor.ts'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, codeOf, insertAdmin } from './admins.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Adds an admin without a second factor. Returns the admin's id, and calls for the authenticator app. */
export function openWithoutFactor(app: TestApp = openTestApp(), email = ADMIN) {
  const id = insertAdmin(app, { email })
  return {
    app,
    id,
    prepare: () => prepareAuthenticatorApp(app.ctx(), id, 'Ordination Dr. Demo Muster'),
    enable: (code: string) =>
      enableAuthenticatorApp(app.ctx(), id, { code, attempt: { email, origin: 'x' } }),
    trySpend: (code: string) => trySpendCode(app.ctx(), getAdmin(app.ctx(), id), code),
  }
}

/** Adds an admin who switched on an authenticator app a minute ago, so that the app has a new code by now. */
export function openWithFactor(app: TestApp = openTestApp(), email = ADMIN) {
  const admin = openWithoutFactor(app, email)
  const { secret } = admin.prepare()
  const recoveryCodes = admin.enable(codeOf(secret))
  app.pass(MINUTE)
  return { ...admin, secret, recoveryCodes }
}
