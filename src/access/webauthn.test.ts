import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, insertAdmin } from '../testing/admins.ts'
import { type Lie, openAuthenticator, RELYING_PARTY as RP } from '../testing/authenticator.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { signInWithPasskey } from './login.ts'
import type { ChallengeUse } from './passkey-challenges.ts'
import { findPasskey, type PasskeyCheck, trySpendPasskey, tryStorePasskey } from './passkeys.ts'
import { confirmFactor } from './second-factor.ts'
import { checkNewPasskey, checkPasskey, creationOptions, requestOptions } from './webauthn.ts'

const ADD: ChallengeUse = 'add in session 1 of 1'
const CONFIRM: ChallengeUse = 'confirm in session 1 of 1'

/**
 * Adds an admin with an authenticator, whose passkey is not stored yet. `create` makes and checks the
 * passkey, and `get` checks its response to a challenge. A lie makes the authenticator respond wrongly.
 */
function openWithAuthenticator(app = openTestApp(), email = ADMIN) {
  const admin = { id: insertAdmin(app, { email }), email, name: '' }
  const authenticator = openAuthenticator()
  return {
    app,
    admin,
    authenticator,
    optionsToCreate: (use = ADD) => creationOptions(app.ctx(), use, RP, admin),
    create: (options = creationOptions(app.ctx(), ADD, RP, admin), lie?: Lie) =>
      checkNewPasskey(app.ctx(), ADD, RP, authenticator.create(options, lie)),
    get: (options = requestOptions(app.ctx(), CONFIRM, RP, admin.id), lie?: Lie) =>
      checkPasskey(app.ctx(), CONFIRM, RP, authenticator.get(options, lie)),
  }
}

type PasskeyOptions = { app?: TestApp; email?: string; lie?: Lie }

/** Adds an admin with a stored passkey. A lie changes how the authenticator creates it. */
async function openWithPasskey({ app = openTestApp(), email = ADMIN, lie }: PasskeyOptions = {}) {
  const owner = openWithAuthenticator(app, email)
  const created = await owner.create(undefined, lie)
  if (created === undefined) throw new Error('The passkey was refused.')
  tryStorePasskey(app.ctx(), owner.admin.id, created, 'Schlüssel')
  return owner
}

/** Responses of an authenticator that must be refused. */
const LIES: { what: string; lie: Lie }[] = [
  { what: 'for another origin', lie: { origin: 'http://localhost:8081' } },
  { what: 'for another host', lie: { rpId: 'ordination.example' } },
  { what: 'without verification of the user', lie: { unverified: true } },
  { what: 'for an invented challenge', lie: { challenge: Buffer.from('1.x.y').toString('base64url') } },
]

describe('a new passkey', () => {
  it('is accepted for a user who was verified, and can be stored once', async () => {
    const { app, admin, create, authenticator } = openWithAuthenticator()
    const created = await create()
    expect(created).toMatchObject({ credentialId: authenticator.id, counter: 1 })
    const tryStore = () => created && tryStorePasskey(app.ctx(), admin.id, created, 'Schlüssel')
    expect([tryStore(), tryStore()]).toEqual([true, false])
  })

  it.each(LIES)('is refused $what', async ({ lie }) => {
    expect(await openWithAuthenticator().create(undefined, lie)).toBeUndefined()
  })

  it('is refused for a challenge of another session, of another use, and after five minutes', async () => {
    const { app, optionsToCreate, create } = openWithAuthenticator()
    expect(await create(optionsToCreate('add in session 2 of 1'))).toBeUndefined()
    expect(await create(optionsToCreate(CONFIRM))).toBeUndefined()
    const ownOptions = optionsToCreate()
    app.pass(5 * MINUTE - 1)
    expect(await create(ownOptions)).toBeDefined()
    app.pass(1)
    expect(await create(ownOptions)).toBeUndefined()
  })

  it('is not made by an authenticator that already has a passkey of this admin', async () => {
    const { optionsToCreate, authenticator } = await openWithPasskey()
    expect(optionsToCreate().excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.id }])
  })
})

