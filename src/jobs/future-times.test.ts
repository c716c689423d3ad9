import { describe, expect, it } from 'vitest'
import { countAttempt } from '../access/rate-limit.ts'
import { openSession, resumeSession } from '../access/sessions.ts'
import { decideBooking } from '../booking/decisions.ts'
import { deleteForgottenBrowsers } from '../booking/known-browsers.ts'
import { offerByHand } from '../booking/manual-offers.ts'
import { remindDue } from '../booking/reminders.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { erpEvents, messages } from '../db/schema.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { anAdmin, codeOf, login, signIn, turnOnSecondFactor } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

/** An app whose clock is three days ahead until `setBack`. */
function openAppAhead() {
  const app = openTestApp()
  app.pass(3 * DAY_LENGTH)
  const setBack = () => {
    app.pass(-3 * DAY_LENGTH)
    correctFutureTimes(app.ctx())
  }
  return { ...app, setBack }
}

describe('after the clock was set back by three days', () => {
  it('a hold still counts, and blocks its time for ten minutes only', async () => {
    const app = openAppAhead()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const { hold_id: id } = (await browser.post('/api/hold', aHold())).json
    app.setBack()
    const offered = async () =>
      (await browser.get('/api/slots?date=2027-01-12&service=erstordination')).json.some(
        ({ slot_start }: { slot_start: string }) => slot_start === aHold().start,
      )
    expect(await offered()).toBe(false)
    app.pass(9 * MINUTE)
    const extended = await browser.post(`/api/hold/${id}/extend`)
    expect(Date.parse(extended.json.expires_at)).toBe(Date.now() + 10 * MINUTE)
    app.pass(10 * MINUTE)
    expect(await offered()).toBe(true)
    expect((await browser.post(`/api/hold/${id}/extend`)).status).toBe(410)
  })

  it('an offer of the waiting list lasts for as long as it was promised, also after the setting has changed', () => {
    const app = openAppAhead()
    const made = () =>
      app.rows<{ made: number; ends: number }>(`select created_at as made, expires_at as ends from offers`)
    const person = { service_id: 'erstordination', name: 'Otto', email: 'otto@muster.example', mobile: '' }
    const wishes = { not_after: '2027-03-01', not_before: null, weekdays: [2], parts: ['morning'] as const }
    const { id } = addToWaitingList(app.assistant(), { ...person, ...wishes })
    offerByHand(app.assistant(), id, Date.parse('2027-02-02T09:00:00+01:00'))
    app.setBack()
    const promised = [{ made: Date.now(), ends: Date.now() + HOUR }]
    expect(made()).toEqual(promised)
    writeSettings(app.ctx(), 'general', { offer_minutes: 15 })
    correctFutureTimes(app.ctx())
    expect(made()).toEqual(promised)
  })

  it('a waiting message is due within its retry time, and a lease ends', () => {
    const app = openAppAhead()
    const add = (status: 'queued' | 'sending', attempts: number, dueAt: number) =>
      app.rows<{ id: number }>(
        `insert into messages (channel, kind, log_uuid, recipient, text, status, attempts, due_at, created_at)
          values ('email', 'test', hex(randomblob(16)), 'a@b.example', '', ?, ?, ?, ?) returning id`,
        status,
        attempts,
        dueAt,
        Date.now(),
      )
    add('queued', 0, Date.now())
    add('queued', 3, Date.now() + 30 * MINUTE)
    add('sending', 1, Date.now() + MINUTE)
    app.setBack()
    add('queued', 5, Date.now() + 700 * MINUTE)
    // Refused, without an attempt that counts.
    add('queued', 0, Date.now() + 4 * MINUTE)
    app.change(`update messages set error = 'abgelehnt' where id = 5`)
    correctFutureTimes(app.ctx())
    const due = app.ctx().db.select().from(messages).all()
    expect(due.map(({ dueAt }) => (dueAt - Date.now()) / MINUTE)).toEqual([1, 30, 5, 700, 4])
  })

  it('attempts block for their window only', () => {
    const app = openAppAhead()
    const limits = [['somebody', { most: 1, window: 15 * MINUTE }]] as const
    countAttempt(app.ctx(), limits)
    app.setBack()
    expect(refusalOf(() => countAttempt(app.ctx(), limits))?.facts).toEqual({ retry_after: 15 * 60 })
    app.pass(15 * MINUTE)
    countAttempt(app.ctx(), limits)
  })

  it('a session ends an hour after its last use', () => {
    const app = openAppAhead()
    const { token } = openSession(app.ctx(), anAdmin(app), 'Testbrowser')
    app.setBack()
    expect(resumeSession(app.ctx(), token, { keepAlive: false })).toBeDefined()
    app.pass(HOUR)
    expect(resumeSession(app.ctx(), token, { keepAlive: false })).toBeUndefined()
  })

  it('a browser is forgotten 90 days after it has verified an address', async () => {
    const app = openAppAhead()
    await verifyEmailAddress(app, app.browser())
    app.setBack()
    app.pass(90 * DAY_LENGTH)
    deleteForgottenBrowsers(app.ctx())
    expect(app.rows('select * from known_browsers')).toEqual([])
  })

  it('the links of an answered request lose their signatures', async () => {
    const app = openAppAhead()
    const { id } = (await book(app, app.browser(), '2027-01-19T08:30:00+01:00')).json
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.change(`update messages set status = 'sent'`)
    app.setBack()
    app.pass(MINUTE)
    dropSpentSignatures(app.ctx())
    expect(app.rows(`select id from messages where text like '%&sig=%'`)).toEqual([])
  })

  it('what the doctor changes in Odoo counts from now, not from a push in the future', () => {
    const app = openAppAhead()
    const { id, startsAt, endsAt } = insertBooking(app.ctx().db)
    const row = { bookingId: id, eventId: 1, startsAt, endsAt, active: true, pushedAt: Date.now() }
    app.ctx().db.insert(erpEvents).values(row).run()
    app.setBack()
    expect(app.rows('select pushed_at from erp_events')).toEqual([{ pushed_at: Date.now() }])
  })

  it('a code of the second factor is accepted again', async () => {
    const app = openAppAhead()
    anAdmin(app)
    const { secret } = await turnOnSecondFactor(await signIn(app))
    app.setBack()
    app.pass(MINUTE)
    expect((await login(app, { code: codeOf(secret) })).status).toBe(200)
  })

  it('a patient is reminded of an appointment that was confirmed before', () => {
    const app = openAppAhead()
    const startsAt = Date.now() + 20 * HOUR
    const { id } = insertBooking(app.ctx().db, { startsAt, createdAt: Date.now() })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.setBack()
    app.at(new Date(startsAt - 47 * HOUR).toISOString())
    remindDue(app.ctx())
    expect(app.rows(`select id from messages where kind = 'reminder' and channel = 'email'`)).toHaveLength(1)
  })
})
