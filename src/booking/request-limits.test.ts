import { beforeEach, describe, expect, it } from 'vitest'
import type { BotCheckLevel } from '../access/bot-check.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { aHold, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import {
  FIRST_REQUESTED,
  type ManyRequestsApp,
  openManyRequestsApp,
  REQUESTS_BROWSER,
} from '../testing/many-requests-app.ts'
import { refusalOf } from '../testing/refusal.ts'
import { solvedBotCheck } from '../testing/solved-bot-check.ts'
import { requiredLevel } from './bot-check-level.ts'
import { decideBooking, rejectMarked } from './decisions.ts'
import { placeHold } from './holds.ts'
import { assertFewRequests, countRequest, deleteOldOrigins, isConspicuous } from './request-limits.ts'

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

describe('open requests', () => {
  const refusal = (asker: Parameters<typeof assertFewRequests>[1]) =>
    refusalOf(() => assertFewRequests(app.ctx(), asker))

  it('are at most four for a mailbox, whatever tag its addresses have', () => {
    for (const [i, email] of [
      'rosa@a.example',
      'rosa+1@a.example',
      'Rosa+2@a.example',
      'rosa+@a.example',
    ].entries()) {
      expect(refusal({ mailbox: 'rosa@a.example', origin: undefined })).toBeUndefined()
      insertBooking(app.ctx().db, {
        email,
        startsAt: FIRST_REQUESTED + i * HOUR,
        endsAt: FIRST_REQUESTED + (i + 1) * HOUR,
      })
    }
    expect(refusal({ mailbox: 'rosa@a.example', origin: undefined })).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(
        /^Sie haben bereits vier offene .* rufen Sie uns an: \+43 5572 000000\.$/,
      ),
    })
    expect(refusal({ mailbox: 'otto@a.example', origin: undefined })).toBeUndefined()
  })

  it('are at most sixteen for an origin, until one is answered or over', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: 'a' }
    app.insertRequests(15, { origin: 'a' })
    expect(refusal(asker)).toBeUndefined()
    const [last] = app.insertRequests(1, { origin: 'a' })
    expect(refusal(asker)).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Von Ihrem Internetanschluss .* rufen Sie uns an: \+43 5572 000000\.$/),
    })
    expect(refusal({ ...asker, origin: 'b' })).toBeUndefined()
    expect(refusal({ ...asker, origin: undefined })).toBeUndefined()

    decideBooking(app.ctx(), last?.id ?? '', { decision: 'reject' })
    expect(refusal(asker)).toBeUndefined()
    app.insertRequests(1, { origin: 'a' })
    app.pass(FIRST_REQUESTED - Date.now())
    expect(refusal(asker)).toBeUndefined()
  })

  it('do not count for an appointment that has begun', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: undefined }
    for (let i = 0; i < 4; i++)
      insertBooking(app.ctx().db, {
        startsAt: FIRST_REQUESTED + i * HOUR,
        endsAt: FIRST_REQUESTED + (i + 1) * HOUR,
      })
    app.pass(FIRST_REQUESTED - 1 - Date.now())
    expect(refusal(asker)?.code).toBe('too_many')
    app.pass(1)
    expect(refusal(asker)).toBeUndefined()
  })

  it('lose their origin once they are over, a hundred at a time', () => {
    app.insertRequests(101, { origin: 'a' })
    app.pass(FIRST_REQUESTED + 100 * 30 * MINUTE - Date.now())
    const left = () => app.rows('select id from bookings where origin is not null').length
    expect([deleteOldOrigins(app.ctx()), left()]).toEqual([true, 1])
    expect([deleteOldOrigins(app.ctx()), left()]).toEqual([false, 0])
  })

  it('have their origin until they are answered or over', () => {
    const [answered] = app.insertRequests(3, { origin: 'a' })
    const known = () => app.rows('select id from bookings where origin is not null').length
    decideBooking(app.ctx(), answered?.id ?? '', { decision: 'confirm' })
    expect(known()).toBe(2)
    app.pass(FIRST_REQUESTED + 30 * MINUTE - Date.now())
    deleteOldOrigins(app.ctx())
    expect(known()).toBe(1)
  })
})

describe('a request', () => {
  const isMarked = (origin: string | undefined) =>
    isConspicuous(app.ctx(), { mailbox: 'rosa@musterfrau.example', origin })

  it('is marked with three open requests of its origin', () => {
    app.insertRequests(2, { origin: 'a' })
    expect(isMarked('a')).toBe(false)
    app.insertRequests(1, { origin: 'a' })
    expect([isMarked('a'), isMarked('b'), isMarked(undefined)]).toEqual([true, false, false])
  })

  it('is marked with six of its mailbox within a day, whatever became of them', () => {
    const made = (i: number) =>
      insertBooking(app.ctx().db, { holdId: `hold ${i}`, status: 'cancelled', createdAt: Date.now() })
    for (let i = 0; i < 5; i++) made(i)
    expect(isMarked('a')).toBe(false)
    made(5)
    expect(isMarked(undefined)).toBe(true)
    app.pass(DAY_LENGTH)
    expect(isMarked(undefined)).toBe(false)
  })

  it('is marked with sixteen of its origin within a day', () => {
    const asker = { mailbox: 'rosa@musterfrau.example', origin: 'a' }
    for (let i = 0; i < 15; i++) countRequest(app.ctx(), asker)
    expect(isMarked('a')).toBe(false)
    countRequest(app.ctx(), asker)
    countRequest(app.ctx(), { ...asker, origin: undefined })
    expect([isMarked('a'), isMarked('b'), isMarked(undefined)]).toEqual([true, false, false])
    app.pass(DAY_LENGTH)
    expect(isMarked('a')).toBe(false)
  })
})

