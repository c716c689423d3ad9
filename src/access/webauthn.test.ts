import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN, anAdmin } from '../testing/admins.ts'
import { type Lie, openAuthenticator, RELYING_PARTY as RP } from '../testing/authenticator.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { signInWithPasskey } from './login.ts'
import { findPasskey, type PasskeyCheck, trySpendPasskey, tryStorePasskey } from './passkeys.ts'
import { confirmFactor } from './second-factor.ts'
import { checkNewPasskey, checkPasskey, creationOptions, requestOptions, type Use } from './webauthn.ts'

const ADD: Use = 'add in session 1 of 1'
const CONFIRM: Use = 'confirm in session 1 of 1'

/** Adds an admin with a passkey that is not stored yet. */
function openFor(app = openTestApp(), email = ADMIN) {
  const admin = { id: anAdmin(app, { email }), email, name: '' }
  const authenticator = openAuthenticator()
  return {
    app,
    admin,
    authenticator,
    options: (use = ADD) => creationOptions(app.ctx(), use, RP, admin),
    create: (lie?: Lie, options = creationOptions(app.ctx(), ADD, RP, admin)) =>
      checkNewPasskey(app.ctx(), ADD, RP, authenticator.create(options, lie)),
    get: (lie?: Lie, options = requestOptions(app.ctx(), CONFIRM, RP, admin.id)) =>
      checkPasskey(app.ctx(), CONFIRM, RP, authenticator.get(options, lie)),
  }
}

/** Adds an admin with a stored passkey. */
async function openStored(app = openTestApp(), email = ADMIN) {
  const passkey = openFor(app, email)
  const created = await passkey.create()
  if (created === undefined) throw new Error('not created')
  tryStorePasskey(app.ctx(), passkey.admin.id, created, 'Schlüssel')
  return passkey
}

/** Responses of an authenticator that must be refused. */
const LIES: [string, Lie][] = [
  ['for another origin', { origin: 'http://localhost:8081' }],
  ['for another host', { rpId: 'ordination.example' }],
  ['without verification of the user', { unverified: true }],
  ['for a challenge that somebody made up', { challenge: Buffer.from('1.x.y').toString('base64url') }],
]

describe('a new passkey', () => {
  it('is accepted for a user who was verified, and can be stored once', async () => {
    const { app, admin, create, authenticator } = openFor()
    const created = await create()
    expect(created).toMatchObject({ credentialId: authenticator.id, counter: 1 })
    const tryStore = () => created && tryStorePasskey(app.ctx(), admin.id, created, 'Schlüssel')
    expect([tryStore(), tryStore()]).toEqual([true, false])
  })

  it.each(LIES)('is refused %s', async (_, lie) => {
    expect(await openFor().create(lie)).toBeUndefined()
  })

  it('is refused for a challenge of another session, of another use, and after five minutes', async () => {
    const { app, options, create } = openFor()
    expect(await create({}, options('add in session 2 of 1'))).toBeUndefined()
    expect(await create({}, options(CONFIRM))).toBeUndefined()
    const ownOptions = options()
    app.pass(5 * MINUTE - 1)
    expect(await create({}, ownOptions)).toBeDefined()
    app.pass(1)
    expect(await create({}, ownOptions)).toBeUndefined()
  })

  it('is not made by an authenticator that has one for this admin already', async () => {
    const { options, authenticator } = await openStored()
    expect(options().excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.id }])
  })
})

