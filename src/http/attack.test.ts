import { describe, expect, it } from 'vitest'
import { listFreeSlots } from '../schedule/availability.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { NETWORKS } from '../testing/attack/attackers.ts'
import { playFirstDay } from '../testing/attack/first-day.ts'
import { type AttackName, playAttack } from '../testing/attack/play-attack.ts'
import { ATTACKER_DOMAIN, openVisitor, PATIENT_DOMAIN } from '../testing/attack/portal.ts'
import { askForHold } from '../testing/attack/visits.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

it('no patient is refused on the first day of a practice, when all are strangers', async () => {
  expect(await playFirstDay(openTestApp())).toEqual({ booked: 48, refused: [] })
})

describe('a burst of holds', () => {
  const DAYS_OF_WEEK = ['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15']
  /** The shortest service, because a longer one makes room at once. */
  const SERVICE_ID = 'folgebehandlung'
  const ADDRESS_COUNT = 50
  /** Each address tries once, and two try again. */
  const ATTEMPT_COUNT = 52
  /** The attempts that get a hold before the portal notices the burst (measured). */
  const PLACED_HOLDS = 11

  type Caller = Readonly<{ address: string; email: string }>

  /**
   * Asks for a hold at one of the free times of the week.
   * @param place the number of the free time, counted from 0; after the last one it begins again
   * @returns the status
   */
  async function holdInWeek(app: TestApp, { address, email }: Caller, place: number): Promise<number> {
    const starts = DAYS_OF_WEEK.flatMap((day) => listFreeSlots(app.ctx(), day, SERVICE_ID).starts)
    const start = starts[place % starts.length] ?? 0
    const visitor = openVisitor(app, address, email)
    return (await askForHold(app, visitor, { service: SERVICE_ID, start, isCheckSolved: true })).status
  }

  it('from fifty IP addresses blocks a week for at most five minutes', async () => {
    const app = openTestApp()
    const statuses: number[] = []
    for (let attempt = 0; attempt < ATTEMPT_COUNT; attempt++) {
      const address = `203.0.113.${(attempt % ADDRESS_COUNT) + 1}`
      const attacker = { address, email: `burst${attempt}${ATTACKER_DOMAIN}` }
      // Seven places further each time, so that the holds are spread over the week.
      statuses.push(await holdInWeek(app, attacker, 7 * attempt))
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(PLACED_HOLDS)
    expect(statuses.filter((status) => status === 429)).toHaveLength(ATTEMPT_COUNT - PLACED_HOLDS)

    const holdAsPatient = (email: string) => holdInWeek(app, { address: '198.18.0.1', email }, 3)
    expect(await holdAsPatient(`early${PATIENT_DOMAIN}`)).toBe(429)
    app.pass(5 * MINUTE)
    expect(await holdAsPatient(`later${PATIENT_DOMAIN}`)).toBe(201)
  })
})

/** `npm run attack` plays the same attacks for a day, from all networks. */
describe('an attack', { timeout: 120_000 }, () => {
  type Played = Readonly<{
    networkName: string
    /** The attacks that happen together. */
    attacks: readonly AttackName[]
    /** Milliseconds since the beginning, in ascending order. */
    lengths: readonly number[]
  }>

  /** Simulates the attacks. Returns the figures after the last length, and those after the earlier ones. */
  async function playInNetwork({ networkName, attacks, lengths }: Played) {
    const network = NETWORKS.find(({ name }) => name === networkName)
    if (network === undefined) throw new Error(`no network of ${networkName}`)
    const figures = await playAttack(openTestApp(), { attacks, network, lengths })
    expect(figures).toHaveLength(lengths.length)
    const last = figures.at(-1)
    if (last === undefined) throw new Error('an attack without length has no figures')
    return { last, earlier: figures.slice(0, -1) }
  }

  it('with holds from fifty IP addresses leaves nine tenths of the starts free, and others can book', async () => {
    const lengths = [3, 6, 12, 18, 30, 60].map((minutes) => minutes * MINUTE)
    const { earlier, last } = await playInNetwork({
      networkName: '50 addresses',
      attacks: ['holds'],
      lengths,
    })
    for (const { freeShare } of [...earlier, last]) expect(freeShare).toBeGreaterThan(0.9)

    const { leastFreeShare, patients } = last
    // In the first minute, an attack looks like a busy minute.
    expect(leastFreeShare).toBeGreaterThan(0.8)
    const everybodySucceeds = { tried: 4, succeeded: 4 }
    expect(patients).toMatchObject({
      book: everybodySucceeds,
      list: everybodySucceeds,
      wait: everybodySucceeds,
    })
    const longestWaitMinutes = patients.book.longestWait
    expect(longestWaitMinutes).toBeLessThanOrEqual(15)
  })

  it('with holds and a full waiting list from fifty IP addresses does not delay offers to others', async () => {
    const { last } = await playInNetwork({
      networkName: '50 addresses',
      attacks: ['holds', 'waiting'],
      lengths: [1.5 * HOUR],
    })
    expect(last.freeShare).toBeGreaterThan(0.9)
    expect(last.offers).toMatchObject({ patients: 6, attackers: 8 })
  })

  it('with everything from one IPv6 /48 delays nobody else for long, and marks no patient', async () => {
    const { last } = await playInNetwork({
      networkName: 'one /48',
      attacks: ['holds', 'e-mails', 'loop', 'requests', 'waiting'],
      lengths: [15 * MINUTE],
    })
    const { freeShare, patients, mails, marked } = last
    expect(freeShare).toBeGreaterThan(0.84)
    const succeeds = { tried: 1, succeeded: 1 }
    const succeedsAtOnce = { ...succeeds, longestWait: 0 }
    expect(patients).toMatchObject({ book: succeeds, list: succeedsAtOnce, wait: succeedsAtOnce })
    const longestWaitMinutes = patients.book.longestWait
    expect(longestWaitMinutes).toBeLessThanOrEqual(5)
    expect(mails.strangers).toBeLessThanOrEqual(20)
    expect(marked).toBe(0)
  })
})
