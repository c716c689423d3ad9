import { describe, expect, it } from 'vitest'
import { countAttempt } from '../access/rate-limit.ts'
import { openSession, resumeSession } from '../access/sessions.ts'
import { decideBooking } from '../booking/decisions.ts'
import { deleteOutdatedBrowsers, KNOWN_DAYS } from '../booking/known-browsers.ts'
import { offerByHand } from '../booking/manual-offers.ts'
import { remindDue } from '../booking/reminders.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { codeOf, insertAdmin, postLogin, signIn, turnOnSecondFactor } from '../testing/admins.ts'
import { openAppAhead } from '../testing/app-ahead.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aHold, verifyEmailAddress } from '../testing/factory.ts'
import { isStartFree } from '../testing/hold-app.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { TestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

describe('after the clock was set back by three days, for patients', () => {
  it('a hold still counts, and blocks its time for no longer than a new one would', async () => {
    const app = openAppAhead()
    const { holdMinutes } = app.ctx().config
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const { hold_id: id } = (await browser.post('/api/hold', aHold())).json
    app.setBack()
    expect(await isStartFree(browser)).toBe(false)

    app.pass((holdMinutes - 1) * MINUTE)
    const extended = await browser.post(`/api/hold/${id}/extend`)
    expect(Date.parse(extended.json.expires_at)).toBe(Date.now() + holdMinutes * MINUTE)

    app.pass(holdMinutes * MINUTE)
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
    // An hour after the reminder has become due.
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
