import { describe, expect, it } from 'vitest'
import { listFreeSlots } from '../schedule/availability.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { NETWORKS } from '../testing/attack/attackers.ts'
import { type AttackName, playAttack } from '../testing/attack/course.ts'
import type { Figures } from '../testing/attack/figures.ts'
import { playFirstDay } from '../testing/attack/first-day.ts'
import { ATTACKER_DOMAIN, openVisitor, PATIENT_DOMAIN } from '../testing/attack/portal.ts'
import { askForHold } from '../testing/attack/visits.ts'
import type { Browser } from '../testing/browser.ts'
import { aContact, aHold, aRequest, lastCode } from '../testing/factory.ts'
import { solvedBotCheck } from '../testing/solved-bot-check.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'

/** The days that one summary of free times covers. */
const DAYS = 120
const ROUND = 15 * MINUTE
const SECOND = 1000

const dayAfter = (days: number) => new Date(NOW + days * DAY_LENGTH).toISOString().slice(0, 10)

async function freeDays(browser: Browser): Promise<{ date: string; available_count: number }[]> {
  const query = `summary=1&from=${dayAfter(1)}&to=${dayAfter(DAYS)}&service=erstordination`
  return (await browser.get(`/api/slots?${query}`)).json
}

async function countFree(browser: Browser): Promise<number> {
  return (await freeDays(browser)).reduce((sum, { available_count }) => sum + available_count, 0)
}

/** Reads the first free time from this Vienna day on. */
async function firstFree(browser: Browser, from: string): Promise<string> {
  const day = (await freeDays(browser)).find(
    ({ date, available_count }) => date >= from && available_count > 0,
  )
  return (await browser.get(`/api/slots?date=${day?.date}&service=erstordination`)).json[0].slot_start
}

/**
 * Verifies the address, places a hold and requests the appointment.
 * @param days the first free time from each of them on is tried, until a hold is placed
 * @returns 'booked', or the refused step and its code
 */
async function tryToBook(
  app: TestApp,
  browser: Browser,
  email: string,
  days = [dayAfter(1)],
): Promise<string> {
  app.pass(SECOND)
  const sent = await browser.post('/api/email/send', { email, turnstile_token: await app.botToken() })
  if (sent.status !== 200) return `e-mail ${sent.json.error}`
  await browser.post('/api/email/verify', { email, code: lastCode(app) })
  const contact = aContact({ email })
  const hold = await placeHold(app, browser, contact, days)
  if (hold.status !== 201) return `hold ${hold.json.error}`
  const body = await aRequest(app, hold.json.hold_id, { contact })
  const confirmed = await browser.post('/api/booking/confirm', body)
  return confirmed.status === 201 ? 'booked' : `confirm ${confirmed.json.error}`
}

/** Places a hold at the first free time from a day on. While holds are refused, the next day is tried. */
async function placeHold(
  app: TestApp,
  browser: Browser,
  contact: object,
  [day = '', ...later]: string[],
): ReturnType<Browser['post']> {
  const turnstile_token = await app.botToken()
  const start = await firstFree(browser, day)
  const hold = await browser.post('/api/hold', aHold({ start, contact, turnstile_token }))
  return hold.status === 429 && later.length > 0 ? placeHold(app, browser, contact, later) : hold
}

/**
 * Tries to book as a new patient. Who may reserve nothing in the first week chooses a later one, as the
 * refusal says.
 * @returns 'booked' or the refusal, and the level of the bot check
 */
async function bookAsPatient(app: TestApp, address: string): Promise<string> {
  const browser = app.browser(address)
  const { level } = (await browser.get('/api/bot-check/challenge')).json.parameters.data
  const patient = `patient${Date.now()}@patient.example`
  const days = [dayAfter(1), dayAfter(21)]
  return `${await tryToBook(app, browser, patient, days)}, level ${level}`
}

/**
 * An hour of attack with twenty mailboxes and any tags: every quarter of an hour each address books until it
 * is refused. The bot checks cost it nothing. After each round two patients try, one from another address and
 * one from an attacker's.
 */
