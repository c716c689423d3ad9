import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { MINUTE } from '../shared/day.ts'
import { lastCode } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { verifyByCode } from './email-verification.ts'
import { requestVerification } from './verification-requests.ts'

const EMAIL = 'rosa@musterfrau.example'

describe('the limits of verification e-mails', () => {
  it('depend on the origin and the purpose of an e-mail', () => {
    const app = openTestApp()
    /** Requests an e-mail to a new mailbox from a new origin. Returns the code of the refusal. */
    const refusalToAsk = (i: number, purpose: 'booking' | 'my-bookings') =>
      refusalCode(() => {
        const request = { email: `patient${i}@musterfrau.example`, browser: randomToken(), purpose }
        requestVerification(app.ctx(), { ...request, origin: `origin ${i}` }, verifiedBotCheck(app.ctx()))
      })
    // The hourly limit of strangers for bookings, beyond which lists of appointments get some more.
    const mostForBookings = 150
    for (let i = 0; i < mostForBookings; i++) expect(refusalToAsk(i, 'booking')).toBeUndefined()
    expect(refusalToAsk(mostForBookings, 'booking')).toBe('too_many')
    expect(refusalToAsk(mostForBookings, 'my-bookings')).toBeUndefined()
  })

  it('do not refuse an e-mail to a browser that has verified the mailbox', () => {
    const app = openTestApp()
    const refusalToAsk = (browser: string) =>
      refusalCode(() => {
        const request = { email: EMAIL, browser, origin: browser }
        requestVerification(app.ctx(), request, verifiedBotCheck(app.ctx()))
      })
    refusalToAsk('the patient’s')
    const typed = { email: EMAIL, code: lastCode(app), browser: 'the patient’s', origin: 'an origin' }
    verifyByCode(app.ctx(), typed)

    // Other browsers can have three e-mails an hour sent to the mailbox.
    for (let i = 0; i < 3; i++) refusalToAsk(`a stranger’s ${i}`)
    expect([refusalToAsk('a stranger’s'), refusalToAsk('the patient’s')]).toEqual(['too_many', undefined])
  })
})

it('an e-mail comes later in the queue the more its origin has requested within thirty minutes', () => {
  const app = openTestApp({ config: { rateLimits: false } })
  /** Requests an e-mail from each origin, and returns their positions in the queue. */
  const askFrom = (...origins: (string | undefined)[]) => {
    for (const origin of origins)
      requestVerification(app.ctx(), { email: EMAIL, browser: randomToken(), origin })
    const rows = app.rows<{ turn: number }>(
      `select turn from messages order by id desc limit ?`,
      origins.length,
    )
    return rows.map(({ turn }) => turn).reverse()
  }
  expect(askFrom('a', 'a', 'b', undefined, 'a', undefined)).toEqual([0, 1, 0, 0, 2, 1])
  app.pass(30 * MINUTE - 1)
  expect(askFrom('a')).toEqual([3])
  app.pass(1)
  expect(askFrom('a', 'b')).toEqual([1, 0])
})
