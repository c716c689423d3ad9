import { beforeEach, describe, expect, it } from 'vitest'
import type { BotCheckLevel } from '../access/bot-check.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertHold } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { aHold, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import {
  FIRST_REQUESTED,
  type ManyRequestsApp,
  openManyRequestsApp,
  REQUESTS_BROWSER,
} from '../testing/many-requests-app.ts'
import { botCheckToken } from '../testing/solved-bot-check.ts'
import { requiredLevel } from './bot-check-level.ts'
import { rejectMarked } from './decisions.ts'
import { placeHold } from './holds.ts'

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

describe('the level of the bot check', () => {
  const level = (origin: string | undefined) => requiredLevel(app.ctx(), origin)

  it('rises for the fourth and the ninth open request of an origin, and for no other origin', () => {
    const levels = Array.from({ length: 10 }, () => {
      const levelOfNext = level('a')
      app.insertRequests(1, { origin: 'a' })
      // Many requests within an hour would raise the level for everybody.
      app.pass(2 * HOUR)
      return levelOfNext
    })
    expect(levels).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
    expect([level('b'), level(undefined)]).toEqual([0, 0])
  })

  it('rises with the fourth hold of an origin, including the one to be booked', () => {
    const addHold = (i: number) => {
      const startsAt = FIRST_REQUESTED + i * HOUR
      insertHold(app.ctx().db, { email: `holder${i}@a.example`, origin: 'a', now: Date.now(), startsAt })
    }
    for (let i = 0; i < 3; i++) addHold(i)
    expect([level('a'), level('b')]).toEqual([0, 0])
    addHold(3)
    expect([level('a'), level('b'), level(undefined)]).toEqual([1, 0, 0])
    app.pass(10 * MINUTE)
    expect(level('a')).toBe(0)
  })

  it('rises for everybody with twelve requests in an hour, and again with three times as many', () => {
    const levelWith = (further: number) => {
      app.insertRequests(further)
      return level('a')
    }
    expect([levelWith(11), levelWith(1)]).toEqual([0, 1])
    expect([levelWith(23), levelWith(1)]).toEqual([1, 2])
    app.pass(HOUR)
    expect(level('a')).toBe(0)
  })

  it('does not rise for everybody because of one origin', () => {
    app.insertRequests(20, { origin: 'a' })
    expect([level('a'), level('b')]).toEqual([2, 0])
  })

  it('falls when marked requests are rejected', () => {
    const requests = app.insertRequests(20, { origin: 'a' })
    expect(level('a')).toBe(2)
    app.change('update bookings set marked = 1')
    rejectMarked(
      app.ctx(),
      requests.map(({ id }) => id),
    )
    expect(level('a')).toBe(0)
  })

  it('rises with sixty requests in a day', () => {
    // Ten requests at once stay below the twelve in an hour that would raise the level.
    for (let i = 0; i < 6; i++) {
      app.insertRequests(10)
      app.pass(2 * HOUR)
    }
    expect(level('a')).toBe(1)
    app.pass(DAY_LENGTH)
    expect(level('a')).toBe(0)
  })

  it('rises later where many requests are usual', () => {
    const USUAL_AN_HOUR = 5
    const limitOfHour = 6 * USUAL_AN_HOUR
    for (let day = 1; day <= 28; day++)
      app.insertRequests(24 * USUAL_AN_HOUR, { at: Date.now() - day * DAY_LENGTH })
    app.insertRequests(limitOfHour - 1)
    expect(level('a')).toBe(0)
    app.insertRequests(1)
    expect(level('a')).toBe(1)
  })

  it('rises for everybody with twelve live holds, and again with thirty-six, until they end', () => {
    // The limits of holds would stop the test before its level rises.
    const unlimited = () => ({ ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } })
    const HOURS_A_DAY = 4
    const DAYS_A_WEEK = 3
    /** Returns one of the four hours on each Monday, Tuesday and Wednesday, week after week. */
    const startOfHold = (i: number) => {
      const day = Math.floor(i / HOURS_A_DAY)
      const daysLater = 7 * Math.floor(day / DAYS_A_WEEK) + (day % DAYS_A_WEEK)
      return FIRST_REQUESTED + daysLater * DAY_LENGTH + (i % HOURS_A_DAY) * HOUR
    }
    let placed = 0
    const levelWith = (further: number) => {
      for (const last = placed + further; placed < last; placed++) {
        const email = `holder${placed}@a.example`
        app.verify(email)
        const time = { serviceId: 'folgebehandlung', start: startOfHold(placed), stop: undefined }
        placeHold(unlimited(), { ...time, email, browser: REQUESTS_BROWSER, origin: email })
      }
      return level('a')
    }

    expect([levelWith(11), levelWith(1)]).toEqual([0, 1])
    expect([levelWith(23), levelWith(1)]).toEqual([1, 2])
    app.pass(10 * MINUTE)
    expect(level('a')).toBe(0)
  })

  it('does not rise with appointments that the practice enters itself', () => {
    // An appointment that the practice enters has its own id as the id of its hold.
    for (const { id } of app.insertRequests(20))
      app.change('update bookings set hold_id = id where id = ?', id)
    expect(level('a')).toBe(0)
  })

  it('stays 0 with RATE_LIMITS=off', () => {
    app = openManyRequestsApp({ rateLimits: false })
    app.insertRequests(50, { origin: 'a' })
    expect(level('a')).toBe(0)
  })
})

describe('a request for which a harder bot check is due', () => {
  /** Requests three appointments and holds a fourth time, all from one origin. */
  async function holdFourthTime() {
    for (const hour of ['08', '09', '10']) {
      const start = `2027-01-12T${hour}:00:00+01:00`
      expect((await book(app, app.browser(), start, `p${hour}@a.example`)).status).toBe(201)
    }
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const hold = await browser.post('/api/hold', aHold({ start: '2027-01-12T11:00:00+01:00' }))
    /** Requests the held time with a solved bot check of this level. */
    const confirm = async (level: BotCheckLevel) => {
      const data = { purpose: BOT_CHECK_ACTION, level }
      const turnstile_token = await botCheckToken(app.ctx(), { data })
      const body = await aRequest(app, hold.json.hold_id, { turnstile_token })
      return browser.post('/api/booking/confirm', body)
    }
    return { browser, confirm }
  }

  const levelAskedOf = async (visitor: Browser) =>
    (await visitor.get('/api/bot-check/challenge')).json.parameters.data.level

  it('is refused with an easier check, keeps its hold, and is marked', async () => {
    const { browser, confirm } = await holdFourthTime()
    expect([await levelAskedOf(browser), await levelAskedOf(app.browser('198.51.100.7'))]).toEqual([1, 0])

    const refused = await confirm(0)
    expect([refused.status, refused.json.error]).toEqual([400, 'bot_check_failed'])
    expect((await confirm(1)).status).toBe(201)
    expect(app.rows('select marked from bookings order by starts_at')).toEqual(
      [0, 0, 0, 1].map((marked) => ({ marked })),
    )
  })
})