async function attackForAnHour(addressAt: (i: number) => string, addresses: number) {
  const app = openTestApp()
  const practice = app.browser('198.51.100.1')
  const before = await countFree(practice)
  // One browser for each mailbox, which is known after its first verification.
  const browsers = Array.from({ length: 20 }, () => app.browser())
  const [elsewhere, sharing] = [new Set<string>(), new Set<string>()]
  let attempt = 0
  for (let round = 0; round < HOUR / ROUND; round++) {
    for (let i = 0; i < addresses; i++) {
      let result: string
      do {
        const mailbox = attempt % browsers.length
        attempt++
        // A single address is always the same; a network has another one each time.
        const browser = app.browser(addressAt(attempt * addresses + i), {}, browsers[mailbox]?.cookies)
        result = await tryToBook(app, browser, `mailbox${mailbox}+${attempt}@attacker.example`)
      } while (result === 'booked')
    }
    elsewhere.add(await bookAsPatient(app, `192.0.2.${round}`))
    sharing.add(await bookAsPatient(app, addressAt(0)))
    app.pass(ROUND)
  }
  const requests = app.rows(`select marked from bookings where email like '%attacker%'`)
  return {
    requests: requests.length,
    marked: requests.filter(({ marked }) => marked === 1).length,
    free: (await countFree(practice)) / before,
    elsewhere: [...elsewhere],
    sharing: [...sharing],
  }
}

const FROM_ONE_ORIGIN = { requests: 16, marked: 13, leastFree: 0.95, elsewhere: ['booked, level 0'] }
const FROM_FIFTY_ORIGINS = { requests: 52, marked: 40, leastFree: 0.9, elsewhere: ['booked, level 1'] }

it.each([
  { from: 'one IPv4 address', addresses: 1, addressAt: () => '203.0.113.7', effect: FROM_ONE_ORIGIN },
  {
    from: 'one IPv6 /48',
    addresses: 1,
    addressAt: (i: number) => `2001:db8:1:${(i % 65_536).toString(16)}::1`,
    effect: FROM_ONE_ORIGIN,
  },
  {
    from: 'fifty addresses',
    addresses: 50,
    addressAt: (i: number) => `203.0.113.${i % 50}`,
    effect: FROM_FIFTY_ORIGINS,
  },
])('an hour of attack from $from leaves most times free, and other patients book', async (attack) => {
  const { requests, marked, leastFree, elsewhere } = attack.effect
  const result = await attackForAnHour(attack.addressAt, attack.addresses)
  expect(result).toMatchObject({ requests, marked })
  expect(result.free).toBeGreaterThan(leastFree)
  expect(result.elsewhere).toEqual(elsewhere)
  // Behind the attacker's address only the phone is left; the refusals name its number.
  for (const refusal of result.sharing) expect(refusal).toMatch(/^(hold|e-mail) too_many/)
})

it('without an attack a whole booking passes one bot check of the lowest level, and is asked nothing else', async () => {
  const app = openTestApp()
  for (const person of ['rosa', 'otto']) {
    const browser = app.browser()
    const email = `${person}@musterfrau.example`
    const contact = aContact({ email })
    expect((await browser.post('/api/email/send', { email })).status).toBe(200)
    await browser.post('/api/email/verify', { email, code: lastCode(app) })

    const start = await firstFree(browser, dayAfter(1))
    const hold = await browser.post('/api/hold', aHold({ start, contact }))
    expect(hold.status).toBe(201)
    expect((await browser.post(`/api/hold/${hold.json.hold_id}/extend`)).status).toBe(200)

    const { parameters } = (await browser.get('/api/bot-check/challenge')).json
    expect(parameters.data.level).toBe(0)
    const easy = await solvedBotCheck(app.ctx(), { data: parameters.data })
    const body = { hold_id: hold.json.hold_id, contact, consent: true, turnstile_token: easy }
    expect((await browser.post('/api/booking/confirm', body)).status).toBe(201)
  }
  expect(app.rows('select marked from bookings')).toEqual([{ marked: 0 }, { marked: 0 }])
})

