import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import {
  CONFIRM_USE,
  openWithAuthenticator,
  openWithPasskey,
  WRONG_RESPONSES,
} from '../testing/passkey-owner.ts'
import type { ChallengeUse } from './passkey-challenges.ts'
import { tryStorePasskey } from './passkeys.ts'

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
