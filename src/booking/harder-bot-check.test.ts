import { beforeEach, describe, expect, it } from 'vitest'
import type { BotCheckLevel } from '../access/bot-check.ts'
import { BOT_CHECK_ACTION } from '../shared/bot-check.ts'
import type { Browser } from '../testing/browser.ts'
import { aHold, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import { botCheckToken } from '../testing/solved-bot-check.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeEach(() => {
  app = openTestApp()
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