it('on the first day of a practice, which knows nobody, no patient is refused', async () => {
  expect(await playFirstDay(openTestApp())).toEqual({ booked: 48, refused: [] })
})

it('a burst of holds from fifty addresses on one week keeps others from it for five minutes at most', async () => {
  const app = openTestApp()
  const days = ['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15']
  // The shortest service, because a longer one makes room at once.
  const service = 'folgebehandlung'
  /** Asks for the free time of the week with this number, counted round and round. @returns the status */
  const holdInWeek = async (address: string, email: string, number: number) => {
    const starts = days.flatMap((day) => listFreeSlots(app.ctx(), day, service).starts)
    const start = starts[number % starts.length] ?? 0
    const visitor = openVisitor(app, address, email)
    return (await askForHold(app, visitor, { service, start, isCheckSolved: true })).status
  }
  const burst: number[] = []
  for (let i = 0; i < 52; i++)
    burst.push(await holdInWeek(`203.0.113.${(i % 50) + 1}`, `burst${i}${ATTACKER_DOMAIN}`, 7 * i))
  expect([burst.filter((status) => status === 201).length, new Set(burst)]).toEqual([5, new Set([201, 429])])

  expect(await holdInWeek('198.18.0.1', `early${PATIENT_DOMAIN}`, 3)).toBe(429)
  app.pass(5 * MINUTE)
  expect(await holdInWeek('198.18.0.1', `later${PATIENT_DOMAIN}`, 3)).toBe(201)
})

/** `npm run attack` plays the same for a day, from all networks. */
describe('an attack', { timeout: 120_000 }, () => {
  const play = async (attacks: readonly AttackName[], name: string, ...lengths: readonly number[]) => {
    const network = NETWORKS.find((each) => each.name === name)
    if (network === undefined) throw new Error(`no network of ${name}`)
    const figures = await playAttack(openTestApp(), { attacks, network, lengths })
    expect(figures).toHaveLength(lengths.length)
    return figures as [Figures, ...Figures[]]
  }

  it('with holds from fifty addresses leaves nine tenths of the starts free after minutes and after an hour, and others book', async () => {
    const lengths = [3, 6, 12, 18, 30, 60].map((minutes) => minutes * MINUTE)
    const figures = await play(['holds'], '50 addresses', ...lengths)
    for (const [i, { freeShare }] of figures.entries()) expect([i, freeShare > 0.9]).toEqual([i, true])

    const { leastFreeShare, patients } = figures.at(-1) as Figures
    const all = { tried: 4, succeeded: 4 }
    // In the first minute nobody knows an attack from a busy one.
    expect(leastFreeShare).toBeGreaterThan(0.85)
    expect(patients).toMatchObject({ book: all, list: all, wait: all })
    expect(patients.book.longestWait).toBeLessThanOrEqual(15)
  })

  it('with holds and a full waiting list from fifty addresses keeps nobody from an offer who waits', async () => {
    const [{ freeShare, offers }] = await play(['holds', 'waiting'], '50 addresses', 1.5 * HOUR)
    expect(freeShare).toBeGreaterThan(0.9)
    expect(offers).toMatchObject({ patients: 6, attackers: 6 })
  })

  it('with everything from one IPv6 /48 keeps nobody else waiting for long, and marks no patient', async () => {
    const [{ freeShare, patients, mails, marked }] = await play(
      ['holds', 'e-mails', 'loop', 'requests', 'waiting'],
      'one /48',
      HOUR / 4,
    )
    expect(freeShare).toBeGreaterThan(0.85)
    const all = { tried: 1, succeeded: 1 }
    const atOnce = { ...all, longestWait: 0 }
    expect(patients).toMatchObject({ book: all, list: atOnce, wait: atOnce })
    expect(patients.book.longestWait).toBeLessThanOrEqual(5)
    expect(mails.strangers).toBeLessThanOrEqual(20)
    expect(marked).toBe(0)
  })
})
