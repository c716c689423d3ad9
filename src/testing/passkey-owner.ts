import type { ChallengeUse } from '../access/passkey-challenges.ts'
import { tryStorePasskey } from '../access/passkeys.ts'
import { checkNewPasskey, checkPasskey, creationOptions, requestOptions } from '../access/webauthn.ts'
import { ADMIN, insertAdmin } from './admins.ts'
import { type Lie, openAuthenticator, RELYING_PARTY } from './authenticator.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** This module has an admin with an authenticator, for tests of passkeys below the calls. */

/** The uses of challenges in the session with the id 1, of the admin with the id 1. */
export const ADD_USE: ChallengeUse = 'add in session 1 of 1'
export const CONFIRM_USE: ChallengeUse = 'confirm in session 1 of 1'

/** How the authenticator answers: by default truthfully, and to a new challenge. */
type Answering<Options> = { options?: Options; lie?: Lie | undefined }

/**
 * Adds an admin with an authenticator, whose passkey is not stored yet. `createPasskey` makes and checks the
 * passkey, and `signChallenge` checks its response to a challenge.
 */
export function openWithAuthenticator(app = openTestApp(), email = ADMIN) {
  const admin = { id: insertAdmin(app, { email }), email, name: '' }
  const authenticator = openAuthenticator()
  const optionsToCreate = (use = ADD_USE) => creationOptions(app.ctx(), use, RELYING_PARTY, admin)
  const optionsToSign = (use = CONFIRM_USE) => requestOptions(app.ctx(), use, RELYING_PARTY, admin.id)
  return {
    app,
    admin,
    authenticator,
    optionsToCreate,
    optionsToSign,
    createPasskey: ({ options, lie }: Answering<ReturnType<typeof creationOptions>> = {}) => {
      const response = authenticator.create(options ?? optionsToCreate(), lie)
      return checkNewPasskey(app.ctx(), ADD_USE, RELYING_PARTY, response)
    },
    signChallenge: ({ options, lie }: Answering<ReturnType<typeof requestOptions>> = {}) => {
      const response = authenticator.get(options ?? optionsToSign(), lie)
      return checkPasskey(app.ctx(), CONFIRM_USE, RELYING_PARTY, response)
    },
  }
}

type PasskeyOptions = { app?: TestApp; email?: string; lie?: Lie }

/** Adds an admin with a stored passkey. A lie changes how the authenticator creates it. */
export async function openWithPasskey({ app = openTestApp(), email = ADMIN, lie }: PasskeyOptions = {}) {
  const owner = openWithAuthenticator(app, email)
  const created = await owner.createPasskey({ lie })
  if (created === undefined) throw new Error('The passkey was refused.')
  tryStorePasskey(app.ctx(), owner.admin.id, created, 'Schlüssel')
  return owner
}

/** Responses of an authenticator that must be refused, to a new passkey as to a signature. */
export const WRONG_RESPONSES: readonly { what: string; lie: Lie }[] = [
  { what: 'for another origin', lie: { origin: 'http://localhost:8081' } },
  { what: 'for another host', lie: { rpId: 'ordination.example' } },
  { what: 'without verification of the user', lie: { unverified: true } },
  // The challenge has the parts of a real one: expiry, random token and signature.
  { what: 'for an invented challenge', lie: { challenge: Buffer.from('1.x.y').toString('base64url') } },
]