describe('a passkey', () => {
  it('is requested by its id for a known admin, and without one at sign-in', async () => {
    const { app, admin, authenticator } = await openWithPasskey()
    const allowedFor = (adminId?: number) => requestOptions(app.ctx(), CONFIRM, RP, adminId).allowCredentials
    expect(allowedFor(admin.id)).toEqual([{ type: 'public-key', id: authenticator.id }])
    expect(allowedFor(undefined)).toEqual([])
    const unknownAdminId = admin.id + 1
    expect(allowedFor(unknownAdminId)).toEqual([])
  })

  it('signs its admin in', async () => {
    const { app, get } = await openWithPasskey()
    const attempt = { email: ADMIN, origin: 'x', device: '' }
    expect(signInWithPasskey(app.ctx(), attempt, await get())).toMatchObject({ email: ADMIN, role: 'doctor' })
  })

  it('confirms its own admin only', async () => {
    const { app, admin, get } = await openWithPasskey()
    const other = await openWithPasskey({ app, email: 'dr.muster@ordination.example' })
    const confirm = (id: number, passkey: PasskeyCheck | undefined) =>
      refusalOf(() => {
        const factor = { code: '', passkey: passkey ?? 'wrong' } as const
        confirmFactor(app.ctx(), id, factor, { email: ADMIN, origin: 'x' })
      })?.code
    expect(confirm(other.admin.id, await get())).toBe('invalid')
    expect(confirm(admin.id, await get())).toBeUndefined()
  })

  it('answers a challenge once, and its counter increases', async () => {
    const { app, admin, get, authenticator } = await openWithPasskey()
    const check = await get()
    expect(check).toMatchObject({ adminId: admin.id, counter: 1, newCounter: 2 })
    const trySpend = () => check && trySpendPasskey(app.ctx(), check)
    expect([trySpend(), trySpend()]).toEqual([true, false])
    expect(findPasskey(app.ctx(), authenticator.id)).toMatchObject({ counter: 2, usedAt: app.ctx().now })
  })

  it.each([
    ...LIES,
    { what: 'with an altered signature', lie: { altered: true } },
    { what: 'with the counter of the last response, like a copy', lie: { counter: 1 } },
    { what: 'with a counter that goes back', lie: { counter: 0 } },
  ])('is refused $what', async ({ lie }) => {
    const { get } = await openWithPasskey()
    expect(await get(undefined, lie)).toBeUndefined()
  })

  it('is refused for a challenge of another session, and after five minutes', async () => {
    const { app, admin, get } = await openWithPasskey()
    const optionsFor = (use: ChallengeUse) => requestOptions(app.ctx(), use, RP, admin.id)
    expect(await get(optionsFor('confirm in session 1 of 2'))).toBeUndefined()
    const ownOptions = optionsFor(CONFIRM)
    app.pass(5 * MINUTE)
    expect(await get(ownOptions)).toBeUndefined()
  })

  it('is refused if another passkey has signed', async () => {
    const { app, authenticator } = await openWithPasskey()
    const other = await openWithPasskey({ app, email: 'dr.muster@ordination.example' })
    const answer = other.authenticator.get(requestOptions(app.ctx(), CONFIRM, RP))
    const forged = { ...answer, id: authenticator.id, rawId: authenticator.id }
    expect(await checkPasskey(app.ctx(), CONFIRM, RP, forged)).toBeUndefined()
  })

  it('is refused when it is unknown', async () => {
    const { app } = await openWithPasskey()
    const unknown = openAuthenticator().get(requestOptions(app.ctx(), CONFIRM, RP))
    expect(await checkPasskey(app.ctx(), CONFIRM, RP, unknown)).toBeUndefined()
  })

  it('without a counter can be used repeatedly', async () => {
    const notCounting = { counter: 0 }
    const { app, get } = await openWithPasskey({ lie: notCounting })
    for (let use = 0; use < 2; use++) {
      const check = await get(requestOptions(app.ctx(), CONFIRM, RP), notCounting)
      expect(check && trySpendPasskey(app.ctx(), check)).toBe(true)
    }
  })

  it('is refused if its counter increases between check and use, because a copy may have signed', async () => {
    const { app, get } = await openWithPasskey()
    const [first, second] = [await get(), await get()]
    if (first === undefined || second === undefined) throw new Error('A response was refused.')
    expect(trySpendPasskey(app.ctx(), second)).toBe(true)
    expect(trySpendPasskey(app.ctx(), first)).toBe(false)
  })
})
