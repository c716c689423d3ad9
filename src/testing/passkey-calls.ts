import { PASSWORD } from './admins.ts'
import { type Authenticator, type Lie, openAuthenticator, RELYING_PARTY } from './authenticator.ts'
import type { Browser } from './browser.ts'
import { openSignedIn } from './signed-in-app.ts'

/** The header by which the portal knows whether the page may use passkeys. */
export const ORIGIN = { origin: RELYING_PARTY.origin }

/** The path of the calls about one's own passkeys. */
export const PASSKEYS_PATH = '/api/admin/account/passkeys'
/** The sentence about a response that proves nothing. */
export const WRONG_PASSKEY = 'Der Passkey wurde nicht erkannt. Bitte versuchen Sie es noch einmal.'
/** The name of every passkey that `addPasskey` adds. */
export const PASSKEY_NAME = 'Schlüssel'

/** Opens a practice with a browser in which its admin is signed in and has a passkey. */
export async function openSignedInWithPasskey() {
  const { app, browser } = await openSignedIn()
  return { app, browser, passkey: await addPasskey(browser) }
}

/**
 * Adds a passkey by the API. `proof` is the password and, while a second factor is on, a code or the response
 * of a passkey.
 */
export async function addPasskey(
  browser: Browser,
  proof: object = { password: PASSWORD },
): Promise<Authenticator & { recoveryCodes: string[] }> {
  const authenticator = openAuthenticator()
  const { json: options } = await browser.post(`${PASSKEYS_PATH}/options`, proof, ORIGIN)
  const body = { name: PASSKEY_NAME, credential: authenticator.create(options) }
  const added = await browser.post(PASSKEYS_PATH, body, ORIGIN)
  if (added.status !== 201) throw new Error(`not added: ${added.text}`)
  return { ...authenticator, recoveryCodes: added.json.recovery_codes }
}

/** Returns the response of a passkey that confirms a change in this session. */
export async function confirmBy(browser: Browser, { get }: Authenticator, lie?: Lie) {
  return get((await browser.post(`${PASSKEYS_PATH}/challenge`, {}, ORIGIN)).json, lie)
}

/** Signs in with the passkey. */
export async function signInWith(browser: Browser, { get }: Authenticator, lie?: Lie) {
  const { json: options } = await browser.post('/api/admin/login/passkey/options', {}, ORIGIN)
  return browser.post('/api/admin/login/passkey', { passkey: get(options, lie) }, ORIGIN)
}
