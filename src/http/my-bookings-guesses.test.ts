import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import type { Browser } from '../testing/browser.ts'
import { lastCode, lastToken, verifyEmailAddress, wrongCodeFor } from '../testing/factory.ts'
import { LISTED_EMAIL, readList } from '../testing/my-bookings-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** Wrong codes that void a code, restated from email-verification.ts and wrong-code-limits.ts. */
const MAX_WRONG_CODES = 5
const WRONG_PER_ORIGIN_AND_MAILBOX = 10
const WRONG_IN_ALL = 100
/** The most wrong codes for one e-mail after which its own code still counts. */
const ALLOWED_WRONG_CODES = MAX_WRONG_CODES - 1

describe('guessing the code of a list', () => {
  const OTHER_EMAIL = 'other@musterfrau.example'
  /** An origin other than that of the guesses. */
  const ELSEWHERE = '198.51.100.8'
  const ONLY_LINK = 'Es wurden zu viele falsche Codes eingegeben. Bitte öffnen Sie den Link in der E-Mail.'

  /** Requests a code, enters a wrong one this many times, and then the right one. @returns the last answer */
  async function enterCodes(
    app: TestApp,
    email: string,
    { wrongTimes, address, cookies }: { wrongTimes: number; address?: string; cookies?: Browser['cookies'] },
  ) {
    const browser = app.browser(address ?? '198.51.100.9', {}, cookies)
    const turnstile_token = await app.botToken()
    await browser.post('/api/email/send', { email, purpose: 'my-bookings', turnstile_token })
    const code = lastCode(app)
    for (let attempt = 0; attempt < wrongTimes; attempt++)
      await browser.post('/api/email/verify', { email, code: wrongCodeFor(code) })
    return browser.post('/api/email/verify', { email, code })
  }

  /**
   * Opens the app after ten wrong codes for LISTED_EMAIL from one origin. They are for three e-mails, so that
   * none of these has had too many itself.
   */
  async function openGuessedApp() {
    const app = openTestApp()
    for (let mails = 1; mails <= 2; mails++)
      expect((await enterCodes(app, LISTED_EMAIL, { wrongTimes: ALLOWED_WRONG_CODES })).status).toBe(200)
    const wrongTimes = WRONG_PER_ORIGIN_AND_MAILBOX - 2 * ALLOWED_WRONG_CODES
    return { app, answerAfterTenth: await enterCodes(app, LISTED_EMAIL, { wrongTimes }) }
  }

  it('ten times voids the codes, but the link still opens the list', async () => {
    const { app, answerAfterTenth } = await openGuessedApp()
    const { status, json } = answerAfterTenth
    expect([status, json.error, json.message]).toEqual([429, 'too_many', ONLY_LINK])
    const opening = app.browser()
    expect((await opening.post('/api/email/verify', { token: lastToken(app) })).status).toBe(200)
    expect((await readList(opening)).status).toBe(200)
  })

  it('voids the codes of other mailboxes for the same origin only', async () => {
    const { app } = await openGuessedApp()
    expect((await enterCodes(app, OTHER_EMAIL, { wrongTimes: 1 })).json.message).toBe(ONLY_LINK)
    expect((await enterCodes(app, OTHER_EMAIL, { wrongTimes: 1, address: ELSEWHERE })).status).toBe(200)
  })

  it('voids the codes of this mailbox everywhere except in a browser that has verified it', async () => {
    const { app } = await openGuessedApp()
    const known = app.browser()
    await known.post('/api/email/verify', { token: lastToken(app) })
    // The three e-mails allowed per hour have been sent (PER_MAILBOX).
    app.pass(HOUR)
    const inNewBrowser = await enterCodes(app, LISTED_EMAIL, { wrongTimes: 0, address: ELSEWHERE })
    expect(inNewBrowser.json.message).toBe(ONLY_LINK)
    const { cookies } = known
    const inKnownBrowser = await enterCodes(app, LISTED_EMAIL, { wrongTimes: 1, address: ELSEWHERE, cookies })
    expect(inKnownBrowser.status).toBe(200)
  })

  it('from many origins allows everybody just one attempt per code for a day', async () => {
    const { app } = await openGuessedApp()
    // The wrong codes take more than two hours, but those of a whole day are counted together.
    for (let origin = 0; origin < WRONG_IN_ALL / ALLOWED_WRONG_CODES; origin++) {
      app.pass(HOUR / 10)
      const email = `patient${origin}@musterfrau.example`
      await enterCodes(app, email, { wrongTimes: ALLOWED_WRONG_CODES, address: `192.0.2.${origin}` })
    }
    expect((await enterCodes(app, OTHER_EMAIL, { wrongTimes: 0, address: '203.0.113.1' })).status).toBe(200)
    expect((await enterCodes(app, OTHER_EMAIL, { wrongTimes: 1, address: '203.0.113.2' })).json.message).toBe(
      ONLY_LINK,
    )

    // The verification for a booking is not affected.
    await verifyEmailAddress(app, app.browser(), OTHER_EMAIL)
    app.pass(DAY_LENGTH)
    expect((await enterCodes(app, OTHER_EMAIL, { wrongTimes: 1, address: '203.0.113.2' })).status).toBe(200)
  })
})
