import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { countAttempt } from '../access/rate-limit.ts'
import { openSession, resumeSession } from '../access/sessions.ts'
import { decideBooking } from '../booking/decisions.ts'
import { deleteOutdatedBrowsers, KNOWN_DAYS } from '../booking/known-browsers.ts'
import { offerByHand } from '../booking/manual-offers.ts'
import { remindDue } from '../booking/reminders.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { erpEvents, messages } from '../db/schema.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { codeOf, insertAdmin, postLogin, signIn, turnOnSecondFactor } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { isStartFree } from '../testing/hold-app.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

/** Opens an app whose clock is three days ahead until `setBack`. */
function openAppAhead() {
  const app = openTestApp()
  app.pass(3 * DAY_LENGTH)
  const setBack = () => {
    app.pass(-3 * DAY_LENGTH)
    correctFutureTimes(app.ctx())
  }
  return { ...app, setBack }
}

describe('after the clock was set back by three days, for patients', () => {
  it('a hold still counts, and blocks its time for ten minutes only', async () => {
    const app = openAppAhead()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const { hold_id: id } = (await browser.post('/api/hold', aHold())).json
    app.setBack()
    expect(await isStartFree(browser)).toBe(false)

    app.pass(9 * MINUTE)
    const extended = await browser.post(`/api/hold/${id}/extend`)
    expect(Date.parse(extended.json.expires_at)).toBe(Date.now() + 10 * MINUTE)

    app.pass(10 * MINUTE)
    expect(await isStartFree(browser)).toBe(true)
    expect((await browser.post(`/api/hold/${id}/extend`)).status).toBe(410)
  })

  it('an offer lasts as long as promised, even after the setting has changed', () => {
    const app = openAppAhead()
    const readOffers = () => app.rows('select created_at as madeAt, expires_at as endsAt from offers')
    writeSettings(app.ctx(), 'general', { offer_minutes: 60 })
    offerByHand(app.assistant(), addCaller(app), Date.parse('2027-02-02T09:00:00+01:00'))
    app.setBack()
    const promised = [{ madeAt: Date.now(), endsAt: Date.now() + 60 * MINUTE }]
    expect(readOffers()).toEqual(promised)

    writeSettings(app.ctx(), 'general', { offer_minutes: 15 })
    correctFutureTimes(app.ctx())
    expect(readOffers()).toEqual(promised)
  })

  it('a patient is reminded of an appointment that was confirmed while the clock was ahead', () => {
    const app = openAppAhead()
    writeSettings(app.ctx(), 'general', { reminder_hours: 48 })
    const startsAt = Date.now() + 20 * HOUR
    const { id } = insertBooking(app.ctx().db, { startsAt, createdAt: Date.now() })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.setBack()
    app.setClock(new Date(startsAt - 47 * HOUR).toISOString())
    remindDue(app.ctx())
    expect(app.rows(`select id from messages where kind = 'reminder' and channel = 'email'`)).toHaveLength(1)
  })

  it(`a browser is forgotten ${KNOWN_DAYS} days after it has verified an e-mail address`, async () => {
    const app = openAppAhead()
    await verifyEmailAddress(app, app.browser())
    app.setBack()
    app.pass(KNOWN_DAYS * DAY_LENGTH)
    deleteOutdatedBrowsers(app.ctx())
    expect(app.rows('select * from known_browsers')).toEqual([])
  })
})

