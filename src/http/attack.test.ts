import { describe, expect, it } from 'vitest'
import { listFreeSlots } from '../schedule/availability.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { NETWORKS } from '../testing/attack/attackers.ts'
import type { Figures } from '../testing/attack/figures.ts'
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
  /** Simulates the attacks together, from one network. @returns the figures after each of the lengths */
  const playInNetwork = async (
    networkName: string,
    attacks: readonly AttackName[],
    ...lengths: readonly number[]
  ) => {
    const network = NETWORKS.find(({ name }) => name === networkName)
    if (network === undefined) throw new Error(`no network of ${networkName}`)
    const figures = await playAttack(openTestApp(), { attacks, network, lengths })
    expect(figures).toHaveLength(lengths.length)
    return figures as [Figures, ...Figures[]]
  }

  it('with holds from fifty IP addresses leaves nine tenths of the starts free, and others can book', async () => {
    const lengths = [3, 6, 12, 18, 30, 60].map((minutes) => minutes * MINUTE)
    const figures = await playInNetwork('50 addresses', ['holds'], ...lengths)
    for (const { freeShare } of figures) expect(freeShare).toBeGreaterThan(0.9)

    const { leastFreeShare, patients } = figures.at(-1) as Figures
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
    const [{ freeShare, offers }] = await playInNetwork('50 addresses', ['holds', 'waiting'], 1.5 * HOUR)
    expect(freeShare).toBeGreaterThan(0.9)
    expect(offers).toMatchObject({ patients: 6, attackers: 8 })
  })

  it('with everything from one IPv6 /48 delays nobody else for long, and marks no patient', async () => {
    const [{ freeShare, patients, mails, marked }] = await playInNetwork(
      'one /48',
      ['holds', 'e-mails', 'loop', 'requests', 'waiting'],
      HOUR / 4,
    )
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
