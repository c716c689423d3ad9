import { Secret, TOTP } from 'otpauth'
import type { NewPasskey } from '../access/passkeys.ts'
import { openSession, resumeSession } from '../access/sessions.ts'
import { admins } from '../db/schema.ts'
import { MINUTE } from '../shared/day.ts'
import type { Role } from '../shared/role.ts'
import type { Browser } from './browser.ts'
import { ASSISTANT_EMAIL, type TestApp } from './test-app.ts'

/** The e-mail address of the admin whom `insertAdmin` inserts by default. */
export const ADMIN = ASSISTANT_EMAIL
/** The password of every admin whom `insertAdmin` inserts. */
export const PASSWORD = 'drei Enten fahren Tretboot'
/** The hash of PASSWORD with the current parameters, so that no test waits for it to be computed. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,p=1,t=2$nRM1EyOvlh/bbt749qQ3rw$AwhmQbIn1f+vcRorSY6b3ghtxCPoXc12t+LBGDhOggA'

/** Inserts an admin, by default a doctor with PASSWORD, and returns the id. */
export function insertAdmin(
  app: Pick<TestApp, 'ctx'>,
  changes: { email?: string; name?: string; passwordHash?: string; role?: Role } = {},
) {
  const { now } = app.ctx()
  const admin = { email: ADMIN, name: 'Assistenz', passwordHash: PASSWORD_HASH, ...changes }
  return app
    .ctx()
    .db.insert(admins)
    .values({ ...admin, createdAt: now, updatedAt: now })
    .returning()
    .get().id
}

/** Opens a session of the admin, and returns its id. */
export function insertSession(app: TestApp, adminId: number): number {
  const { token } = openSession(app.ctx(), adminId, 'Firefox')
  const session = resumeSession(app.ctx(), token, { keepAlive: false })
  if (session === undefined) throw new Error('no session')
  return session.id
}

/** Returns a passkey that was verified and not added yet. */
export function aNewPasskey(app: TestApp): NewPasskey {
  const challenge = { challenge: 'unspent', expiresAt: app.ctx().now + MINUTE }
  return { credentialId: 'new', publicKey: '', counter: 0, challenge }
}

/** Calls the login, by default with `PASSWORD`. */
export function postLogin(
  app: TestApp,
  changes: Record<string, unknown> = {},
  { address, headers }: { address?: string; headers?: Record<string, string> } = {},
) {
  return app
    .browser(address)
    .post('/api/admin/login', { email: ADMIN, password: PASSWORD, ...changes }, headers)
}

/** Signs in, and returns a browser that sends the session's token. */
export async function signIn(
  app: TestApp,
  changes: Record<string, unknown> = {},
  userAgent = 'Firefox/140.0 (Windows)',
): Promise<Browser & { token: string }> {
  const answer = await postLogin(app, changes, { headers: { 'user-agent': userAgent } })
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`)
  return browserWithToken(app, answer.json.token)
}

/** Returns a browser that sends this token of a session. */
export function browserWithToken(app: TestApp, token: string): Browser & { token: string } {
  return { ...app.browser('203.0.113.7', { authorization: `Bearer ${token}` }), token }
}

/** Milliseconds for which an authenticator app shows a code. */
const CODE_LENGTH = 30_000

/** Returns the code that an authenticator app shows so many codes from now, by default now. */
export function codeOf(secret: string, codesAhead = 0): string {
  const timestamp = Date.now() + codesAhead * CODE_LENGTH
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

/** Sets up an authenticator app, and confirms it with its first code. */
export async function turnOnSecondFactor(
  browser: Browser,
): Promise<{ secret: string; uri: string; recoveryCodes: string[] }> {
  const { secret, uri } = (await browser.post('/api/admin/second-factor/setup', { password: PASSWORD })).json
  const enabled = await browser.post('/api/admin/second-factor/enable', { code: codeOf(secret) })
  if (enabled.status !== 200) throw new Error(`not on: ${enabled.text}`)
  return { secret, uri, recoveryCodes: enabled.json.recovery_codes }
}
