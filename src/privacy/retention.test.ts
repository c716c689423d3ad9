import { describe, expect, it } from 'vitest'
import { makeFeed, readFeed } from '../backoffice/feeds.ts'
import { countOpenRequests } from '../backoffice/open-requests.ts'
import { countByWeek } from '../backoffice/week-counts.ts'
import { decryptAnswers, encryptAnswers } from '../booking/answers.ts'
import { recordAttendance } from '../booking/attendance.ts'
import { getBooking } from '../booking/bookings.ts'
import { erpEvents } from '../db/schema.ts'
import { queueEmail } from '../messaging/outbox/queue.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, verifyEmailAddress } from '../testing/factory.ts'
import { feedTokenOf } from '../testing/links.ts'
import { deleteOldAsAnnounced, NOTHING_DELETED, openRetentionApp } from '../testing/retention-app.ts'
import { openTestApp } from '../testing/test-app.ts'
import { deleteExpired } from './retention.ts'

/** Anonymises a confirmed appointment that has an event in Odoo and was marked as a no-show. */
async function openAnonymised() {
  const app = await openRetentionApp()
  const { db, now } = app.ctx()
  db.insert(erpEvents)
    .values({ bookingId: app.id, eventId: 4711, startsAt: now, endsAt: now, active: true, pushedAt: now })
    .run()
  recordAttendance(app.assistant(), app.id, 'no_show')
  writeSettings(app.ctx(), 'general', { retain_bookings_days: 1, retain_svnr_days: 0 })
  app.pass(DAY_LENGTH)
  return { ...app, deleted: await deleteOldAsAnnounced(app) }
}

it('social security numbers and answers to questions are deleted 30 days after the end of the appointment', async () => {
  const app = await openRetentionApp()
  const answers = [{ id: 'allergien', label: 'Haben Sie Allergien?', value: 'Ja' }]
  app.changeRows('update bookings set answers = ?', encryptAnswers(app.ctx(), app.id, answers))
  const readKept = () => {
    const booking = getBooking(app.ctx(), app.id)
    return { svnr: booking.svnr, answers: decryptAnswers(app.ctx(), booking) }
  }
  app.pass(30 * DAY_LENGTH - 1)
  expect(await deleteOldAsAnnounced(app)).toMatchObject({ svnr: 0, answers: 0 })
  // The number is stored encrypted.
  expect(readKept()).toEqual({ svnr: expect.stringMatching(/^v1:/), answers })
  app.pass(1)
  expect(await deleteOldAsAnnounced(app)).toMatchObject({ svnr: 1, answers: 1 })
  expect(readKept()).toEqual({ svnr: null, answers: [] })
})

