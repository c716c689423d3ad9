import { expect, it, vi } from 'vitest'
import { goodFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { aManualBooking, book } from '../../testing/factory.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const TECHNIK_EMAIL = 'it@ordination.example'

/** Signs in somebody who looks after the technology. */
const signInTechnik = (app: TestApp) => app.admin(TECHNIK_EMAIL, 'technik')

/** Opens the app with a request and three e-mails about it, one of which has failed. */
async function openWithFailure() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const error = 'All recipients were rejected: 550 5.1.1 <rosa@musterfrau.example>: Rosa unknown'
  app.changeRows(
    `update messages set status = 'failed', error = ? where kind = 'reservation-received'`,
    error,
  )
  return { technik: signInTechnik(app), bookingId: json.id as string }
}

it('technik sees kind, status and cause of each message, but nothing about the patient', async () => {
  const { technik, bookingId } = await openWithFailure()
  const { json, text } = await technik.get('/api/admin/installation/deliveries')
  expect(json.deliveries).toHaveLength(3)
  const [toPractice, toPatient, verification] = json.deliveries
  expect([toPractice.kind, verification.kind]).toEqual(['new-reservation', 'email-verification'])
  expect(toPatient).toEqual({
    id: 2,
    kind: 'reservation-received',
    status: 'failed',
    attempts: 0,
    provider: null,
    cause: 'All recipients were rejected: 550 5.1.1',
    created_at: isoAt(NOW),
    due_at: isoAt(NOW),
    sent_at: null,
  })
  expect(text).not.toMatch(/rosa|muster|ordination\.example|08:30/i)
  expect(text).not.toContain(bookingId)
})

it('technik filters the messages by status and channel', async () => {
  const { technik } = await openWithFailure()
  const failed = await technik.get('/api/admin/installation/deliveries?status=failed')
  expect(failed.json.deliveries).toHaveLength(1)
  const sms = await technik.get('/api/admin/installation/deliveries?channel=sms')
  expect(sms.json).toEqual({ deliveries: [], more: false })
})

it('technik reads the outbox without names and content, and does not search it', async () => {
  const { technik, bookingId } = await openWithFailure()
  const { status, json, text } = await technik.get('/api/admin/outbox/emails?limit=100')
  expect([status, json.emails.length, json.more]).toEqual([200, 3, false])
  const [, toPatient] = json.emails
  expect(toPatient).toMatchObject({
    id: 2,
    kind: 'reservation-received',
    status: 'failed',
    error: 'All recipients were rejected: 550 5.1.1',
    recipient: '',
    subject: '',
    name: null,
    booking_id: null,
    created_at: isoAt(NOW),
  })
  expect(text).not.toMatch(/rosa|muster|ordination\.example|08:30/i)
  expect(text).not.toContain(bookingId)
  // A search would confirm a guessed e-mail address.
  expect((await technik.get('/api/admin/outbox/emails?search=rosa')).status).toBe(403)
  expect((await technik.get('/api/admin/outbox/emails/2/preview')).status).toBe(403)
})

it('technik reads neither the text nor the number of an SMS', async () => {
  const app = openTestApp()
  await app.admin().post('/api/admin/bookings', aManualBooking())
  const technik = signInTechnik(app)
  const sms = await technik.get('/api/admin/outbox/sms')
  expect(sms.json.sms).toMatchObject([{ kind: 'confirmed', text: '', recipient: '', phone: null }])
  expect(sms.text).not.toMatch(/otto|beispielmann|0000034/i)
})

it('technik may save settings, and the audit records who did', async () => {
  const app = openTestApp()
  const technik = signInTechnik(app)
  const saved = await technik.put('/api/admin/settings/urls', { ADMIN_EMAIL: 'empfang@ordination.example' })
  expect(saved.status).toBe(200)
  const { entries } = (await app.admin().get('/api/admin/audit?kind=settings')).json
  const [newest] = entries
  expect(newest).toMatchObject({ action: 'settings-saved', actor_name: TECHNIK_EMAIL })
})

it('the findings of ordi doctor are answered in German', async () => {
  const examine = async () => [
    goodFinding('disk', { text: '4 MB free', german: '4 MB frei' }),
    wrongFinding('mail server', { text: 'none is set', german: 'Es ist keiner eingerichtet.' }),
  ]
  const technik = signInTechnik(openTestApp({ ports: { examine } }))
  const { status, json } = await technik.post('/api/admin/installation/examination')
  expect(status).toBe(200)
  expect(json.findings).toEqual([
    { level: 'good', title: 'Platz', text: '4 MB frei' },
    { level: 'wrong', title: 'E-Mail-Server', text: 'Es ist keiner eingerichtet.' },
  ])
})

it('ordi doctor runs once for simultaneous calls', async () => {
  const examine = vi.fn(async () => [goodFinding('disk', { text: '4 MB free', german: '4 MB frei' })])
  const technik = signInTechnik(openTestApp({ ports: { examine } }))
  const callDoctor = () => technik.post('/api/admin/installation/examination')
  const [first, second] = await Promise.all([callDoctor(), callDoctor()])
  expect([first.status, second.json]).toEqual([200, first.json])
  expect(examine).toHaveBeenCalledTimes(1)

  await callDoctor()
  expect(examine).toHaveBeenCalledTimes(2)
})

it('the answer to an examination that cannot run names the log of the server', async () => {
  const app = openTestApp({ ports: { examine: () => Promise.reject(new Error('ENOMEM')) } })
  const { status, json } = await app.admin().post('/api/admin/installation/examination')
  expect([status, json.error]).toEqual([502, 'test_failed'])
  expect(json.message).toBe('Die Prüfung ließ sich nicht ausführen: Warum, steht im Protokoll des Servers.')
})

it('the URL of the portal and that of its patients are answered, and whether there is any booking', async () => {
  const app = openTestApp({ config: { baseUrl: 'http://localhost:8080', baseUrlIsSet: false } })
  const technik = signInTechnik(app)
  const readAddress = async () => (await technik.get('/api/admin/installation/address')).json
  const started = { started_with: 'http://localhost:8080', is_set: false }
  expect(await readAddress()).toEqual({
    ...started,
    patients: 'http://localhost:8080/',
    this_machine_only: true,
    booked: false,
  })

  await technik.put('/api/admin/settings/urls', { PUBLIC_BASE_URL: 'https://termine.example' })
  await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  expect(await readAddress()).toEqual({
    ...started,
    patients: 'https://termine.example/',
    this_machine_only: false,
    booked: true,
  })
})
