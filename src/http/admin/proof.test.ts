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
const { recipient: BACKUP_KEY } = await generateKey()
const ORIGIN = { origin: RELYING_PARTY.origin }
const SMTP_PATH = '/settings/smtp'

type Call = Readonly<{ method: 'GET' | 'PUT' | 'POST' | 'DELETE'; path: string; body?: object }>

const INVITATION = { email: 'neu@ordination.example', name: 'Neu', role: 'assistant' }
const INVITE_CALL: Call = { method: 'POST', path: '/people', body: INVITATION }
const MARIA_EMAIL = 'maria@patient.example'

/** Calls that need a proof. Their ids and addresses are unknown, so that nothing else refuses first. */
const NEED_PROOF: readonly (Call & { purpose: string })[] = [
  { purpose: 'an invitation', ...INVITE_CALL },
  { purpose: 'a change of a role', method: 'PUT', path: '/people/999', body: { role: 'doctor' } },
  { purpose: 'the removal of an access', method: 'DELETE', path: '/people/999' },
  { purpose: 'the reset of an access', method: 'POST', path: '/people/999/reset', body: {} },
  {
    purpose: 'the key of the backups',
    method: 'PUT',
    path: '/settings/general',
    body: { backup_recipient: BACKUP_KEY },
  },
  { purpose: 'the mail server', method: 'PUT', path: SMTP_PATH, body: { SMTP_HOST: 'evil.example' } },
  { purpose: 'the sender', method: 'PUT', path: SMTP_PATH, body: { MAIL_FROM: 'evil@evil.example' } },
  {
    purpose: 'the address of Odoo',
    method: 'PUT',
    path: '/settings/odoo',
    body: { ...SAMPLE_SETTINGS.odoo, ODOO_URL: 'https://evil.example' },
  },
  {
    purpose: 'the address of links',
    method: 'PUT',
    path: '/settings/urls',
    body: { PUBLIC_BASE_URL: 'https://evil.example' },
  },
  {
    purpose: 'a feed with names',
    method: 'POST',
    path: '/feeds',
    body: { title: 'Telefon', initials_only: false },
  },
  { purpose: 'the CSV of all appointments', method: 'GET', path: '/bookings.csv' },
  {
    purpose: 'an export of what is stored of a person',
    method: 'POST',
    path: '/privacy/person/export',
    body: { email: MARIA_EMAIL },
  },
  {
    purpose: 'an erasure',
    method: 'POST',
    path: '/privacy/person/erase',
    body: { email: MARIA_EMAIL, confirm: MARIA_EMAIL },
  },
]

/** Everyday calls, and some that only resemble calls that need a proof, with the status of each. */
const NEED_NO_PROOF: readonly (Call & { purpose: string; status: number })[] = [
  { purpose: 'looking at people', method: 'GET', path: '/people', status: 200 },
  { purpose: 'ending sessions', method: 'DELETE', path: '/people/1/sessions', status: 204 },
  {
    purpose: 'another general setting',
    method: 'PUT',
    path: '/settings/general',
    body: { lead_hours: 3 },
    status: 200,
  },
  {
    purpose: 'the account at an SMS provider',
    method: 'PUT',
    path: '/settings/clicksend',
    body: SAMPLE_SETTINGS.clicksend,
    status: 200,
  },
  {
    purpose: "the practice's mailbox",
    method: 'PUT',
    path: '/practice',
    body: { mail: 'ordination@praxis.example' },
    status: 200,
  },
  {
    purpose: 'the days of retention',
    method: 'PUT',
    path: '/settings/general',
    body: { retain_messages_days: 90 },
    status: 200,
  },
  {
    purpose: 'the mail server as it is',
    method: 'PUT',
    path: SMTP_PATH,
    body: { SMTP_HOST: '', SMTP_PASS: '' },
    status: 200,
  },
  {
    purpose: 'the user of Odoo',
    method: 'PUT',
    path: '/settings/odoo',
    body: { ODOO_USER: 'jemand' },
    status: 200,
  },
  {
    purpose: 'a feed without names',
    method: 'POST',
    path: '/feeds',
    body: { title: 'Telefon', initials_only: true },
    status: 201,
  },
  {
    purpose: 'what is stored of a person',
    method: 'POST',
    path: '/privacy/person',
    body: { email: 'rosa@musterfrau.example' },
    status: 200,
  },
]

/** Opens a practice where Odoo is set up, with a doctor who has just signed in. */
async function openPractice(): Promise<{ app: TestApp; doctor: Browser & { token: string } }> {
  const app = openTestApp()
  insertAdmin(app)
  writeSettings(app.ctx(), 'odoo', SAMPLE_SETTINGS.odoo)
  return { app, doctor: await signIn(app) }
}

