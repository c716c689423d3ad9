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
import { runFullDiskStorm, runSyncStorm } from './torture/disk.ts'
import { runHangStorm } from './torture/hangs.ts'
import { KILLS_PER_ROUND, runKillStorm, runTwoProcessStorm } from './torture/kills.ts'
import type { Skipped, StormResult } from './torture/storm.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string' }, storm: { type: 'string' }, short: { type: 'boolean' } },
})
/** Kills in all, when no number is given. */
const USUAL_KILLS = { short: 5, long: 13 }
const usualKills = values.short ? USUAL_KILLS.short : USUAL_KILLS.long
const killCount = values.kills === undefined ? usualKills : Number(values.kills)
/** One kill in five goes to `two-processes`, and the others to `kills`. */
const rounds = Math.max(1, Math.round(killCount / (5 * KILLS_PER_ROUND)))

const STORMS: Readonly<Record<string, () => Promise<StormResult | Skipped>>> = {
  kills: () => runKillStorm(Math.max(1, killCount - KILLS_PER_ROUND * rounds)),
  'two-processes': () => runTwoProcessStorm(rounds),
  backups: () => {
    const kills = Math.max(2, Math.round(killCount / 10))
    return runBackupStorm(values.short ? { count: 8, kills: 1 } : { count: 20, kills })
  },
  'full-disk': runFullDiskStorm,
  clock: runClockStorm,
  'clock-jobs': runClockJobStorm,
  hangs: runHangStorm,
  syncs: runSyncStorm,
}

/** Faults of a storm that are written out; the others are counted. */
const SHOWN_FAULTS = 20

/** `npm test` leaves these out. */
const LONG: readonly string[] = ['clock-jobs']

const chosen = Object.entries(STORMS).filter(([name]) => {
  if (values.storm !== undefined) return name === values.storm
  return values.short !== true || !LONG.includes(name)
})
if (chosen.length === 0 || !Number.isInteger(killCount) || killCount < 1) {
  console.error(
    `usage: npm run torture -- [--short] [--kills NUMBER] [--storm ${Object.keys(STORMS).join('|')}]`,
  )
  process.exit(1)
}
if (!(await freshBuild())) process.exit(1)

// The functions that run at exit delete the practices.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const rows: StormResult[] = []
for (const [name, storm] of chosen) {
  const began = performance.now()
  const row = await storm().catch((error: unknown) => {
    console.error(`${name}:`, error)
    process.exitCode = 1
  })
  if (row === undefined) continue
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  if ('skipped' in row) console.log(`  skipped: ${row.skipped}`)
  else rows.push(row)
}
printResults(rows)

/** Prints the table and everything that went wrong, which sets the exit status. */
function printResults(rows: readonly StormResult[]): void {
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
  const lines = rows.map(({ storm, faults, journal, findings: { lost, doubled, late, damage } }) => [
    storm,
    faults,
    String(journal.tries),
    String(journal.acknowledged),
    String(journal.refused),
    String(new Set(lost).size),
    String(new Set(doubled).size),
    String(late.length),
    damage.length === 0 ? 'ok' : 'DAMAGED',
  ])
  printTable([header, ...lines])
  for (const { storm, journal, findings } of rows) {
    const wrong = [...new Set([...Object.values(findings).flat(), ...journal.surprises])]
    if (journal.acknowledged === 0) wrong.push('nothing was acknowledged')
    for (const sentence of wrong.slice(0, SHOWN_FAULTS)) console.error(`${storm}: ${sentence}`)
    if (wrong.length > SHOWN_FAULTS) console.error(`${storm}: and ${wrong.length - SHOWN_FAULTS} more`)
    if (wrong.length > 0) process.exitCode = 1
  }
}
