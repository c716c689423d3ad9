import { describe, expect, it } from 'vitest'
import { listFreeSlots } from '../schedule/availability.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { NETWORKS } from '../testing/attack/attackers.ts'
import { type AttackName, playAttack } from '../testing/attack/course.ts'
import type { Figures } from '../testing/attack/figures.ts'
import { playFirstDay } from '../testing/attack/first-day.ts'
import { ATTACKER_DOMAIN, openVisitor, PATIENT_DOMAIN } from '../testing/attack/portal.ts'
import { askForHold } from '../testing/attack/visits.ts'
import { openTestApp } from '../testing/test-app.ts'

it('no patient is refused on the first day of a practice, when all are strangers', async () => {
  expect(await playFirstDay(openTestApp())).toEqual({ booked: 48, refused: [] })
})

it('a burst of holds from fifty IP addresses blocks a week for at most five minutes', async () => {
  const app = openTestApp()
  const days = ['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15']
  // The shortest service, because a longer one makes room at once.
  const service = 'folgebehandlung'
  /**
   * Places a hold at one of the free times of the week: `place` counts them, and begins again after the last.
   * @returns the status
   */
  const holdInWeek = async (from: { address: string; email: string }, place: number) => {
    const starts = days.flatMap((day) => listFreeSlots(app.ctx(), day, service).starts)
    const start = starts[place % starts.length] ?? 0
    const visitor = openVisitor(app, from.address, from.email)
    return (await askForHold(app, visitor, { service, start, isCheckSolved: true })).status
  }
  const tried = 52
  const burst: number[] = []
  for (let i = 0; i < tried; i++) {
    const attacker = { address: `203.0.113.${(i % 50) + 1}`, email: `burst${i}${ATTACKER_DOMAIN}` }
    // Seven places further each time, so that the holds are spread over the week.
    burst.push(await holdInWeek(attacker, 7 * i))
  }
  expect(burst.filter((status) => status === 201)).toHaveLength(11)
  expect(burst.filter((status) => status === 429)).toHaveLength(tried - 11)

  const holdAsPatient = (email: string) => holdInWeek({ address: '198.18.0.1', email }, 3)
  expect(await holdAsPatient(`early${PATIENT_DOMAIN}`)).toBe(429)
  app.pass(5 * MINUTE)
  expect(await holdAsPatient(`later${PATIENT_DOMAIN}`)).toBe(201)
})

/** `npm run attack` plays the same attacks for a day, from all networks. */
describe('an attack', { timeout: 120_000 }, () => {
  /** Simulates the attacks together, from one network. @returns the figures after each of the lengths */
  const playInNetwork = async (
    attacks: readonly AttackName[],
    name: string,
    ...lengths: readonly number[]
  ) => {
    const network = NETWORKS.find((known) => known.name === name)
    if (network === undefined) throw new Error(`no network of ${name}`)
    const figures = await playAttack(openTestApp(), { attacks, network, lengths })
    expect(figures).toHaveLength(lengths.length)
    return figures as [Figures, ...Figures[]]
  }

  it('with holds from fifty IP addresses leaves nine tenths of the starts free, and others can book', async () => {
    const lengths = [3, 6, 12, 18, 30, 60].map((minutes) => minutes * MINUTE)
    const figures = await playInNetwork(['holds'], '50 addresses', ...lengths)
    for (const [i, { freeShare }] of figures.entries()) expect([i, freeShare > 0.9]).toEqual([i, true])

    const { leastFreeShare, patients } = figures.at(-1) as Figures
    const all = { tried: 4, succeeded: 4 }
    // In the first minute, an attack looks like a busy minute.
    expect(leastFreeShare).toBeGreaterThan(0.8)
    expect(patients).toMatchObject({ book: all, list: all, wait: all })
    expect(patients.book.longestWait).toBeLessThanOrEqual(15)
  })

  it('with holds and a full waiting list from fifty IP addresses does not delay offers to others', async () => {
    const [{ freeShare, offers }] = await playInNetwork(['holds', 'waiting'], '50 addresses', 1.5 * HOUR)
    expect(freeShare).toBeGreaterThan(0.9)
    expect(offers).toMatchObject({ patients: 6, attackers: 8 })
  })

  it('with everything from one IPv6 /48 delays nobody else for long, and marks no patient', async () => {
    const [{ freeShare, patients, mails, marked }] = await playInNetwork(
      ['holds', 'e-mails', 'loop', 'requests', 'waiting'],
      'one /48',
      HOUR / 4,
    )
    expect(freeShare).toBeGreaterThan(0.84)
    const all = { tried: 1, succeeded: 1 }
    const atOnce = { ...all, longestWait: 0 }
    expect(patients).toMatchObject({ book: all, list: atOnce, wait: atOnce })
    expect(patients.book.longestWait).toBeLessThanOrEqual(5)
    expect(mails.strangers).toBeLessThanOrEqual(20)
    expect(marked).toBe(0)
  })
})
