import { expect, it } from 'vitest'
import { playAttackedHour, readFirstFree } from '../testing/attack/attacked-hour.ts'
import { aContact, aHold, lastCode } from '../testing/factory.ts'
import { botCheckToken } from '../testing/solved-bot-check.ts'
import { openTestApp } from '../testing/test-app.ts'

/**
 * An origin has at most sixteen open requests. From the fourth on, they need a harder bot check and are
 * marked (request-limits.ts).
 */
const FROM_ONE_ORIGIN = { requests: 16, marked: 13, leastFree: 0.95, patientElsewhere: 'booked, level 0' }
/**
 * Measured: three origins make sixteen requests each, and a fourth makes four, one of which is marked. All
 * other attempts are refused at some step. There are then so many requests that the bot check is harder for
 * everybody (bot-check-level.ts).
 */
const FROM_FIFTY_ORIGINS = { requests: 52, marked: 40, leastFree: 0.9, patientElsewhere: 'booked, level 1' }

it.each([
  { from: 'one IPv4 address', attackerCount: 1, addressAt: () => '203.0.113.7', effect: FROM_ONE_ORIGIN },
  {
    from: 'one IPv6 /48, with another address at each attempt',
    attackerCount: 1,
    addressAt: (_: number, attempt: number) => `2001:db8:1:${attempt.toString(16)}::1`,
    effect: FROM_ONE_ORIGIN,
  },
  {
    from: 'fifty addresses',
    attackerCount: 50,
    addressAt: (attacker: number) => `203.0.113.${attacker}`,
    effect: FROM_FIFTY_ORIGINS,
  },
])('an attack of an hour from $from leaves most times free, and other patients can book', async (attack) => {
  const { requests, marked, leastFree, patientElsewhere } = attack.effect
  const figures = await playAttackedHour(openTestApp(), attack)
  expect([figures.requests, figures.marked]).toEqual([requests, marked])
  expect(figures.shareLeftFree).toBeGreaterThan(leastFree)
  expect(figures.outcomesElsewhere).toEqual([patientElsewhere])
  // A patient behind an attacker's IP address has to call; the refusals have the practice's number.
  for (const outcome of figures.outcomesBehindAttacker) expect(outcome).toMatch(/^(hold|e-mail) too_many/)
})

it('without an attack, a complete booking needs only one bot check of the lowest level', async () => {
  const app = openTestApp()
  for (const person of ['rosa', 'otto']) {
    const browser = app.browser()
    const email = `${person}@musterfrau.example`
    const contact = aContact({ email })
    expect((await browser.post('/api/email/send', { email })).status).toBe(200)
    await browser.post('/api/email/verify', { email, code: lastCode(app) })

    const start = await readFirstFree(app, browser, 1)
    const hold = await browser.post('/api/hold', aHold({ start, contact }))
    expect(hold.status).toBe(201)
    expect((await browser.post(`/api/hold/${hold.json.hold_id}/extend`)).status).toBe(200)

    const { parameters } = (await browser.get('/api/bot-check/challenge')).json
    expect(parameters.data.level).toBe(0)
    const easy = await botCheckToken(app.ctx(), { data: parameters.data })
    const body = { hold_id: hold.json.hold_id, contact, consent: true, turnstile_token: easy }
    expect((await browser.post('/api/booking/confirm', body)).status).toBe(201)
  }
  expect(app.rows('select marked from bookings')).toEqual([{ marked: 0 }, { marked: 0 }])
})