describe('a passkey', () => {
  it('is asked of its admin by name, and of anybody who signs in', async () => {
    const { app, admin, authenticator } = await openStored()
    const allowedFor = (id?: number) => requestOptions(app.ctx(), CONFIRM, RP, id).allowCredentials
    expect(allowedFor(admin.id)).toEqual([{ type: 'public-key', id: authenticator.id }])
    expect([allowedFor(), allowedFor(admin.id + 1)]).toEqual([[], []])
  })

  it('signs its admin in', async () => {
    const { app, get } = await openStored()
    const attempt = { email: ADMIN, origin: 'x', device: '' }
    expect(signInWithPasskey(app.ctx(), attempt, await get())).toMatchObject({ email: ADMIN, role: 'doctor' })
  })

  it('confirms its own admin only', async () => {
    const { app, admin, get } = await openStored()
    const other = await openStored(app, 'dr.muster@ordination.example')
    const confirm = (id: number, passkey: PasskeyCheck | undefined) =>
      refusalOf(() => {
        const factor = { code: '', passkey: passkey ?? 'wrong' } as const
        confirmFactor(app.ctx(), id, factor, { email: ADMIN, origin: 'x' })
      })?.code
    expect(confirm(other.admin.id, await get())).toBe('invalid')
    expect(confirm(admin.id, await get())).toBeUndefined()
  })

  it('answers a challenge once, and its counter moves on', async () => {
    const { app, admin, get, authenticator } = await openStored()
    const check = await get()
    expect(check).toMatchObject({ adminId: admin.id, counter: 1, newCounter: 2 })
    const trySpend = () => check && trySpendPasskey(app.ctx(), check)
    expect([trySpend(), trySpend()]).toEqual([true, false])
    expect(findPasskey(app.ctx(), authenticator.id)).toMatchObject({ counter: 2, usedAt: app.ctx().now })
  })

  it.each<[string, Lie]>([
    ...LIES,
    ['with an altered signature', { altered: true }],
    ['with the counter of the last response, as of a copy', { counter: 1 }],
    ['with a counter that goes back', { counter: 0 }],
  ])('is refused %s', async (_, lie) => {
    expect(await (await openStored()).get(lie)).toBeUndefined()
  })

  it('is refused for a challenge of another session, and after five minutes', async () => {
    const { app, admin, get } = await openStored()
    const optionsFor = (use: Use) => requestOptions(app.ctx(), use, RP, admin.id)
    expect(await get({}, optionsFor('confirm in session 1 of 2'))).toBeUndefined()
    const ownOptions = optionsFor(CONFIRM)
    app.pass(5 * MINUTE)
    expect(await get({}, ownOptions)).toBeUndefined()
  })

  it('is refused when another passkey has signed, or the passkey is unknown', async () => {
    const { app, authenticator } = await openStored()
    const other = await openStored(app, 'dr.muster@ordination.example')
    const options = requestOptions(app.ctx(), CONFIRM, RP)
    const forged = { ...other.authenticator.get(options), id: authenticator.id, rawId: authenticator.id }
    expect(await checkPasskey(app.ctx(), CONFIRM, RP, forged)).toBeUndefined()
    const unknown = openAuthenticator().get(options)
    expect(await checkPasskey(app.ctx(), CONFIRM, RP, unknown)).toBeUndefined()
  })

  it('that does not count is used again and again, one response at a time', async () => {
    const { app, admin, authenticator } = openFor()
    const created = await checkNewPasskey(
      app.ctx(),
      ADD,
      RP,
      authenticator.create(creationOptions(app.ctx(), ADD, RP, admin), { counter: 0 }),
    )
    if (created === undefined) throw new Error('not created')
    tryStorePasskey(app.ctx(), admin.id, created, 'Schlüssel')
    for (let use = 0; use < 2; use++) {
      const options = requestOptions(app.ctx(), CONFIRM, RP)
      const check = await checkPasskey(app.ctx(), CONFIRM, RP, authenticator.get(options, { counter: 0 }))
      expect(check && trySpendPasskey(app.ctx(), check)).toBe(true)
    }
  })

  it('is refused when its counter moves on between check and use, because one of the two responses is of a copy', async () => {
    const { app, get } = await openStored()
    const [first, second] = [await get(), await get()]
    if (first === undefined || second === undefined) throw new Error('not verified')
    expect([second, first].map((check) => trySpendPasskey(app.ctx(), check))).toEqual([true, false])
  })
})
