/**
 * `npm run attack` simulates attacks on the demo practice with a fake clock, and prints how well honest
 * patients can still book. Each network of attackers runs in its own process.
 *
 * Each attack alone lasts an hour and then a day. All attacks together last an hour; with `--long` also a
 * day, which takes many minutes. `npm run attack -- '50 addresses' holds waiting` runs the attacks `holds`
 * and `waiting` together, from the network `50 addresses` only.
 */
import { mock } from 'node:test'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/demo.ts'
import { openLog } from '../src/log.ts'
import { DAY_LENGTH, HOUR } from '../src/shared/day.ts'
import { ATTACKS, NETWORKS, type Network } from '../src/testing/attack/attackers.ts'
import type { Figures } from '../src/testing/attack/figures.ts'
import { type AttackName, playAttack } from '../src/testing/attack/play-attack.ts'
import type { Portal } from '../src/testing/attack/portal.ts'
import { openBrowser } from '../src/testing/browser.ts'
import { botCheckToken } from '../src/testing/solved-bot-check.ts'
import { runNode } from './programs.ts'
import { printTable } from './table.ts'

/** The simulated time at which each run starts: a Thursday at noon. */
const RUN_START = Date.parse('2027-01-07T12:00:00+01:00')
/** The lengths of a run, with their names in the table. */
const AN_HOUR = { name: 'hour', milliseconds: HOUR }
const A_DAY = { name: 'day', milliseconds: DAY_LENGTH }
/** The name of the run in which all attacks happen at once. */
const ALL_TOGETHER = 'all together'
/** With this option the attacks of `ALL_TOGETHER` last a day too. */
const LONG_OPTION = '--long'
/** The column headings: the run's name, its length, and the cells that `cellsOf` returns. */
const HEADINGS = [
  'attack',
  'after a',
  'starts free',
  'at worst',
  'booked',
  'opened their list',
  'joined waiting list',
  'offers to them',
  'to attackers',
  'e-mails to patients',
  'practice',
  'strangers',
  'attackers',
  'marked',
]

const isLong = process.argv.includes(LONG_OPTION)
const [networkName, ...attackNames] = process.argv.slice(2).filter((argument) => argument !== LONG_OPTION)
const network = NETWORKS.find(({ name }) => name === networkName)
if (network !== undefined) await playNetwork(network, attackNames.filter(isAttack))
else process.exitCode = await runForEachNetwork(process.argv.slice(2))

/** Runs this script again for each network, all at once. Returns the highest exit status. */
async function runForEachNetwork(args: readonly string[]): Promise<number> {
  const statuses = await Promise.all(
    NETWORKS.map(({ name }) => runNode([import.meta.filename, name, ...args])),
  )
  return Math.max(...statuses)
}

/**
 * Runs the chosen attacks together, or all `usualRuns` when none is chosen, and prints a table of the
 * results.
 */
async function playNetwork(network: Network, chosen: readonly AttackName[]): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: RUN_START })
  const runs = chosen.length > 0 ? [{ name: chosen.join(', '), attacks: chosen }] : usualRuns(network)
  const rows: string[][] = []
  for (const { name, attacks } of runs) {
    const lengths = name === ALL_TOGETHER && !isLong ? [AN_HOUR] : [AN_HOUR, A_DAY]
    const figuresByLength = await playAttack(openPortal(), {
      attacks,
      network,
      lengths: lengths.map(({ milliseconds }) => milliseconds),
    })
    for (const [i, length] of lengths.entries())
      rows.push([name, length.name, ...cellsOf(figuresByLength[i] as Figures)])
  }
  console.log(`\nAttackers with ${network.name}`)
  printTable([HEADINGS, ...rows])
}

type Run = Readonly<{ name: string; attacks: readonly AttackName[] }>

/**
 * Returns a run for each attack alone, and one with all of them. A run without attacks serves as the
 * baseline; it is the same for all networks, so only the first one has it.
 */
function usualRuns(network: Network): Run[] {
  const names = Object.keys(ATTACKS) as AttackName[]
  const baseline = network === NETWORKS[0] ? [{ name: 'none', attacks: [] }] : []
  const alone = names.map((name) => ({ name, attacks: [name] }))
  return [...baseline, ...alone, { name: ALL_TOGETHER, attacks: names }]
}

function isAttack(name: string): name is AttackName {
  return Object.hasOwn(ATTACKS, name)
}

/** Returns the cells of a row from the third column on, in the order of `HEADINGS`. */
function cellsOf({ freeShare, leastFreeShare, patients, offers, mails, marked }: Figures): string[] {
  return [
    percentText(freeShare),
    percentText(leastFreeShare),
    successText(patients.book),
    successText(patients.list),
    successText(patients.wait),
    `${offers.patients}, after ${offers.medianWait} min`,
    String(offers.attackers),
    String(mails.patients),
    String(mails.practice),
    String(mails.strangers),
    String(mails.attackers),
    String(marked),
  ]
}

function percentText(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** Returns how many patients had success with something, and how long one of them had to wait for it. */
function successText({ tried, succeeded, longestWait }: Figures['patients']['book']): string {
  return `${succeeded} of ${tried}${longestWait > 0 ? `, up to ${longestWait} min` : ''}`
}

/** Opens the app with the demo practice, as `openTestApp` does for tests. */
function openPortal(): Portal {
  mock.timers.setTime(RUN_START)
  const config = readConfig({ APP_SECRET: 'a secret for attacks only, 32 bytes', LOG_LEVEL: 'silent' })
  const app = openApp(config, ':memory:', { log: openLog({ logLevel: 'silent' }) })
  const ctx = () => app.ctx({ kind: 'visitor' })
  seedDemo(ctx())
  return {
    ctx,
    rows: <T>(sql: string, ...values: unknown[]) =>
      ctx()
        .db.$client.prepare(sql)
        .all(...values) as T[],
    pass: (milliseconds) => mock.timers.setTime(Date.now() + milliseconds),
    browser: (address = '203.0.113.7', headers = {}, cookies = new Map<string, string>()) =>
      openBrowser(app.http, { address, headers, cookies }),
    botToken: () => botCheckToken(ctx()),
  }
}
