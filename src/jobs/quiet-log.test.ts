import { expect, it } from 'vitest'
import { type StaffAction, signStaffLink } from '../access/links.ts'
import { countChangedDays } from '../backoffice/statistics.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import { webhookUrl } from '../messaging/sms/webhooks.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  type AppWithSecrets,
  leaksIn,
  openAppWithSecrets,
  SECRET_CONTACT,
} from '../testing/app-with-secrets.ts'
import type { Browser } from '../testing/browser.ts'
import { aHold, lastCode, lastToken } from '../testing/factory.ts'

const { email: EMAIL } = SECRET_CONTACT
const PATIENT_MESSAGE = 'Bin leider verreist.'
const PRACTICE_MESSAGE = 'Bitte nüchtern kommen.'

/** The starts of three appointments: one is confirmed, one rejected, and one is too soon to be cancelled. */
const STARTS = {
  confirmed: '2027-01-12T08:30:00+01:00',
  rejected: '2027-01-13T08:30:00+01:00',
  soon: '2027-01-08T08:30:00+01:00',
} as const
/** The ids of the appointments. */
type BookingIds = Readonly<Record<keyof typeof STARTS, string>>

it('the log contains nothing personal, whatever fails in the life of a booking', async () => {
  const app = openAppWithSecrets()
  const browser = app.browser()
  // The first start counts two years of days. With fake timers that would take minutes of the clock.
  let hasMoreDays = true
  while (hasMoreDays) hasMoreDays = countChangedDays(app.ctx())
  const stop = app.startJobs()
  // It is 13:40 on 7 January (`NOW`). With 114 hours, the reminders of the appointment on 12 January, by
  // e-mail and by SMS, are due at 14:30.
  writeSettings(app.ctx(), 'general', { reminder_hours: 114 })

  const bookingIds = await bookThree(app, browser)
  await decide(app, browser, bookingIds)
  await reportDelivery(app, browser)
  await cancelDespiteDamage(app, browser, bookingIds.confirmed)
  await stop()

  assertEnoughWasLogged(app)
  expect(leaksIn(app.lines.join(''), app.secrets)).toEqual([])
})

/** Verifies the e-mail address by a code, after a wrong one, and once more by the link. */
async function verify(app: AppWithSecrets, browser: Browser): Promise<void> {
  await browser.post('/api/email/send', { email: EMAIL })
  app.markSecret(lastToken(app))
  const code = app.markSecret(lastCode(app))
  await browser.post('/api/email/verify', { email: EMAIL, code: code === '000000' ? '111111' : '000000' })
  await browser.post('/api/email/verify', { email: EMAIL, code })
  await browser.get(`/api/email/status?email=${EMAIL}`)
  await browser.post('/api/email/send', { email: EMAIL })
  await browser.post('/api/email/verify', { token: app.markSecret(lastToken(app)) })
}

/**
 * Books an appointment with the mishaps of real life: a corrected name, an extended hold, and a forged
 * solution of the bot check.
 */
async function bookAt(app: AppWithSecrets, browser: Browser, start: string): Promise<string> {
  await browser.post('/api/hold', aHold({ start, contact: { ...SECRET_CONTACT, lastName: 'Musterfrau 2' } }))
  const hold = await browser.post('/api/hold', aHold({ start, contact: SECRET_CONTACT }))
  const holdId = app.markSecret(hold.json.hold_id)
  await browser.post(`/api/hold/${holdId}/extend`)
  const token = app.markSecret(await app.botToken())
  const input = { hold_id: holdId, contact: SECRET_CONTACT, consent: true, turnstile_token: token }
  await browser.post('/api/booking/confirm', { ...input, turnstile_token: 'forged' })
  const booked = await browser.post('/api/booking/confirm', input)
  expect(booked.status).toBe(201)
  const id = app.markSecret(booked.json.id)
  await browser.get(`/api/bookings/${id}`)
  await browser.get(`/api/bookings/${id}/termin.ics`)
  return id
}

/** Returns the refusal of a mail server, which names the patient. */
const patientRefusal = (kind: 'temporary' | 'permanent'): MailResult => ({
  ok: false,
  kind,
  detail: `550 <${EMAIL}> Rosa Musterfrau is unknown`,
})

