import { expect, it } from 'vitest'
import { addDays, type Day, HOUR, MINUTE } from '../shared/day.ts'
import type { Browser } from '../testing/browser.ts'
import { aContact, aHold, aRequest, lastCode } from '../testing/factory.ts'
import { botCheckToken } from '../testing/solved-bot-check.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { dayAt } from '../time/vienna.ts'

/** Days that one summary of free times covers at most. */
const DAYS_OF_SUMMARY = 120
/** The attackers begin again in each round, which takes this long. */
const ROUND_LENGTH = 15 * MINUTE
const SECOND = 1000

/** Returns the Vienna day that is this many days after today. */
const dayAfter = (days: number): Day => addDays(dayAt(NOW), days)

/** Reads for each of the next days the number of its free times. */
async function readFreeDays(browser: Browser): Promise<{ date: string; available_count: number }[]> {
  const query = `summary=1&from=${dayAfter(1)}&to=${dayAfter(DAYS_OF_SUMMARY)}&service=erstordination`
  return (await browser.get(`/api/slots?${query}`)).json
}

/** Counts the free times of all these days. */
async function countFreeTimes(browser: Browser): Promise<number> {
  return (await readFreeDays(browser)).reduce((sum, { available_count }) => sum + available_count, 0)
}

/** Reads the first free time from this Vienna day on. */
async function readFirstFree(browser: Browser, from: Day): Promise<string> {
  const day = (await readFreeDays(browser)).find(
    ({ date, available_count }) => date >= from && available_count > 0,
  )
  const [slot] = (await browser.get(`/api/slots?date=${day?.date}&service=erstordination`)).json
  return slot.slot_start
}

/** Somebody who tries to book. `days` are tried in turn, each with its first free time. */
type Visitor = Readonly<{ browser: Browser; email: string; days: readonly Day[] }>

/**
 * Verifies the e-mail address, places a hold and requests the appointment.
 * @returns 'booked', or the refused step and its code
 */
async function tryToBook(app: TestApp, { browser, email, days }: Visitor): Promise<string> {
  app.pass(SECOND)
  const mailed = await browser.post('/api/email/send', { email, turnstile_token: await app.botToken() })
  if (mailed.status !== 200) return `e-mail ${mailed.json.error}`
  await browser.post('/api/email/verify', { email, code: lastCode(app) })
  const contact = aContact({ email })
  const hold = await placeHold(app, { browser, email, days })
  if (hold.status !== 201) return `hold ${hold.json.error}`
  const body = await aRequest(app, hold.json.hold_id, { contact })
  const confirmed = await browser.post('/api/booking/confirm', body)
  return confirmed.status === 201 ? 'booked' : `confirm ${confirmed.json.error}`
}

/** Places a hold at the first free time from a day on. If that is too many (429), tries the next day. */
async function placeHold(
  app: TestApp,
  { browser, email, days: [day = '', ...laterDays] }: Visitor,
): ReturnType<Browser['post']> {
  const turnstile_token = await app.botToken()
  const start = await readFirstFree(browser, day)
  const contact = aContact({ email })
  const hold = await browser.post('/api/hold', aHold({ start, contact, turnstile_token }))
  if (hold.status !== 429 || laterDays.length === 0) return hold
  return placeHold(app, { browser, email, days: laterDays })
}

/**
 * Tries to book as a new patient, who chooses a later week if the refusal says that the first one is full.
 * @returns 'booked' or the refusal, and the level of the bot check
 */
async function bookAsPatient(app: TestApp, address: string): Promise<string> {
  const browser = app.browser(address)
  const { level } = (await browser.get('/api/bot-check/challenge')).json.parameters.data
  // The clock moves before each booking, so each patient has another mailbox.
  const email = `patient${app.ctx().now}@patient.example`
  const days = [dayAfter(1), dayAfter(21)]
  return `${await tryToBook(app, { browser, email, days })}, level ${level}`
}

/**
 * The IP addresses of an attack: `addressAt` returns that of an attacker (0 to `attackers` - 1) at an
 * attempt.
 */
type Origins = Readonly<{ attackers: number; addressAt: (attacker: number, attempt: number) => string }>

/**
 * Returns a function that tries to book as an attacker, each time with the next of twenty mailboxes and
 * another tag. Each mailbox has its own browser, which is known after its first verification.
 */
function openMailboxes(app: TestApp, addressAt: Origins['addressAt']) {
  const browsers = Array.from({ length: 20 }, () => app.browser())
  let attempts = 0
  return (attacker: number): Promise<string> => {
    const mailbox = attempts % browsers.length
    attempts++
    const browser = app.browser(addressAt(attacker, attempts), {}, browsers[mailbox]?.cookies)
    const email = `mailbox${mailbox}+${attempts}@attacker.example`
    return tryToBook(app, { browser, email, days: [dayAfter(1)] })
  }
}

/**
 * Simulates an hour of attack: every quarter of an hour, each attacker books until a step is refused. Bot
 * checks cost the attackers nothing. After each round two patients try to book, one from a separate IP
 * address and one from the address of an attacker.
 */
async function attackForAnHour({ attackers, addressAt }: Origins) {
  const app = openTestApp()
  const practice = app.browser('198.51.100.1')
  const freeBefore = await countFreeTimes(practice)
  const tryToBookAs = openMailboxes(app, addressAt)
  const outcomesElsewhere = new Set<string>()
  const outcomesBehindAttacker = new Set<string>()
  for (let round = 0; round < HOUR / ROUND_LENGTH; round++) {
    for (let attacker = 0; attacker < attackers; attacker++) {
      let outcome = 'booked'
      while (outcome === 'booked') outcome = await tryToBookAs(attacker)
    }
    outcomesElsewhere.add(await bookAsPatient(app, `192.0.2.${round}`))
    outcomesBehindAttacker.add(await bookAsPatient(app, addressAt(0, 0)))
    app.pass(ROUND_LENGTH)
  }
  const requests = app.rows(`select marked from bookings where email like '%attacker%'`)
  return {
    requests: requests.length,
    marked: requests.filter(({ marked }) => marked === 1).length,
    shareLeftFree: (await countFreeTimes(practice)) / freeBefore,
    outcomesElsewhere: [...outcomesElsewhere],
    outcomesBehindAttacker: [...outcomesBehindAttacker],
  }
}

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
  { from: 'one IPv4 address', attackers: 1, addressAt: () => '203.0.113.7', effect: FROM_ONE_ORIGIN },
  {
    from: 'one IPv6 /48, with another address at each attempt',
    attackers: 1,
    addressAt: (_: number, attempt: number) => `2001:db8:1:${attempt.toString(16)}::1`,
    effect: FROM_ONE_ORIGIN,
  },
  {
    from: 'fifty addresses',
    attackers: 50,
    addressAt: (attacker: number) => `203.0.113.${attacker}`,
    effect: FROM_FIFTY_ORIGINS,
  },
])('an attack of an hour from $from leaves most times free, and other patients can book', async (attack) => {
  const { requests, marked, leastFree, patientElsewhere } = attack.effect
  const figures = await attackForAnHour(attack)
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

    const start = await readFirstFree(browser, dayAfter(1))
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
