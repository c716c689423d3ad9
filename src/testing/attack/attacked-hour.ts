import { addDays, type Day, HOUR, MINUTE } from '../../shared/day.ts'
import { dayAt } from '../../time/vienna.ts'
import type { Browser } from '../browser.ts'
import { aContact, aHold, aRequest, lastCode } from '../factory.ts'
import type { TestApp } from '../test-app.ts'
import { ATTACKER_DOMAIN, PATIENT_DOMAIN, type Visitor } from './portal.ts'

/** The attackers begin again in each round, which takes this long. */
const ROUND_LENGTH = 15 * MINUTE
/** The clock moves by this before each attempt to book. */
const ATTEMPT_LENGTH = 1000
/** The number of mailboxes that all attackers together use in turn. */
const MAILBOX_COUNT = 20
/** The most days that one summary of free times covers. */
const DAYS_OF_SUMMARY = 120
/** How many days from today attackers and patients book. */
const FIRST_CHOICE = 1
/** How many days from today a patient books after the refusal has said that the first choice is full. */
const SECOND_CHOICE = 21

/** The origins of an attack. */
export type Origins = Readonly<{
  attackerCount: number
  /** Returns the IP address of an attacker, counted from 0, at an attempt, counted from 1. */
  addressAt: (attacker: number, attempt: number) => string
}>

/**
 * Plays an hour of attack: every quarter of an hour, each attacker books until a step is refused. Bot checks
 * cost the attackers nothing. After each round two patients try to book, one from a separate IP address and
 * one from the address of the first attacker.
 * @returns the number of the attackers' requests and of the marked ones among them, the share of free times
 * that they leave, from 0 to 1, and the different outcomes of `bookAsPatient`
 */
export async function playAttackedHour(app: TestApp, { attackerCount, addressAt }: Origins) {
  const practice = app.browser('198.51.100.1')
  const freeBefore = await countFreeTimes(app, practice)
  const tryToBookAs = openMailboxes(app, addressAt)
  const outcomesElsewhere = new Set<string>()
  const outcomesBehindAttacker = new Set<string>()
  for (let round = 0; round < HOUR / ROUND_LENGTH; round++) {
    for (let attacker = 0; attacker < attackerCount; attacker++) {
      let outcome = 'booked'
      while (outcome === 'booked') outcome = await tryToBookAs(attacker)
    }
    outcomesElsewhere.add(await bookAsPatient(app, `192.0.2.${round}`))
    outcomesBehindAttacker.add(await bookAsPatient(app, addressAt(0, 0)))
    app.pass(ROUND_LENGTH)
  }
  const requests = app.rows('select marked from bookings where email like ?', `%${ATTACKER_DOMAIN}`)
  return {
    requests: requests.length,
    marked: requests.filter(({ marked }) => marked === 1).length,
    shareLeftFree: (await countFreeTimes(app, practice)) / freeBefore,
    outcomesElsewhere: [...outcomesElsewhere],
    outcomesBehindAttacker: [...outcomesBehindAttacker],
  }
}

/**
 * Returns a function that tries to book as an attacker, each time with the next mailbox and another tag. Each
 * mailbox has its own browser, which is known after its first verification.
 */
function openMailboxes(app: TestApp, addressAt: Origins['addressAt']) {
  const browsers = Array.from({ length: MAILBOX_COUNT }, () => app.browser())
  let attempts = 0
  return (attacker: number): Promise<string> => {
    const mailbox = attempts % MAILBOX_COUNT
    attempts++
    const browser = app.browser(addressAt(attacker, attempts), {}, browsers[mailbox]?.cookies)
    const email = `mailbox${mailbox}+${attempts}${ATTACKER_DOMAIN}`
    return tryToBook(app, { browser, email }, [FIRST_CHOICE])
  }
}

/**
 * Tries to book as a new patient.
 * @returns 'booked' or the refusal, and the level of the bot check
 */
async function bookAsPatient(app: TestApp, address: string): Promise<string> {
  const browser = app.browser(address)
  const { level } = (await browser.get('/api/bot-check/challenge')).json.parameters.data
  // The clock moves before each booking, so each patient has another mailbox.
  const email = `patient${app.ctx().now}${PATIENT_DOMAIN}`
  const outcome = await tryToBook(app, { browser, email }, [FIRST_CHOICE, SECOND_CHOICE])
  return `${outcome}, level ${level}`
}

/**
 * Verifies the e-mail address, places a hold and requests the appointment.
 * @param choices the days to try in turn, counted from today, each with its first free time
 * @returns 'booked', or the refused step and its code
 */
async function tryToBook(app: TestApp, visitor: Visitor, choices: readonly number[]): Promise<string> {
  const { browser, email } = visitor
  app.pass(ATTEMPT_LENGTH)
  const mailed = await browser.post('/api/email/send', { email, turnstile_token: await app.botToken() })
  if (mailed.status !== 200) return `e-mail ${mailed.json.error}`
  await browser.post('/api/email/verify', { email, code: lastCode(app) })
  const hold = await placeHold(app, visitor, choices)
  if (hold.status !== 201) return `hold ${hold.json.error}`
  const body = await aRequest(app, hold.json.hold_id, { contact: aContact({ email }) })
  const confirmed = await browser.post('/api/booking/confirm', body)
  return confirmed.status === 201 ? 'booked' : `confirm ${confirmed.json.error}`
}

/** Places a hold for the first choice. If that is too many (429), tries the next one. */
async function placeHold(
  app: TestApp,
  visitor: Visitor,
  [choice = FIRST_CHOICE, ...laterChoices]: readonly number[],
): ReturnType<Browser['post']> {
  const { browser, email } = visitor
  const turnstile_token = await app.botToken()
  const start = await readFirstFree(app, browser, choice)
  const contact = aContact({ email })
  const hold = await browser.post('/api/hold', aHold({ start, contact, turnstile_token }))
  if (hold.status !== 429 || laterChoices.length === 0) return hold
  return placeHold(app, visitor, laterChoices)
}

/** Reads the first free time this many days from today or later, as the ISO text of the API. */
export async function readFirstFree(app: TestApp, browser: Browser, days: number): Promise<string> {
  const day = (await readFreeDays(app, browser)).find(
    ({ date, available_count }) => date >= dayAfter(app, days) && available_count > 0,
  )
  const [slot] = (await browser.get(`/api/slots?date=${day?.date}&service=erstordination`)).json
  return slot.slot_start
}

/** Counts the free times of all days that a summary covers. */
async function countFreeTimes(app: TestApp, browser: Browser): Promise<number> {
  return (await readFreeDays(app, browser)).reduce((sum, { available_count }) => sum + available_count, 0)
}

/** Reads for each day from tomorrow on the number of its free times. */
async function readFreeDays(
  app: TestApp,
  browser: Browser,
): Promise<{ date: string; available_count: number }[]> {
  const query = `from=${dayAfter(app, 1)}&to=${dayAfter(app, DAYS_OF_SUMMARY)}&service=erstordination`
  return (await browser.get(`/api/slots?summary=1&${query}`)).json
}

/** Returns the Vienna day that is this many days after today. */
function dayAfter(app: TestApp, days: number): Day {
  return addDays(dayAt(app.ctx().now), days)
}
