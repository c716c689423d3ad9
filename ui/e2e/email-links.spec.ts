import { cancelByPatient, cancelByStaff } from '../../src/booking/cancellation.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { requestVerification } from '../../src/booking/email-verification.ts'
import { remindDue, remindPracticeOfUnanswered } from '../../src/booking/reminders.ts'
import type { KindOn } from '../../src/messaging/kinds.ts'
import { HOUR } from '../../src/shared/day.ts'
import { inviteMember } from '../../src/staff/staff.ts'
import { addAppointment } from './fixtures/bookings.ts'
import { book, ROSA, reachReview } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

const KINDS: readonly KindOn<'email'>[] = [
  'email-verification',
  'reservation-received',
  'new-reservation',
  'confirmed',
  'rejected',
  'cancelled',
  'cancelled-by-patient',
  'reminder',
  'unanswered',
  'invitation',
  'security-notice',
]

test('opening the links of every mail changes nothing, whatever program opens them', async ({
  page,
  portal,
  browser,
}) => {
  // The server sends them with its own e-mails, which it queues for the booking.
  queueOtherEmails(portal)
  await reachReview(page, portal)
  await book(page)
  const mails = portal.rows<{ kind: string; text: string }>(
    `select kind, text from messages where channel = 'email'`,
  )
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(KINDS))
  const waiting = `select id from messages where channel = 'email' and status in ('queued', 'sending') and kind not in ('reminder', 'unanswered')`
  await expect.poll(() => portal.rows(waiting)).toEqual([])
  // By day a job looks whom it can be offered to, and deletes it.
  portal.rows('delete from freed_times')
  // One link for each page is opened in the browser, all are fetched.
  const links = new Set(mails.flatMap(({ text }) => text.match(/https?:\/\/localhost\S+/g) ?? []))
  const byPage = new Map([...links].map((link) => [new URL(link).pathname, link]))
  expect([...byPage.keys()].sort()).toEqual([
    '/',
    '/admin',
    '/admin/confirm',
    '/admin/invitation',
    '/admin/reject',
    '/email/verify',
    '/meine-termine',
    '/patient/move',
    '/patient/overview',
    '/patient/reject',
  ])

  const before = portal.dump()
  for (const link of links)
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
  const scanner = await (await browser.newContext()).newPage()
  const methods = new Set<string>()
  scanner.on('request', (request) => methods.add(request.method()))
  for (const link of byPage.values()) {
    await scanner.goto(link, { waitUntil: 'networkidle' })
    await expect(scanner.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect([...methods]).toEqual(['GET'])
  expect(portal.dump()).toEqual(before)
})

/** The mails of a booking's whole life; what takes days is done with a later clock. */
function queueOtherEmails(portal: Portal): void {
  const ctx = portal.ctx()
  const confirmed = () => {
    const { id, startsAt } = addAppointment(portal)
    decideBooking(ctx, id, { decision: 'confirm', message: 'Bis bald.' })
    return { id, startsAt }
  }
  decideBooking(ctx, addAppointment(portal).id, { decision: 'reject', message: 'Leider nicht.' })
  cancelByPatient(ctx, confirmed().id, 'Bin verreist.')
  cancelByStaff(ctx, confirmed().id, 'Leider geschlossen.')
  // Ten in the morning, two days before.
  remindDue(portal.ctx(confirmed().startsAt - 46.5 * HOUR))
  inviteMember(ctx, { email: 'neu@ordination.example', name: 'Rosa Helferin', role: 'assistant' })
  requestVerification(ctx, {
    ...{ email: ROSA.email, purpose: 'my-bookings' },
    ...{ browser: 'another', origin: undefined },
  })
  remindPracticeOfUnanswered(portal.ctx(addAppointment(portal).startsAt - 46.5 * HOUR))
}
