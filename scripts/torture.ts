/**
 * `npm run torture` runs storms. Each lets the portal work while something fails (kills, a full disk, steps
 * of the clock …), and then compares what was acknowledged with what is in the database. It ends with a
 * table, and fails on any loss. `npm run torture -- --kills 500` tries that many kills, `--storm NAME` only
 * one storm, and `--short` leaves out those that wait for jobs, and kills less often.
 */
import { parseArgs } from 'node:util'
import { freshBuild } from './fresh-build.ts'
import { printTable } from './table.ts'
import { runBackupStorm } from './torture/backups.ts'
import { runClockJobStorm, runClockStorm } from './torture/clock.ts'
import { runFullDiskStorm } from './torture/disk.ts'
import { runHangStorm } from './torture/hangs.ts'
import { KILLS_PER_ROUND, runKillStorm, runTwoProcessStorm } from './torture/kills.ts'
import type { Skipped, StormResult } from './torture/storm.ts'
import { runSyncStorm } from './torture/syncs.ts'

/** The total number of kills, unless one is given. */
const USUAL_KILLS = { short: 5, long: 13 }

/** The storms that `--short` leaves out. */
const LONG_STORMS: readonly string[] = ['clock-jobs']

/** How many faults of a storm are printed; the others are only counted. */
const SHOWN_FAULTS = 20

const { values: options } = parseArgs({
  options: { kills: { type: 'string' }, storm: { type: 'string' }, short: { type: 'boolean' } },
})
const usualKills = options.short ? USUAL_KILLS.short : USUAL_KILLS.long
const killCount = options.kills === undefined ? usualKills : Number(options.kills)
const shares = shareKills(killCount)

type Storm = () => Promise<StormResult | Skipped>
const STORMS: Readonly<Record<string, Storm>> = {
  kills: () => runKillStorm(shares.underLoad),
  'two-processes': () => runTwoProcessStorm(shares.rounds),
  backups: () => runBackupStorm(options.short ? { count: 8, kills: 1 } : { count: 20, kills: shares.ofEach }),
  'full-disk': runFullDiskStorm,
  clock: runClockStorm,
  'clock-jobs': runClockJobStorm,
  hangs: runHangStorm,
  syncs: runSyncStorm,
}

const chosen = Object.entries(STORMS).filter(([name]) => {
  if (options.storm !== undefined) return name === options.storm
  return options.short !== true || !LONG_STORMS.includes(name)
})
if (chosen.length === 0 || !Number.isInteger(killCount) || killCount < 1) {
  console.error(
    `usage: npm run torture -- [--short] [--kills NUMBER] [--storm ${Object.keys(STORMS).join('|')}]`,
  )
  process.exit(1)
}
if (!(await freshBuild())) process.exit(1)

// The exit handlers delete the practices.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const results = await runStorms(chosen)
printResults(results)
if (results.some((result) => faultsOf(result).length > 0)) process.exitCode = 1

/**
 * Shares out the kills among the storms that kill. One in five goes to the rounds of two processes, and the
 * others to one portal under load (`underLoad`). Backups, restores and changes of the secret are killed too,
 * each a tenth as often (`ofEach`). No storm is without a kill.
 */
function shareKills(kills: number) {
  const rounds = Math.max(1, Math.round(kills / (5 * KILLS_PER_ROUND)))
  return {
    rounds,
    underLoad: Math.max(1, kills - KILLS_PER_ROUND * rounds),
    ofEach: Math.max(2, Math.round(kills / 10)),
  }
}

/** Runs the storms one after the other. One that throws has no result, and sets the exit status. */
async function runStorms(storms: readonly (readonly [string, Storm])[]): Promise<StormResult[]> {
  const results: StormResult[] = []
  for (const [name, storm] of storms) {
    const began = performance.now()
    const result = await storm().catch((error: unknown) => {
      console.error(`${name}:`, error)
      process.exitCode = 1
    })
    if (result === undefined) continue
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
    if ('skipped' in result) console.log(`  skipped: ${result.skipped}`)
    else results.push(result)
  }
  return results
}

/** Prints the table, and below it everything that went wrong. */
function printResults(results: readonly StormResult[]): void {
  const header = [
    'storm',
    'done to it',
    'tries',
    'acknowledged',
    'refused',
    'lost',
    'doubled',
    'late',
    'integrity',
  ]
  printTable([header, ...results.map(rowOf)])
  for (const result of results) {
    const faults = faultsOf(result)
    for (const sentence of faults.slice(0, SHOWN_FAULTS)) console.error(`${result.storm}: ${sentence}`)
    if (faults.length > SHOWN_FAULTS)
      console.error(`${result.storm}: and ${faults.length - SHOWN_FAULTS} more`)
  }
}

function rowOf({ storm, strain, journal, findings: { lost, doubled, late, damage } }: StormResult): string[] {
  return [
    storm,
    strain,
    String(journal.tries),
    String(journal.acknowledged),
    String(journal.refused),
    String(new Set(lost).size),
    String(new Set(doubled).size),
    String(late.length),
    damage.length === 0 ? 'ok' : 'DAMAGED',
  ]
}

/** Returns a sentence for everything that went wrong in a storm. */
function faultsOf({ journal, findings }: StormResult): string[] {
  const faults = [...new Set([...Object.values(findings).flat(), ...journal.surprises])]
  return journal.acknowledged === 0 ? [...faults, 'nothing was acknowledged'] : faults
}
