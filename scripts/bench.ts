/**
 * `npm run bench` compares the portal with the least code on the same libraries that gives the same answers.
 * Only the ratios are meaningful, because both are measured in turn on the same machine.
 */
import { cpSync, rmSync } from 'node:fs'
import { systemClock } from '../src/ctx.ts'
import { dayAt } from '../src/time/vienna.ts'
import {
  type Bench,
  compareArithmetic,
  compareHolds,
  compareIdle,
  compareOutboxes,
  compareSummaries,
  compareYears,
  type Line,
} from './bench/comparisons.ts'
import { median } from './bench/measure.ts'
import { openPractice, quietMonth } from './bench/practice.ts'
import { type Running, start, stop } from './bench/servers.ts'
import { freshBuild } from './fresh-build.ts'
import { printTable } from './table.ts'

if (!(await freshBuild())) process.exit(1)

const month = quietMonth(dayAt(systemClock()))
const practices = [
  openPractice(100, month),
  openPractice(10_000, month),
  openPractice(400, month, 4),
] as const
const servers: Running[] = []
// The reference uses a copy of the data, so that neither side waits for the other's lock.
const copyOf = (dataDir: string) => `${dataDir}-reference`
const open: Bench['open'] = async (side, { dataDir }) => {
  const running = await start(side, side === 'ours' ? dataDir : copyOf(dataDir))
  servers.push(running)
  return running
}

try {
  for (const { dataDir } of practices) cpSync(dataDir, copyOf(dataDir), { recursive: true })
  const bench: Bench = { month, small: practices[0], large: practices[1], four: practices[2], open }
  print([
    ...(await compareArithmetic(bench)),
    ...(await compareIdle(bench)),
    ...(await compareSummaries(bench)),
    ...(await compareHolds(bench)),
    ...(await compareOutboxes()),
    ...(await compareYears(bench)),
  ])
} finally {
  await Promise.all(servers.map((server) => stop(server)))
  for (const { dataDir } of practices)
    for (const folder of [dataDir, copyOf(dataDir)]) rmSync(folder, { recursive: true, force: true })
}

/** Prints the table, and sets the exit status when an aim was missed. */
function print(lines: readonly Line[]): void {
  const rows = lines.map(({ name, ours, reference, unit, aim }) => {
    const ratio = median(ours.map((figure, round) => figure / (reference[round] as number)))
    const ok = 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost
    if (!ok) process.exitCode = 1
    const figure = (values: readonly number[]) => {
      const value = median(values)
      return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`
    }
    return [
      name,
      figure(ours),
      figure(reference),
      ratio.toFixed(2),
      'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`,
      ok ? 'yes' : 'NO',
    ]
  })
  printTable([['name', 'ours', 'reference', 'ratio', 'aim', 'ok'], ...rows])
}
