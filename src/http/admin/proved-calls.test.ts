import { describe, expect, it } from 'vitest'
import { generateKey } from '../../db/age-file.ts'
import { MINUTE } from '../../shared/day.ts'
import { PASSWORD } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import type { Browser } from '../../testing/browser.ts'
import { openProofApp, PROOF_LIFE, PROOF_REQUIRED } from '../../testing/proof-app.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'

const { recipient: BACKUP_KEY } = await generateKey()
const SMTP_PATH = '/settings/smtp'
const MARIA_EMAIL = 'maria@patient.example'
const ROSA_EMAIL = 'rosa@musterfrau.example'

/** A call of the admin area; `path` is the part after /api/admin. */
type Call = Readonly<{ method: 'GET' | 'PUT' | 'POST' | 'DELETE'; path: string; body?: object }>

/** Calls that need a proof. Their ids and addresses are unknown, so that nothing else refuses first. */
const NEED_PROOF: readonly (Call & { purpose: string })[] = [
  {
    purpose: 'an invitation',
    method: 'POST',
    path: '/people',
    body: { email: 'neu@ordination.example', name: 'Neu', role: 'assistant' },
  },
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
    body: { email: ROSA_EMAIL },
    status: 200,
  },
]

/** Makes the call in this browser. */
const send = (browser: Browser, { method, path, body }: Call) =>
  browser.send(method, `/api/admin${path}`, body)

/** Returns the refusal of the call; undefined if its author may make it. */
async function refusalOf(browser: Browser, call: Call): Promise<unknown> {
  const { status, json } = await send(browser, call)
  return status === 403 ? json : undefined
}

describe('a fresh proof', () => {
  it.each(NEED_PROOF)('is needed for $purpose, ten minutes after the sign-in', async (call) => {
    const { app, doctor } = await openProofApp()
    app.pass(PROOF_LIFE)
    // Even a refused call records once a minute that the session is in use.
    app.changeRows('update sessions set seen_at = ?', Date.now())
    const { $client } = app.ctx().db
    const bytesBefore = $client.serialize()
    expect(await refusalOf(doctor, call)).toEqual(PROOF_REQUIRED)
    expect($client.serialize().equals(bytesBefore)).toBe(true)
    expect((await doctor.post('/api/admin/proof', { password: PASSWORD })).status).toBe(200)
    expect(await refusalOf(doctor, call)).toBeUndefined()
  })

  it.each(NEED_PROOF)('is given by the sign-in itself for $purpose', async (call) => {
    const { app, doctor } = await openProofApp()
    app.pass(PROOF_LIFE - 1)
    expect(await refusalOf(doctor, call)).toBeUndefined()
  })

  it.each(NEED_NO_PROOF)('is not needed for $purpose', async ({ status, ...call }) => {
    const { app, doctor } = await openProofApp()
    insertBooking(app.ctx().db, { email: ROSA_EMAIL })
    app.pass(30 * MINUTE)
    expect((await send(doctor, call)).status).toBe(status)
  })
})
