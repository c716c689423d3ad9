/**
 * `npm run bench` compares the portal with a minimal server that uses the same libraries and gives the same
 * answers, and a practice with many years of bookings with a smaller one. Both sides are measured in turn on
 * the same machine, so only the ratios are meaningful.
 */

import { printComparisons } from './bench/comparison-table.ts'
import { compareArithmetic, compareHolds, compareIdle, compareSummaries } from './bench/comparisons.ts'
import { compareYears } from './bench/growth.ts'
import { openBench } from './bench/open-bench.ts'
import { compareOutboxes } from './bench/outbox.ts'
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
