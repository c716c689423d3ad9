/**
 * `npm run attack` plays a day of attacks on the demo practice, in processes of its own and with the clock
 * moved, and prints what is left for honest patients. Each network of attackers has its own process. All
 * attacks together last an hour; with `--long` they last a day too, which takes many minutes. `npm run attack
 * -- '50 addresses' holds waiting` plays these attacks together, of this network only.
 */
import { mock } from 'node:test'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/demo.ts'
import { openLog } from '../src/log.ts'
import { DAY_LENGTH, HOUR } from '../src/shared/day.ts'
import { ATTACKS, NETWORKS, type Network } from '../src/testing/attack/attackers.ts'
import { type AttackName, playAttack } from '../src/testing/attack/course.ts'
import type { Figures } from '../src/testing/attack/figures.ts'
import type { Portal } from '../src/testing/attack/portal.ts'
import { openBrowser } from '../src/testing/browser.ts'
import { solvedBotCheck } from '../src/testing/solved-bot-check.ts'
import { runNode } from './programs.ts'
import { printTable } from './table.ts'

/** A Thursday at noon. */
const FROM = Date.parse('2027-01-07T12:00:00+01:00')
const LENGTHS = { hour: HOUR, day: DAY_LENGTH }
/** The name of the run in which all attacks happen at once. */
const TOGETHER = 'all together'
const LONG = '--long'
/** The headings of the columns. The cells of a row are the name, the length and `cellsOf`. */
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

const isLong = process.argv.includes(LONG)
const [networkName, ...attackNames] = process.argv.slice(2).filter((argument) => argument !== LONG)
const network = NETWORKS.find(({ name }) => name === networkName)
if (network !== undefined) await playNetwork(network, attackNames.filter(isAttack))
else {
  const codes = await Promise.all(
    NETWORKS.map(({ name }) => runNode([import.meta.filename, name, ...process.argv.slice(2)])),
  )
  process.exitCode = Math.max(...codes)
}

/**
 * Plays the chosen attacks of the network together, or each attack and all of them together, and prints a
 * table.
 */
async function playNetwork(network: Network, chosen: readonly AttackName[]): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: FROM })
  const runs = chosen.length > 0 ? [{ name: chosen.join(', '), attacks: chosen }] : usualRuns(network)
  const rows: string[][] = []
  for (const { name, attacks } of runs) {
    const isShort = name === TOGETHER && !isLong
    const lengths = isShort ? [LENGTHS.hour] : Object.values(LENGTHS)
    const figures = await playAttack(openPortal(), { attacks, network, lengths })
    rows.push(...figures.map((each, i) => [name, Object.keys(LENGTHS)[i] ?? '', ...cellsOf(each)]))
  }
  console.log(`\nAttackers with ${network.name}`)
  printTable([HEADINGS, ...rows])
}

type Run = Readonly<{ name: string; attacks: readonly AttackName[] }>

/** Returns each attack alone and all of them together. Without an attack, one network shows what all do. */
function usualRuns(network: Network): Run[] {
  const names = Object.keys(ATTACKS) as AttackName[]
  const withoutAttack = network === NETWORKS[0] ? [{ name: 'none', attacks: [] }] : []
  const alone = names.map((name) => ({ name, attacks: [name] }))
  return [...withoutAttack, ...alone, { name: TOGETHER, attacks: names }]
}

function isAttack(name: string): name is AttackName {
  return Object.hasOwn(ATTACKS, name)
}

/** Returns the cells of a row from the third column on. */
function cellsOf({ freeShare, leastFreeShare, patients, offers, mails, marked }: Figures): string[] {
  const percent = (share: number) => `${Math.round(100 * share)} %`
  const success = ({ tried, succeeded, longestWait }: Figures['patients']['book']) =>
    `${succeeded} of ${tried}${longestWait > 0 ? `, up to ${longestWait} min` : ''}`
  return [
    percent(freeShare),
    percent(leastFreeShare),
    success(patients.book),
    success(patients.list),
    success(patients.wait),
    `${offers.patients}, after ${offers.medianWait} min`,
    String(offers.attackers),
    String(mails.patients),
    String(mails.practice),
    String(mails.strangers),
    String(mails.attackers),
    String(marked),
  ]
}

/** Opens the app with the demo practice, as `openTestApp` does for tests. */
function openPortal(): Portal {
  mock.timers.setTime(FROM)
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
    browser: (address = '203.0.113.7', always = {}, cookies = new Map<string, string>()) =>
      openBrowser(app.http, address, always, cookies),
    botToken: () => solvedBotCheck(ctx()),
  }
}
