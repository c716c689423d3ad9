import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { anAdmin } from '../testing/admins.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  deletePasskey,
  deletePasskeys,
  findPasskey,
  listPasskeys,
  trySpendPasskey,
  tryStorePasskey,
} from './passkeys.ts'
import { deleteExpiredChallenges, trySpendChallenge } from './spent-challenges.ts'

let app: TestApp
let own: number
let other: number
/** The number of challenges that were made so far. */
let made = 0
beforeEach(() => {
  app = openTestApp({ empty: true })
  own = anAdmin(app)
  other = anAdmin(app, { email: 'dr.muster@ordination.example' })
})

const aChallenge = () => ({ challenge: `challenge ${made++}`, expiresAt: Date.now() + 5 * MINUTE })
const store = (adminId: number, credentialId: string, challenge = aChallenge()) =>
  tryStorePasskey(
    app.ctx(),
    adminId,
    { credentialId, publicKey: 'key', counter: 1, challenge },
    `Passkey ${credentialId}`,
  )
const names = (adminId: number) => listPasskeys(app.ctx(), adminId).map(({ name }) => name)
const idOf = (credentialId: string) => findPasskey(app.ctx(), credentialId)?.id ?? 0

describe('a passkey', () => {
  it('is stored once, for a challenge that was not used before', () => {
    const challenge = aChallenge()
    expect([store(own, 'a', challenge), store(own, 'b', challenge), store(other, 'a')]).toEqual([
      true,
      false,
      false,
    ])
    expect([names(own), names(other)]).toEqual([['Passkey a'], []])
    expect([findPasskey(app.ctx(), 'a')?.adminId, findPasskey(app.ctx(), 'b')]).toEqual([own, undefined])
  })

  it('is spent once for a challenge, and only with the counter that it had', () => {
    for (const credentialId of ['a', 'b']) store(own, credentialId)
    const spend = (counter: number, newCounter: number, challenge = aChallenge()) =>
      trySpendPasskey(app.ctx(), { id: idOf('a'), adminId: own, counter, newCounter, challenge })
    const challenge = aChallenge()
    expect([spend(1, 2, challenge), spend(2, 3, challenge), spend(1, 4), spend(2, 5)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(listPasskeys(app.ctx(), own).map(({ counter, usedAt }) => [counter, usedAt])).toEqual([
      [5, Date.now()],
      [1, null],
    ])
  })

  it('is deleted by its admin only', () => {
    for (const credentialId of ['a', 'b']) store(own, credentialId)
    store(other, 'c')
    expect(deletePasskey(app.ctx(), other, idOf('a'))).toBeUndefined()
    expect(deletePasskey(app.ctx(), own, idOf('a'))).toBe('Passkey a')
    expect([names(own), names(other)]).toEqual([['Passkey b'], ['Passkey c']])
    deletePasskeys(app.ctx(), own)
    expect([names(own), names(other)]).toEqual([[], ['Passkey c']])
  })
})

it('a challenge is spent once, and forgotten when it has expired', () => {
  const challenge = aChallenge()
  const spend = () => trySpendChallenge(app.ctx(), challenge)
  expect([spend(), spend(), trySpendChallenge(app.ctx(), aChallenge())]).toEqual([true, false, true])
  app.pass(5 * MINUTE - 1)
  deleteExpiredChallenges(app.ctx())
  expect(spend()).toBe(false)
  app.pass(1)
  deleteExpiredChallenges(app.ctx())
  expect(app.rows('select challenge from spent_challenges')).toEqual([])
})
