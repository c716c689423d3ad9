import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, codeOf, PASSWORD, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import { RELYING_PARTY } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { addPasskey, confirmBy } from '../../testing/passkey-calls.ts'
import { openProofApp, PROOF_LIFE, PROOF_REQUIRED } from '../../testing/proof-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** Sends a proof as the portal's own page does; the server accepts passkeys only from there. */
const postProof = (browser: Browser, proof: object) =>
  browser.post('/api/admin/proof', proof, { origin: RELYING_PARTY.origin })

/** Sends an invitation without any field. It is refused for its fields (`invalid`) only after a proof. */
const refusalOfInvitation = async (browser: Browser) => (await browser.post('/api/admin/people', {})).json

describe('a proof', () => {
  it('lasts ten minutes, in the session in which it was given', async () => {
    const { app, doctor } = await openProofApp()
    const otherSession = await signIn(app)
    app.pass(PROOF_LIFE + MINUTE)
    const { status, json } = await postProof(doctor, { password: PASSWORD, code: '' })
    expect([status, json]).toEqual([200, { until: isoAt(Date.now() + PROOF_LIFE) }])

    expect(await refusalOfInvitation(otherSession)).toEqual(PROOF_REQUIRED)
    app.pass(PROOF_LIFE - 1)
    expect((await refusalOfInvitation(doctor)).error).toBe('invalid')
    app.pass(1)
    expect(await refusalOfInvitation(doctor)).toEqual(PROOF_REQUIRED)
  })

  it.each([{}, { code: null }])('needs no code without a second factor: %j', async (code) => {
    const { doctor } = await openProofApp()
    expect((await postProof(doctor, { password: PASSWORD, ...code })).status).toBe(200)
  })

  it('needs the second factor if one is on', async () => {
    const { app, doctor } = await openProofApp()
    const { secret } = await turnOnSecondFactor(doctor)
    app.pass(PROOF_LIFE)
    const withoutCode = await postProof(doctor, { password: PASSWORD })
    expect([withoutCode.status, Object.keys(withoutCode.json.fields)]).toEqual([400, ['code']])
    const withCode = await postProof(doctor, { password: PASSWORD, code: codeOf(secret) })
    expect(withCode.status).toBe(200)
    expect((await refusalOfInvitation(doctor)).error).toBe('invalid')
  })

  it('can be given by a passkey alone', async () => {
    const { app, doctor } = await openProofApp()
    const passkey = await addPasskey(doctor)
    app.pass(PROOF_LIFE)
    expect(await refusalOfInvitation(doctor)).toEqual(PROOF_REQUIRED)
    const proof = { passkey: await confirmBy(doctor, passkey) }
    expect((await postProof(doctor, proof)).status).toBe(200)
    expect((await refusalOfInvitation(doctor)).error).toBe('invalid')
  })

  it('is not given by a forged passkey to somebody who has none', async () => {
    const { app, doctor } = await openProofApp()
    app.pass(PROOF_LIFE)
    // Each part of the response is an empty JSON object, `{}`, in base64url.
    const response = { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' }
    const passkey = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response }
    expect((await postProof(doctor, { passkey })).status).toBe(400)
    expect(await refusalOfInvitation(doctor)).toEqual(PROOF_REQUIRED)
    expect(app.rows('select proved_at from sessions')).toEqual([{ proved_at: null }])
  })

  it('is not given by a wrong password', async () => {
    const { app, doctor } = await openProofApp()
    app.pass(PROOF_LIFE)
    const { status, json } = await postProof(doctor, { password: 'falsch' })
    expect([status, json.fields]).toEqual([400, { password: 'Das Passwort stimmt nicht.' }])
    expect(await refusalOfInvitation(doctor)).toEqual(PROOF_REQUIRED)
  })

  it('can be tried with five wrong passwords', async () => {
    const { doctor } = await openProofApp()
    const sendWrongPassword = async () => (await postProof(doctor, { password: 'falsch' })).status
    for (let failures = 0; failures < 5; failures++) expect(await sendWrongPassword()).toBe(400)
    expect(await sendWrongPassword()).toBe(429)
  })

  it('without a session is refused', async () => {
    const { app } = await openProofApp()
    const answer = await postProof(app.browser(), { password: PASSWORD, email: ADMIN })
    expect(answer.status).toBe(401)
  })
})
