import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, insertAdmin } from '../testing/admins.ts'
import { type Lie, openAuthenticator, RELYING_PARTY } from '../testing/authenticator.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { signInWithPasskey } from './login.ts'
import type { ChallengeUse } from './passkey-challenges.ts'
import { findPasskey, type PasskeyCheck, trySpendPasskey, tryStorePasskey } from './passkeys.ts'
import { confirmFactor } from './second-factor.ts'
import { checkNewPasskey, checkPasskey, creationOptions, requestOptions } from './webauthn.ts'

/** The uses of challenges in the session with the id 1, of the admin with the id 1. */
const ADD_USE: ChallengeUse = 'add in session 1 of 1'
const CONFIRM_USE: ChallengeUse = 'confirm in session 1 of 1'

/** How the authenticator answers: by default truthfully, and to a new challenge. */
type Answering<Options> = { options?: Options; lie?: Lie | undefined }

/**
 * Adds an admin with an authenticator, whose passkey is not stored yet. `createPasskey` makes and checks the
 * passkey, and `signChallenge` checks its response to a challenge.
 */
function openWithAuthenticator(app = openTestApp(), email = ADMIN) {
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
async function openWithPasskey({ app = openTestApp(), email = ADMIN, lie }: PasskeyOptions = {}) {
  const owner = openWithAuthenticator(app, email)
  const created = await owner.createPasskey({ lie })
  if (created === undefined) throw new Error('The passkey was refused.')
  tryStorePasskey(app.ctx(), owner.admin.id, created, 'Schlüssel')
  return owner
}

/** Responses of an authenticator that must be refused, to a new passkey as to a signature. */
const WRONG_RESPONSES: { what: string; lie: Lie }[] = [
  { what: 'for another origin', lie: { origin: 'http://localhost:8081' } },
  { what: 'for another host', lie: { rpId: 'ordination.example' } },
  { what: 'without verification of the user', lie: { unverified: true } },
  // The challenge has the parts of a real one: expiry, random token and signature.
  { what: 'for an invented challenge', lie: { challenge: Buffer.from('1.x.y').toString('base64url') } },
]

describe('a new passkey', () => {
  it('is accepted for a user who was verified, and can be stored once', async () => {
    const { app, admin, createPasskey, authenticator } = openWithAuthenticator()
    const created = await createPasskey()
    // The authenticator counts its signatures, and the new passkey is the first.
    expect(created).toMatchObject({ credentialId: authenticator.id, counter: 1 })
    const tryStore = () => created && tryStorePasskey(app.ctx(), admin.id, created, 'Schlüssel')
    expect([tryStore(), tryStore()]).toEqual([true, false])
  })

  it.each(WRONG_RESPONSES)('is refused $what', async ({ lie }) => {
    expect(await openWithAuthenticator().createPasskey({ lie })).toBeUndefined()
  })

  it.each<{ what: string; use: ChallengeUse }>([
    { what: 'of another session', use: 'add in session 2 of 1' },
    { what: 'for another use', use: CONFIRM_USE },
  ])('is refused for a challenge $what', async ({ use }) => {
    const { optionsToCreate, createPasskey } = openWithAuthenticator()
    expect(await createPasskey({ options: optionsToCreate(use) })).toBeUndefined()
  })

  it('is refused five minutes after its challenge was made', async () => {
    const { app, optionsToCreate, createPasskey } = openWithAuthenticator()
    const options = optionsToCreate()
    app.pass(5 * MINUTE - 1)
    expect(await createPasskey({ options })).toBeDefined()
    app.pass(1)
    expect(await createPasskey({ options })).toBeUndefined()
  })

  it('is not made by an authenticator that already has a passkey of this admin', async () => {
    const { optionsToCreate, authenticator } = await openWithPasskey()
    expect(optionsToCreate().excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.id }])
  })
})