describe('the level of the bot check', () => {
  const level = (origin: string | undefined = 'a') => requiredLevel(app.ctx(), origin)

  it('rises with the fourth and the ninth open request of an origin, for this origin only', () => {
    const levels = Array.from({ length: 10 }, () => {
      const before = level()
      app.insertRequests(1, { origin: 'a' })
      app.pass(2 * HOUR)
      return before
    })
    expect(levels).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 2, 2])
    expect([level('b'), requiredLevel(app.ctx(), undefined)]).toEqual([0, 0])
  })

  it('rises with the fourth hold of an origin beside the one that is about to be booked', () => {
    const hold = (i: number) =>
      insertHold(app.ctx().db, { email: 'a', now: Date.now(), startsAt: FIRST_REQUESTED + i * HOUR })
    for (let i = 0; i < 3; i++) hold(i)
    expect([level(), level('b')]).toEqual([0, 0])
    hold(3)
    expect([level(), level('b'), requiredLevel(app.ctx(), undefined)]).toEqual([1, 0, 0])
    app.pass(10 * MINUTE)
    expect(level()).toBe(0)
  })

  it('rises for everybody with twelve requests in an hour, and once more with three times as many', () => {
    const levelAfter = (number: number) => {
      app.insertRequests(number)
      return level()
    }
    expect([levelAfter(11), levelAfter(1), levelAfter(23), levelAfter(1)]).toEqual([0, 1, 1, 2])
    app.pass(HOUR)
    expect(level()).toBe(0)
  })

  it('does not rise for others because of one origin, nor after its requests were rejected', () => {
    const requests = app.insertRequests(20, { origin: 'a' })
    expect([level(), level('b')]).toEqual([2, 0])
    app.change('update bookings set marked = 1')
    rejectMarked(
      app.ctx(),
      requests.map(({ id }) => id),
    )
    expect([level(), level('b')]).toEqual([0, 0])
  })

  it('rises with sixty requests in a day', () => {
    for (let hour = 0; hour < 6; hour++) {
      app.insertRequests(10)
      app.pass(2 * HOUR)
    }
    expect(level()).toBe(1)
    app.pass(DAY_LENGTH)
    expect(level()).toBe(0)
  })

  it('rises later where many requests are usual', () => {
    // On average five an hour.
    for (let day = 1; day <= 28; day++) app.insertRequests(120, { at: Date.now() - day * DAY_LENGTH })
    app.insertRequests(29)
    expect(level()).toBe(0)
    app.insertRequests(1)
    expect(level()).toBe(1)
  })

  it('rises for everybody with twelve live holds, and once more with thirty-six, until they end', () => {
    const ctx = () => ({ ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } })
    const levelAfter = (number: number, weeks: number) => {
      for (let i = 0; i < number; i++) {
        const email = `holder${weeks}-${i}@a.example`
        app.verify(email)
        const start =
          FIRST_REQUESTED + weeks * 7 * DAY_LENGTH + Math.floor(i / 4) * DAY_LENGTH + (i % 4) * HOUR
        const asked = {
          serviceId: 'folgebehandlung',
          start,
          stop: undefined,
          email,
          browser: REQUESTS_BROWSER,
        }
        placeHold(ctx(), { ...asked, origin: email })
      }
      return level()
    }
    expect([levelAfter(11, 0), levelAfter(1, 1)]).toEqual([0, 1])
    expect([levelAfter(11, 2), levelAfter(12, 3), levelAfter(1, 4)]).toEqual([1, 1, 2])
    app.pass(10 * MINUTE)
    expect(level()).toBe(0)
  })

  it('does not count what the practice enters itself', () => {
    for (const { id } of app.insertRequests(20))
      app.change('update bookings set hold_id = id where id = ?', id)
    expect(level()).toBe(0)
  })

  it('stays with RATE_LIMITS=off', () => {
    app = openManyRequestsApp({ rateLimits: false })
    app.insertRequests(50, { origin: 'a' })
    expect(level()).toBe(0)
  })
})

describe('a request for which a harder bot check is due', () => {
  const solved = (level: BotCheckLevel) =>
    solvedBotCheck(app.ctx(), { data: { purpose: BOT_CHECK_ACTION, level } })

  it('is refused with an easier one, keeps its hold, and is marked', async () => {
    for (const hour of ['08', '09', '10'])
      expect(
        (await book(app, app.browser(), `2027-01-12T${hour}:00:00+01:00`, `p${hour}@a.example`)).status,
      ).toBe(201)
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const hold = await browser.post('/api/hold', aHold({ start: '2027-01-12T11:00:00+01:00' }))
    const confirm = async (level: BotCheckLevel) => {
      const turnstile_token = await solved(level)
      const body = await aRequest(app, hold.json.hold_id, { turnstile_token })
      return browser.post('/api/booking/confirm', body)
    }
    expect((await browser.get('/api/bot-check/challenge')).json.parameters.data.level).toBe(1)
    expect(
      (await app.browser('198.51.100.7').get('/api/bot-check/challenge')).json.parameters.data.level,
    ).toBe(0)
    const refused = await confirm(0)
    expect([refused.status, refused.json.error]).toEqual([400, 'bot_check_failed'])
    expect((await confirm(1)).status).toBe(201)
    expect(app.rows('select marked from bookings order by starts_at')).toEqual(
      [0, 0, 0, 1].map((marked) => ({ marked })),
    )
  })
})