describe('bookings', () => {
  it('stay without a limit by default', async () => {
    const app = await openRetentionApp()
    app.pass(10_000 * DAY_LENGTH)
    expect((await deleteOldAsAnnounced(app)).bookings).toBe(0)
  })

  it('keep month, service and status only', async () => {
    const { rows, deleted, id: formerId } = await openAnonymised()
    // The social security number is kept without a limit here, and goes with the booking.
    expect(deleted).toMatchObject({ bookings: 1, svnr: 0 })
    const month = Date.parse('2027-01-01T00:00:00+01:00')
    const [booking] = rows('select * from bookings')
    expect([booking?.id, booking?.hold_id]).not.toContain(formerId)
    expect(booking).toMatchObject({
      status: 'confirmed',
      service_id: 'erstordination',
      service_name: 'Erstordination',
      starts_at: month,
      // The appointment took 45 minutes.
      ends_at: month + 45 * MINUTE,
      created_at: month,
      updated_at: month,
      anonymised: 1,
      attendance: 'no_show',
    })
  })

  it('leave nothing in other tables that identifies the patient', async () => {
    const { rows, ctx, id } = await openAnonymised()
    for (const table of ['events', 'erp_events', 'occupations', 'booking_search'])
      expect(rows(`select * from ${table}`)).toEqual([])
    const remaining = JSON.stringify([
      rows('select * from bookings'),
      rows(`select * from messages where kind <> 'email-verification'`),
      rows('select * from booking_search_index'),
    ])
    expect(remaining).toContain('Erstordination')
    expect(remaining.match(/rosa|Rosa|Musterfrau|nüchtern|43660|1980-|Gasse/g)).toBeNull()
    expect(remaining.includes(id)).toBe(false)
    expect(await deleteOldAsAnnounced({ ctx })).toEqual(NOTHING_DELETED)
  })

  it('are shown neither to the patient nor in the practice’s list and calendar', async () => {
    const app = await openAnonymised()
    expect((await app.browser().get(`/api/bookings/${app.id}`)).status).toBe(404)
    const january = 'from=2027-01-01&to=2027-01-31'
    for (const page of ['bookings', 'calendar'])
      expect((await app.admin().get(`/api/admin/${page}?${january}`)).json.bookings).toEqual([])
  })

  it('disappear from the open requests, the weekly counts and calendar feeds', async () => {
    const app = openTestApp()
    const { db, now } = app.ctx()
    const createdAt = now - 5 * DAY_LENGTH
    insertBooking(db, { status: 'requested', startsAt: now - 2 * DAY_LENGTH, createdAt })
    insertBooking(db, { status: 'confirmed', startsAt: now - 3 * DAY_LENGTH, createdAt })
    const { url } = makeFeed(app.ctx(), insertAdmin(app), { title: 'Telefon', initialsOnly: false })
    const countShown = () => ({
      requests: countOpenRequests(app.ctx()).count,
      inWeeks: countByWeek(app.ctx(), 4).reduce((sum, { count }) => sum + count, 0),
      inFeed: readFeed(app.ctx(), feedTokenOf(url))?.match(/BEGIN:VEVENT/g)?.length ?? 0,
    })
    expect(countShown()).toEqual({ requests: 1, inWeeks: 2, inFeed: 1 })
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 1 })
    await deleteOldAsAnnounced(app)
    expect(countShown()).toEqual({ requests: 0, inWeeks: 0, inFeed: 0 })
  })

  it('do not count as failed messages any more', async () => {
    const app = await openRetentionApp()
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 1 })
    app.changeRows(`update messages set status = 'failed' where kind = 'confirmed'`)
    app.pass(DAY_LENGTH)
    await deleteOldAsAnnounced(app)
    const { email, sms } = outboxState(app.ctx())
    expect([email.failed, sms.failed]).toEqual([0, 0])
  })

  it('stay until their messages are sent', async () => {
    const app = await openRetentionApp()
    writeSettings(app.ctx(), 'general', { retain_bookings_days: 1 })
    app.changeRows(`update messages set status = 'queued' where kind = 'confirmed'`)
    app.pass(2 * DAY_LENGTH)
    expect((await deleteOldAsAnnounced(app)).bookings).toBe(0)
    app.changeRows(`update messages set status = 'sent'`)
    expect((await deleteOldAsAnnounced(app)).bookings).toBe(1)
  })
})

it('the deletion lets others book between its small steps', async () => {
  const app = openTestApp()
  const mail = { kind: 'test', recipient: 'a@b.example', subject: 's', text: 't', html: 'h' } as const
  for (let index = 0; index < 450; index++) queueEmail(app.ctx(), mail)
  app.changeRows(`update messages set status = 'sent'`)
  writeSettings(app.ctx(), 'general', { retain_messages_days: 1 })
  app.pass(DAY_LENGTH)
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const countWithContent = () =>
    app.rows(`select id from messages where emptied is null and kind = 'test'`).length
  /** The messages with content before and after each step, because the deletion then reads the clock. */
  const counts: number[] = []
  const deletion = deleteExpired(() => {
    counts.push(countWithContent())
    return app.ctx()
  })
  expect((await browser.post('/api/hold', aHold())).status).toBe(201)
  // The hold was answered while the deletion went on.
  expect(countWithContent()).toBeGreaterThan(0)
  await deletion
  expect(countWithContent()).toBe(0)
  const emptiedInSteps = counts.map((count, index) => count - (counts[index + 1] ?? count))
  // The number is that of `ROWS_AT_ONCE`. It is fixed here, so that larger steps fail this test.
  expect(Math.max(...emptiedInSteps)).toBe(50)
})