/** Makes the call in this browser. */
const send = ({ method, path, body }: Call, browser: Browser) =>
  browser.send(method, `/api/admin${path}`, body)

/** Returns the refusal of the call; undefined if it is not refused. */
async function refusalOf(call: Call, browser: Browser): Promise<unknown> {
  const { status, json } = await send(call, browser)
  return status === 403 ? json : undefined
}

describe('a fresh proof', () => {
  it.each(NEED_PROOF)('is needed for $purpose, ten minutes after the sign-in', async (call) => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE)
    // Even a refused call records once a minute that the session is in use.
    app.changeRows('update sessions set seen_at = ?', Date.now())
    const { $client } = app.ctx().db
    const bytesBefore = $client.serialize()
    expect(await refusalOf(call, doctor)).toEqual(PROOF_REQUIRED)
    expect($client.serialize().equals(bytesBefore)).toBe(true)
    expect((await doctor.post('/api/admin/proof', { password: PASSWORD })).status).toBe(200)
    expect(await refusalOf(call, doctor)).toBeUndefined()
  })

  it.each(NEED_PROOF)('is given by the sign-in itself for $purpose', async (call) => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE - 1)
    expect(await refusalOf(call, doctor)).toBeUndefined()
  })

  it.each(NEED_NO_PROOF)('is not needed for $purpose', async ({ status, ...call }) => {
    const { app, doctor } = await openPractice()
    insertBooking(app.ctx().db, { email: 'rosa@musterfrau.example' })
    app.pass(30 * MINUTE)
    expect((await send(call, doctor)).status).toBe(status)
  })

  it('lasts ten minutes, in the session in which it was given', async () => {
    const { app, doctor } = await openPractice()
    const otherSession = await signIn(app)
    app.pass(11 * MINUTE)
    const { status, json } = await doctor.post('/api/admin/proof', { password: PASSWORD, code: '' })
    expect([status, json]).toEqual([200, { until: isoAt(NOW + 11 * MINUTE + 10 * MINUTE) }])

    expect(await refusalOf(INVITE_CALL, otherSession)).toEqual(PROOF_REQUIRED)
    app.pass(10 * MINUTE - 1)
    expect(await refusalOf(INVITE_CALL, doctor)).toBeUndefined()
    app.pass(1)
    expect(await refusalOf(INVITE_CALL, doctor)).toEqual(PROOF_REQUIRED)
  })

  it.each([{}, { code: null }])('needs no code without a second factor: %j', async (code) => {
    const { doctor } = await openPractice()
    expect((await doctor.post('/api/admin/proof', { password: PASSWORD, ...code })).status).toBe(200)
  })

  it('is not given by a wrong password', async () => {
    const { app, doctor } = await openPractice()
    app.pass(10 * MINUTE)
    const { status, json } = await doctor.post('/api/admin/proof', { password: 'falsch' })
    expect([status, json.fields]).toEqual([400, { password: 'Das Passwort stimmt nicht.' }])
    expect((await doctor.post('/api/admin/people', {})).json).toEqual(PROOF_REQUIRED)
  })

  it('can be tried with five wrong passwords', async () => {
    const { doctor } = await openPractice()
    const sendWrongPassword = async () =>
      (await doctor.post('/api/admin/proof', { password: 'falsch' })).status
    for (let failures = 0; failures < 5; failures++) expect(await sendWrongPassword()).toBe(400)
    expect(await sendWrongPassword()).toBe(429)
  })

  it('can be given by a passkey alone', async () => {
    const { app, doctor } = await openPractice()
    const passkey = await addPasskey(doctor)
    app.pass(10 * MINUTE)
    expect((await doctor.post('/api/admin/people', {})).json).toEqual(PROOF_REQUIRED)
    const proof = { passkey: await confirmBy(doctor, passkey) }
    expect((await doctor.post('/api/admin/proof', proof, ORIGIN)).status).toBe(200)
    expect((await doctor.post('/api/admin/people', {})).json.error).toBe('invalid')
  })

  it('needs the second factor if one is on', async () => {
    const { app, doctor } = await openPractice()
    const { secret } = await turnOnSecondFactor(doctor)
    app.pass(10 * MINUTE)
    const withoutCode = await doctor.post('/api/admin/proof', { password: PASSWORD })
    expect([withoutCode.status, Object.keys(withoutCode.json.fields)]).toEqual([400, ['code']])
    const withCode = await doctor.post('/api/admin/proof', { password: PASSWORD, code: codeOf(secret) })
    expect(withCode.status).toBe(200)
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
