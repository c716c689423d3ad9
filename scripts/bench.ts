/**
 * `npm run bench` compares the portal with the least code on the same libraries that gives the same answers,
 * and practices of many years with smaller ones. Only the ratios are meaningful, because both sides are
 * measured in turn on the same machine.
 */
import { openBench } from './bench/bench.ts'
import { printComparisons } from './bench/comparison-table.ts'
import { compareArithmetic, compareHolds, compareIdle, compareSummaries } from './bench/comparisons.ts'
import { compareOutboxes, compareYears } from './bench/growth.ts'
import { freshBuild } from './fresh-build.ts'

if (!(await freshBuild())) process.exit(1)

const bench = openBench()
try {
  printComparisons([
    ...(await compareArithmetic(bench)),
    ...(await compareIdle(bench)),
    ...(await compareSummaries(bench)),
    ...(await compareHolds(bench)),
    ...(await compareOutboxes()),
    ...(await compareYears(bench)),
  ])
} finally {
  await bench.close()
}
