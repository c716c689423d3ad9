import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  deletePasskey,
  deletePasskeys,
  findPasskey,
  listPasskeys,
  trySpendPasskey,
  tryStorePasskey,
} from './passkeys.ts'

let app: TestApp
let ownAdminId: number
let otherAdminId: number
beforeEach(() => {
  app = openTestApp({ empty: true })
  ownAdminId = insertAdmin(app)
  otherAdminId = insertAdmin(app, { email: 'dr.muster@ordination.example' })
})

/** Returns an unused challenge. */
const newChallenge = () => ({ challenge: crypto.randomUUID(), expiresAt: app.ctx().now + 5 * MINUTE })
/** Stores a passkey with the counter 1. @returns whether it was stored */
const tryStore = (adminId: number, credentialId: string, challenge = newChallenge()) =>
  tryStorePasskey(
    app.ctx(),
    adminId,
    { credentialId, publicKey: 'key', counter: 1, challenge },
    `Passkey ${credentialId}`,
  )
/** Returns the names of both admins' passkeys. */
const listNames = () => {
  const namesOf = (adminId: number) => listPasskeys(app.ctx(), adminId).map(({ name }) => name)
  return { own: namesOf(ownAdminId), other: namesOf(otherAdminId) }
}
const idOf = (credentialId: string) => findPasskey(app.ctx(), credentialId)?.id ?? 0

describe('a passkey', () => {
  it('is stored once, and only for an unused challenge', () => {
    const challenge = newChallenge()
    expect(tryStore(ownAdminId, 'a', challenge)).toBe(true)
    // The challenge has been used.
    expect(tryStore(ownAdminId, 'b', challenge)).toBe(false)
    // The passkey is already stored.
    expect(tryStore(otherAdminId, 'a')).toBe(false)
    expect(listNames()).toEqual({ own: ['Passkey a'], other: [] })
    expect(findPasskey(app.ctx(), 'a')?.adminId).toBe(ownAdminId)
    expect(findPasskey(app.ctx(), 'b')).toBeUndefined()
  })

  it('is spent once per challenge, and only while its counter is unchanged', () => {
    for (const credentialId of ['a', 'b']) tryStore(ownAdminId, credentialId)
    const trySpend = (counter: number, newCounter: number, challenge = newChallenge()) =>
      trySpendPasskey(app.ctx(), { id: idOf('a'), adminId: ownAdminId, counter, newCounter, challenge })
    const challenge = newChallenge()
    expect(trySpend(1, 2, challenge)).toBe(true)
    // The challenge has been used.
    expect(trySpend(2, 3, challenge)).toBe(false)
    // The counter is 2 by now, so this is a copy of the passkey.
    expect(trySpend(1, 4)).toBe(false)
    expect(trySpend(2, 5)).toBe(true)
    expect(listPasskeys(app.ctx(), ownAdminId)).toMatchObject([
      { name: 'Passkey a', counter: 5, usedAt: app.ctx().now },
      { name: 'Passkey b', counter: 1, usedAt: null },
    ])
  })

  it('is deleted by its admin only', () => {
    for (const credentialId of ['a', 'b']) tryStore(ownAdminId, credentialId)
    tryStore(otherAdminId, 'c')
    expect(deletePasskey(app.ctx(), otherAdminId, idOf('a'))).toBeUndefined()
    expect(deletePasskey(app.ctx(), ownAdminId, idOf('a'))).toBe('Passkey a')
    expect(listNames()).toEqual({ own: ['Passkey b'], other: ['Passkey c'] })
    deletePasskeys(app.ctx(), ownAdminId)
    expect(listNames()).toEqual({ own: [], other: ['Passkey c'] })
  })
})
