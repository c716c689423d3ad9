import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { ADMIN } from '../testing/admins.ts'
import { openAuthenticator, RELYING_PARTY } from '../testing/authenticator.ts'
import { CONFIRM_USE, openWithPasskey, WRONG_RESPONSES } from '../testing/passkey-owner.ts'
import { refusalOf } from '../testing/refusal.ts'
import { signInWithPasskey } from './login.ts'
import { findPasskey, type PasskeyCheck, trySpendPasskey } from './passkeys.ts'
import { confirmFactor } from './second-factor.ts'
import { checkPasskey, requestOptions } from './webauthn.ts'

// new-passkeys.test.ts tests how a passkey is made.
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
    const otherAccount = await openWithPasskey({ app, email: 'dr.muster@ordination.example' })
    const refusalOfConfirmation = (adminId: number, passkey: PasskeyCheck | undefined) =>
      refusalOf(() => {
        const factor = { code: '', passkey: passkey ?? 'wrong' } as const
        confirmFactor(app.ctx(), adminId, factor, { email: ADMIN, origin: 'x' })
      })?.code
    expect(refusalOfConfirmation(otherAccount.admin.id, await signChallenge())).toBe('invalid')
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
    const otherAccount = await openWithPasskey({ app, email: 'dr.muster@ordination.example' })
    const answer = otherAccount.authenticator.get(requestOptions(app.ctx(), CONFIRM_USE, RELYING_PARTY))
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
