import { getBooking } from '../../src/booking/bookings.ts'
import { cancelByPatient, cancelByStaff } from '../../src/booking/cancellation.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { notifyRequested } from '../../src/booking/notifications.ts'
import { remindPracticeOfUnanswered } from '../../src/booking/practice-reminders.ts'
import { remindDue } from '../../src/booking/reminders.ts'
import { requestVerification } from '../../src/booking/verification-requests.ts'
import type { KindOn } from '../../src/messaging/kinds.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../../src/shared/day.ts'
import { inviteMember } from '../../src/staff/staff.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { ROSA } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

/** The kinds of the mails whose links are opened. */
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

/** The paths of all pages to which mails lead. */
const LINKED_PATHS = [
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
]

test('opening the links of every mail changes nothing, whatever program opens them', async ({
  page,
  portal,
}) => {
  queueEmails(portal)
  const links = linksInEmails(portal)
  keepJobsFromWriting(portal)
  // In the browser, which takes longer, only one link of each page is opened.
  const linkByPath = new Map([...links].map((link) => [new URL(link).pathname, link]))
  expect([...linkByPath.keys()].sort()).toEqual(LINKED_PATHS)

  const dumpBefore = portal.dump()
  await test.step('programs fetch every link, several times', async () => {
    for (const link of links)
      for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
  })

  await test.step('a browser opens a link of each page, which only reads', async () => {
    const methods = new Set<string>()
    page.on('request', (request) => methods.add(request.method()))
    for (const link of linkByPath.values()) {
      await page.goto(link, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect([...methods]).toEqual(['GET'])
  })
  expect(portal.dump()).toEqual(dumpBefore)
})

/** Queues a mail of each kind. The mails of later days are queued with a later clock. */
function queueEmails(portal: Portal): void {
  const ctx = portal.ctx()
  notifyRequested(ctx, getBooking(ctx, addBookingWithLinks(portal).id))
  decideBooking(ctx, addBookingWithLinks(portal).id, { decision: 'reject', message: 'Leider nicht.' })
  cancelByPatient(ctx, addConfirmedBooking(portal).id, 'Bin verreist.')
  cancelByStaff(ctx, addConfirmedBooking(portal).id, 'Leider geschlossen.')
  remindDue(portal.ctx(tenTwoDaysBefore(addConfirmedBooking(portal).startsAt)))
  inviteMember(ctx, { email: 'neu@ordination.example', name: 'Rosa Helferin', role: 'assistant' })
  for (const purpose of ['booking', 'my-bookings'] as const)
    requestVerification(ctx, { email: ROSA.email, purpose, browser: 'another', origin: undefined })
  remindPracticeOfUnanswered(portal.ctx(tenTwoDaysBefore(addBookingWithLinks(portal).startsAt)))
}

/** Adds a request, and confirms it with a message, which queues the mail about it. */
function addConfirmedBooking(portal: Portal) {
  const booking = addBookingWithLinks(portal)
  decideBooking(portal.ctx(), booking.id, { decision: 'confirm', message: 'Bis bald.' })
  return booking
}

/** Returns ten o'clock two days before an appointment at 08:30, because reminders leave only by day. */
function tenTwoDaysBefore(startsAt: Instant): Instant {
  return startsAt - 2 * DAY_LENGTH + 1.5 * HOUR
}

/** Returns all links in the queued mails, of which there is one of each kind. */
function linksInEmails(portal: Portal): ReadonlySet<string> {
  const mails = portal.rows<{ kind: string; text: string }>(
    `select kind, text from messages where channel = 'email'`,
  )
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(KINDS))
  return new Set(mails.flatMap(({ text }) => text.match(/https?:\/\/localhost\S+/g) ?? []))
}

/** Removes the work of the jobs that would change rows while the links are opened. */
function keepJobsFromWriting(portal: Portal): void {
  // Sending a mail changes its row.
  portal.changeRows(`update messages set status = 'sent' where status = 'queued'`)
  // By day a job offers freed times to the waiting list and deletes them.
  portal.changeRows('delete from freed_times')
}
