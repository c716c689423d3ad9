import { describe, expect, it } from 'vitest'
import { generateKey } from '../../db/age-file.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN, codeOf, insertAdmin, PASSWORD, signIn, turnOnSecondFactor } from '../../testing/admins.ts'
import { RELYING_PARTY } from '../../testing/authenticator.ts'
import { insertBooking } from '../../testing/bookings.ts'
import type { Browser } from '../../testing/browser.ts'
import { addPasskey, confirmBy } from '../../testing/passkey-calls.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const PROOF_REQUIRED = {
  error: 'proof_required',
  message: 'Bitte bestätigen Sie noch einmal, dass Sie es sind.',
}
const { recipient: KEY } = await generateKey()
const ORIGIN = { origin: RELYING_PARTY.origin }
const SMTP = '/settings/smtp'

/** A call that is made in the given browser. */
type Call = (browser: Browser) => ReturnType<Browser['get']>
const putCall =
  (path: string, json: object): Call =>
  (browser) =>
    browser.put(`/api/admin${path}`, json)
const postCall =
  (path: string, json: object): Call =>
  (browser) =>
    browser.post(`/api/admin${path}`, json)

const INVITE = postCall('/people', { email: 'neu@ordination.example', name: 'Neu', role: 'assistant' })

/**
 * Calls that need a proof. Their ids and e-mail addresses are unknown, so that nothing else refuses first.
 */
const NEED_PROOF: readonly (readonly [string, Call])[] = [
  ['an invitation', INVITE],
  ['a change of a role', putCall('/people/999', { role: 'doctor' })],
  ['the removal of an access', (browser) => browser.delete('/api/admin/people/999')],
  ['the reset of an access', postCall('/people/999/reset', {})],
  ['the key of the backups', putCall('/settings/general', { backup_recipient: KEY })],
  ['the mail server', putCall(SMTP, { SMTP_HOST: 'evil.example' })],
  ['the sender', putCall(SMTP, { MAIL_FROM: 'evil@evil.example' })],
  [
    'the address of Odoo',
    putCall('/settings/odoo', { ...SAMPLE_SETTINGS.odoo, ODOO_URL: 'https://evil.example' }),
  ],
  ['the address of links', putCall('/settings/urls', { PUBLIC_BASE_URL: 'https://evil.example' })],
  ['a feed with names', postCall('/feeds', { title: 'Telefon', initials_only: false })],
  ['the CSV of all appointments', (browser) => browser.get('/api/admin/bookings.csv')],
  [
    'an export of what is stored of a person',
    postCall('/privacy/person/export', { email: 'maria@patient.example' }),
  ],
  [
    'an erasure',
    postCall('/privacy/person/erase', { email: 'maria@patient.example', confirm: 'maria@patient.example' }),
  ],
]

/** Everyday calls, and some that only resemble calls that need a proof, with the status of each. */
const NEED_NO_PROOF: readonly (readonly [string, number, Call])[] = [
  ['looking at people', 200, (browser) => browser.get('/api/admin/people')],
  ['ending sessions', 204, (browser) => browser.delete('/api/admin/people/1/sessions')],
  ['another general setting', 200, putCall('/settings/general', { lead_hours: 3 })],
  ['the account at an SMS provider', 200, putCall('/settings/clicksend', SAMPLE_SETTINGS.clicksend)],
  ["the practice's mailbox", 200, putCall('/practice', { mail: 'ordination@praxis.example' })],
  ['the days of retention', 200, putCall('/settings/general', { retain_messages_days: 90 })],
  ['the mail server as it is', 200, putCall(SMTP, { SMTP_HOST: '', SMTP_PASS: '' })],
  ['the user of Odoo', 200, putCall('/settings/odoo', { ODOO_USER: 'jemand' })],
  ['a feed without names', 201, postCall('/feeds', { title: 'Telefon', initials_only: true })],
  ['what is stored of a person', 200, postCall('/privacy/person', { email: 'rosa@musterfrau.example' })],
]

/** Opens a practice where Odoo is set up, with a doctor who has just signed in. */
async function openPractice(): Promise<{ app: TestApp; doctor: Browser & { token: string } }> {
  const app = openTestApp()
  insertAdmin(app)
  writeSettings(app.ctx(), 'odoo', SAMPLE_SETTINGS.odoo)
  return { app, doctor: await signIn(app) }
}

/** Returns the refusal of the call; undefined if it is not refused. */
const refusalOf = async (call: Call, browser: Browser) => {
  const { status, json } = await call(browser)
  return status === 403 ? json : undefined
}