describe('after the clock was set back by three days, in the outbox', () => {
  it('a waiting message is due within its retry time, and one that is being sent within a lease', () => {
    const app = openAppAhead()
    storeMail(app, { attempts: 0, dueInMinutes: 0 })
    storeMail(app, { attempts: 3, dueInMinutes: 30 })
    storeMail(app, { status: 'sending', attempts: 1, dueInMinutes: 1 })
    app.setBack()
    // These are the longest waits: before the first attempt, after the third one, and for a lease
    // (messaging/outbox/retry-times.ts).
    expect(minutesUntilDue(app)).toEqual([1, 30, 5])
  })

  it('a message that was stored after the correction keeps its time', () => {
    const app = openAppAhead()
    app.setBack()
    // The fifth failed attempt is followed by the longest wait: 720 minutes.
    storeMail(app, { attempts: 5, dueInMinutes: 700 })
    // After a refusal that is not counted as an attempt, a message waits for up to five minutes.
    storeMail(app, { attempts: 0, dueInMinutes: 4, error: 'abgelehnt' })
    correctFutureTimes(app.ctx())
    expect(minutesUntilDue(app)).toEqual([700, 4])
  })

  it('the links of an answered request lose their signatures', async () => {
    const app = openAppAhead()
    const { id } = (await book(app, app.browser(), '2027-01-19T08:30:00+01:00')).json
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.changeRows(`update messages set status = 'sent'`)
    app.setBack()
    app.pass(MINUTE)
    dropSpentSignatures(app.ctx())
    expect(app.rows(`select id from messages where text like '%&sig=%'`)).toEqual([])
  })

  it('a push to Odoo counts as made now, so that later changes in Odoo are noticed', () => {
    const app = openAppAhead()
    const { id, startsAt, endsAt } = insertBooking(app.ctx().db)
    const pushed = { bookingId: id, eventId: 1, startsAt, endsAt, active: true, pushedAt: Date.now() }
    app.ctx().db.insert(erpEvents).values(pushed).run()
    app.setBack()
    expect(app.rows('select pushed_at from erp_events')).toEqual([{ pushed_at: Date.now() }])
  })
})

describe('after the clock was set back by three days, at the sign-in', () => {
  it('attempts count for their window only', () => {
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
    const { token } = openSession(app.ctx(), insertAdmin(app), 'Testbrowser')
    app.setBack()
    expect(resumeSession(app.ctx(), token, { keepAlive: false })).toBeDefined()
    app.pass(HOUR)
    expect(resumeSession(app.ctx(), token, { keepAlive: false })).toBeUndefined()
  })

  it('a code of the second factor is accepted again', async () => {
    const app = openAppAhead()
    insertAdmin(app)
    const { secret } = await turnOnSecondFactor(await signIn(app))
    app.setBack()
    app.pass(MINUTE)
    expect((await postLogin(app, { code: codeOf(secret) })).status).toBe(200)
  })
})

/** Adds a caller to the waiting list. @returns the id of the entry */
function addCaller(app: TestApp): string {
  const person = { service_id: 'erstordination', name: 'Otto', email: 'otto@muster.example', mobile: '' }
  const wishes = { not_after: '2027-03-01', not_before: null, weekdays: [2], parts: ['morning'] as const }
  return addToWaitingList(app.assistant(), { ...person, ...wishes }).id
}

type WaitingMail = Readonly<{
  status?: 'queued' | 'sending'
  /** Attempts that were counted. */
  attempts: number
  dueInMinutes: number
  /** The failure of the last attempt, counted or not. */
  error?: string
}>

/** Stores an e-mail that is due in this many minutes by the present clock. */
function storeMail(app: TestApp, { status = 'queued', attempts, dueInMinutes, error }: WaitingMail): void {
  const content = { channel: 'email', kind: 'test', recipient: 'a@b.example', text: '' } as const
  const { id } = insertMessage(app.ctx(), content)
  const dueAt = Date.now() + dueInMinutes * MINUTE
  app
    .ctx()
    .db.update(messages)
    .set({ status, attempts, dueAt, error: error ?? null })
    .where(eq(messages.id, id))
    .run()
}

/** Returns the minutes until each e-mail is due, in the order in which they were stored. */
function minutesUntilDue(app: TestApp): number[] {
  const stored = app.ctx().db.select().from(messages).orderBy(messages.id).all()
  return stored.map(({ dueAt }) => (dueAt - Date.now()) / MINUTE)
}