/** Books three appointments while the mail server refuses one e-mail after another. */
async function bookThree(app: AppWithSecrets, browser: Browser): Promise<BookingIds> {
  app.mailFaults.push(patientRefusal('temporary'), patientRefusal('permanent'))
  await verify(app, browser)
  // The jobs begin a second after their start, and send both e-mails with codes.
  await app.tick(4_000)
  const confirmed = await bookAt(app, browser, STARTS.confirmed)
  const rejected = await bookAt(app, browser, STARTS.rejected)
  const soon = await bookAt(app, browser, STARTS.soon)
  app.mailFaults.push({ ok: false, kind: 'configuration', detail: 'Invalid login: 535 wrong' })
  // After a refused login no e-mail is tried for five minutes (`PAUSE_MS`).
  await app.tick(7 * MINUTE)
  return { confirmed, rejected, soon }
}

/**
 * Decides by signed links, including forged ones, while the SMS providers fail. The patient then cancels too
 * late.
 */
async function decide(app: AppWithSecrets, browser: Browser, bookingIds: BookingIds): Promise<void> {
  /** Presses the button on the page of a link. @returns the status of the answer */
  const press = async (call: 'confirm' | 'reject', query: object) =>
    (await browser.post(`/api/admin/${call}`, { message: PRACTICE_MESSAGE, ...query })).status
  const sigOf = (action: StaffAction, booking: keyof BookingIds) => {
    const start = Date.parse(STARTS[booking])
    return app.markSecret(signStaffLink(app.ctx(), { action, bookingId: bookingIds[booking], start }))
  }
  const id = bookingIds.confirmed
  const sig = sigOf('confirm', 'confirmed')
  // These are refused: a forged signature, a booking that does not exist, and no signature.
  await press('confirm', { id, sig: `${sig}x` })
  await press('confirm', { id: 'x'.repeat(32), sig })
  await press('confirm', { id })
  app.clicksend.faults.plan('bad number +436600000012', 'reset', 500)
  app.sevenio.faults.plan('unreachable')
  expect(await press('confirm', { id, sig })).toBe(200)
  await press('confirm', { id, sig })
  expect(await press('reject', { id: bookingIds.rejected, sig: sigOf('reject', 'rejected') })).toBe(200)
  // It is less than 24 hours away (`DEFAULT_CANCEL_HOURS`).
  expect(await cancel(browser, bookingIds.soon)).toBe(409)
  await app.admin().post('/api/admin/confirm', { id, message: PRACTICE_MESSAGE })
  await app.tick(HOUR)
}

/** The code of ClickSend for an SMS that has reached the phone. */
const DELIVERED = 201

/** Lets the provider report the delivery of an SMS: to a wrong URL, and then to the right one. */
async function reportDelivery(app: AppWithSecrets, browser: Browser): Promise<void> {
  const webhook = new URL(webhookUrl(app.ctx(), 'clicksend')).pathname
  app.markSecret(webhook.split('/').at(-1) ?? '')
  const [message] = [...app.clicksend.taken, ...app.sevenio.taken]
  if (message === undefined) throw new Error('no provider has taken an SMS')
  const report = app.clicksend.report(message, DELIVERED)
  await browser.post(`${webhook}x`, report)
  await browser.post(webhook, report)
}

/** Tries to cancel the appointment while the database is damaged, and again after its repair. */
async function cancelDespiteDamage(app: AppWithSecrets, browser: Browser, id: string): Promise<void> {
  const { $client } = app.ctx().db
  $client.exec(`
    create trigger refuse_messages before insert on messages begin select raise(abort, 'no room'); end;
    alter table holds rename to former_holds`)
  expect(await cancel(browser, id)).toBe(500)
  // The path of a failed request is not logged, because it contains ids.
  expect((await browser.post(`/api/hold/${id}/extend`)).status).toBe(500)
  await app.tick(MINUTE)
  $client.exec('drop trigger refuse_messages; alter table former_holds rename to holds')
  expect(await cancel(browser, id)).toBe(200)
  await app.tick(MINUTE)
}

/** Cancels an appointment as the patient. @returns the status of the answer */
const cancel = async (browser: Browser, id: string) =>
  (await browser.post('/api/patient/reject', { id, message: PATIENT_MESSAGE })).status

/** Asserts that enough was sent and logged for a leak to be found. */
function assertEnoughWasLogged(app: AppWithSecrets): void {
  const emails = app.rows<{ kind: string }>(`select distinct kind from messages where channel = 'email'`)
  expect(emails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['confirmed', 'rejected', 'reminder', 'cancelled', 'cancelled-by-patient']),
  )
  const logged = app.lines.map((line) => JSON.parse(line) as { level: string; msg: string })
  expect(new Set(logged.map(({ level }) => level))).toEqual(new Set(['info', 'warn', 'error']))
  expect(logged.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['request failed', 'job failed', 'mail sent', 'mail not sent', 'sms sent']),
  )
}