describe('a fresh proof', () => {
  it.each(NEED_PROOF)('is needed for %s, ten minutes after the sign-in', async (_, call) => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE)
    // Even a refused call records once a minute that the session is in use.
    app.changeRows('update sessions set seen_at = ?', Date.now())
    const { $client } = app.ctx().db
    const before = $client.serialize()
    expect(await refusalOf(call, doctor)).toEqual(PROOF_REQUIRED)
    expect($client.serialize().equals(before)).toBe(true)
    expect((await doctor.post('/api/admin/proof', { password: PASSWORD })).status).toBe(200)
    expect(await refusalOf(call, doctor)).toBeUndefined()
  })

  it.each(NEED_PROOF)('is given by the sign-in itself for %s', async (_, call) => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE - 1)
    expect(await refusalOf(call, doctor)).toBeUndefined()
  })

  it.each(NEED_NO_PROOF)('is not needed for %s', async (_, status, call) => {
    const { app, doctor } = await openPractice()
    insertBooking(app.ctx().db, { email: 'rosa@musterfrau.example' })
    app.pass(30 * MINUTE)
    expect((await call(doctor)).status).toBe(status)
  })

  it('lasts ten minutes, in the session in which it was given', async () => {
    const { app, doctor } = await openPractice()
    const other = await signIn(app)
    app.pass(11 * MINUTE)
    const { status, json } = await doctor.post('/api/admin/proof', { password: PASSWORD, code: '' })
    expect([status, json]).toEqual([200, { until: isoAt(NOW + 11 * MINUTE + 10 * MINUTE) }])

    expect(await refusalOf(INVITE, other)).toEqual(PROOF_REQUIRED)
    app.pass(10 * MINUTE - 1)
    expect(await refusalOf(INVITE, doctor)).toBeUndefined()
    app.pass(1)
    expect(await refusalOf(INVITE, doctor)).toEqual(PROOF_REQUIRED)
  })

  it.each([{}, { code: null }])('needs no code without a second factor: %j', async (code) => {
    const { doctor } = await openPractice()
    expect((await doctor.post('/api/admin/proof', { password: PASSWORD, ...code })).status).toBe(200)
  })

  it('is not given by a wrong password, and the number of attempts is limited', async () => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE)
    const { status, json } = await doctor.post('/api/admin/proof', { password: 'falsch' })
    expect([status, json.fields]).toEqual([400, { password: 'Das Passwort stimmt nicht.' }])
    expect((await doctor.post('/api/admin/people', {})).json).toEqual(PROOF_REQUIRED)
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push((await doctor.post('/api/admin/proof', { password: 'falsch' })).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('can be given by a passkey alone', async () => {
    const { app, doctor } = await openPractice()
    const passkey = await addPasskey(doctor)
    app.pass(10 * MINUTE)
    expect((await doctor.post('/api/admin/people', {})).json).toEqual(PROOF_REQUIRED)
    const answer = await doctor.post(
      '/api/admin/proof',
      { passkey: await confirmBy(doctor, passkey) },
      ORIGIN,
    )
    expect(answer.status).toBe(200)
    expect((await doctor.post('/api/admin/people', {})).json.error).toBe('invalid')
  })

  it('needs the second factor if one is on', async () => {
    const { app, doctor } = await openPractice()
    const { secret } = await turnOnSecondFactor(doctor)
    app.pass(10 * MINUTE)
    const withoutCode = await doctor.post('/api/admin/proof', { password: PASSWORD })
    expect([withoutCode.status, Object.keys(withoutCode.json.fields)]).toEqual([400, ['code']])
    expect((await doctor.post('/api/admin/proof', { password: PASSWORD, code: codeOf(secret) })).status).toBe(
      200,
    )
    expect((await doctor.post('/api/admin/people', {})).json.error).toBe('invalid')
  })

  it('is not given by a forged passkey to somebody who has none', async () => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE)
    const response = { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' }
    const passkey = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response }
    expect((await doctor.post('/api/admin/proof', { passkey }, ORIGIN)).status).toBe(400)
    expect((await doctor.post('/api/admin/people', {})).json).toEqual(PROOF_REQUIRED)
    expect(app.rows('select proved_at from sessions')).toEqual([{ proved_at: null }])
  })
})

it('a proof without a session is refused', async () => {
  const { app } = await openPractice()
  const answer = await app.browser().post('/api/admin/proof', { password: PASSWORD, email: ADMIN })
  expect(answer.status).toBe(401)
})