describe('a passkey', () => {
  it('is requested by its id for a known admin, and without one at sign-in', async () => {
    const { app, admin, authenticator } = await openWithPasskey()
    const allowedFor = (adminId?: number) =>
      requestOptions(app.ctx(), CONFIRM_USE, RELYING_PARTY, adminId).allowCredentials
    expect(allowedFor(admin.id)).toEqual([{ type: 'public-key', id: authenticator.id }])
    expect(allowedFor(undefined)).toEqual([])
    const unknownAdminId = admin.id + 1
    expect(allowedFor(unknownAdminId)).toEqual([])
  })

  it('signs its admin in', async () => {
    const { app, signChallenge } = await openWithPasskey()
    const attempt = { email: ADMIN, origin: 'x', device: '' }
    expect(signInWithPasskey(app.ctx(), attempt, await signChallenge())).toMatchObject({
      email: ADMIN,
      role: 'doctor',
    })
  })

  it('confirms its own admin only', async () => {
    const { app, admin, signChallenge } = await openWithPasskey()
    const other = await openWithPasskey({ app, email: 'dr.muster@ordination.example' })
    const refusalOfConfirmation = (adminId: number, passkey: PasskeyCheck | undefined) =>
      refusalOf(() => {
        const factor = { code: '', passkey: passkey ?? 'wrong' } as const
        confirmFactor(app.ctx(), adminId, factor, { email: ADMIN, origin: 'x' })
      })?.code
    expect(refusalOfConfirmation(other.admin.id, await signChallenge())).toBe('invalid')
    expect(refusalOfConfirmation(admin.id, await signChallenge())).toBeUndefined()
  })

  it('answers a challenge once, and its counter increases', async () => {
    const { app, admin, signChallenge, authenticator } = await openWithPasskey()
    const check = await signChallenge()
    // Making the passkey was the first signature, and this is the second.
    expect(check).toMatchObject({ adminId: admin.id, counter: 1, newCounter: 2 })
    const trySpend = () => check && trySpendPasskey(app.ctx(), check)
    expect([trySpend(), trySpend()]).toEqual([true, false])
    expect(findPasskey(app.ctx(), authenticator.id)).toMatchObject({ counter: 2, usedAt: app.ctx().now })
  })

  it.each([
    ...WRONG_RESPONSES,
    { what: 'with an altered signature', lie: { altered: true } },
    { what: 'with the counter of the last response, like a copy', lie: { counter: 1 } },
    { what: 'with a counter that goes back', lie: { counter: 0 } },
  ])('is refused $what', async ({ lie }) => {
    const { signChallenge } = await openWithPasskey()
    expect(await signChallenge({ lie })).toBeUndefined()
  })

  it('is refused for a challenge of another session', async () => {
    const { optionsToSign, signChallenge } = await openWithPasskey()
    expect(await signChallenge({ options: optionsToSign('confirm in session 1 of 2') })).toBeUndefined()
  })

  it('is refused five minutes after the challenge was made', async () => {
    const { app, optionsToSign, signChallenge } = await openWithPasskey()
    const options = optionsToSign()
    app.pass(5 * MINUTE)
    expect(await signChallenge({ options })).toBeUndefined()
  })

  it('is refused if another passkey has signed', async () => {
    const { app, authenticator } = await openWithPasskey()
    const other = await openWithPasskey({ app, email: 'dr.muster@ordination.example' })
    const answer = other.authenticator.get(requestOptions(app.ctx(), CONFIRM_USE, RELYING_PARTY))
    const forged = { ...answer, id: authenticator.id, rawId: authenticator.id }
    expect(await checkPasskey(app.ctx(), CONFIRM_USE, RELYING_PARTY, forged)).toBeUndefined()
  })

  it('is refused when it is unknown', async () => {
    const { app } = await openWithPasskey()
    const unknown = openAuthenticator().get(requestOptions(app.ctx(), CONFIRM_USE, RELYING_PARTY))
    expect(await checkPasskey(app.ctx(), CONFIRM_USE, RELYING_PARTY, unknown)).toBeUndefined()
  })

  it('without a counter can be used repeatedly', async () => {
    const notCounting = { counter: 0 }
    const { app, signChallenge } = await openWithPasskey({ lie: notCounting })
    for (let use = 0; use < 2; use++) {
      // The options name no admin, as at sign-in.
      const options = requestOptions(app.ctx(), CONFIRM_USE, RELYING_PARTY)
      const check = await signChallenge({ options, lie: notCounting })
      expect(check && trySpendPasskey(app.ctx(), check)).toBe(true)
    }
  })

  it('is refused if its counter increases between check and use, because a copy may have signed', async () => {
    const { app, signChallenge } = await openWithPasskey()
    const [first, second] = [await signChallenge(), await signChallenge()]
    if (first === undefined || second === undefined) throw new Error('A response was refused.')
    expect(trySpendPasskey(app.ctx(), second)).toBe(true)
    expect(trySpendPasskey(app.ctx(), first)).toBe(false)
  })
})
