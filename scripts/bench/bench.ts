import { cpSync, rmSync } from 'node:fs'
import { systemClock } from '../../src/ctx.ts'
import { dayAt } from '../../src/time/vienna.ts'
import { addPastBookings } from './past-bookings.ts'
import { type BenchPractice, makePractice } from './practice.ts'
import { type Month, quietMonth } from './quiet-month.ts'
import { type RunningServer, type Side, startServer, stopServer } from './servers.ts'

/**
 * The practices that the benchmark measures. `small`, `large` and `huge` have 100, 10,000 and 100,000
 * bookings and differ only in their past ones.
 */
export type Bench = Readonly<{
  month: Month
  small: BenchPractice
  large: BenchPractice
  huge: BenchPractice
  /** Has four doctors, each of them free at the same times as the only doctor of `small`. */
  four: BenchPractice
  /** Starts a server on the practice. The reference can only serve `small` and `large`. */
  start: (side: Side, practice: BenchPractice) => Promise<RunningServer>
  /** Stops all servers and deletes the practices. */
  close: () => Promise<void>
}>

/** Creates the practices, which takes a while. */
export function openBench(): Bench {
  const month = quietMonth(dayAt(systemClock()))
  // `makePractice` adds a hundred bookings in the month. The others are past ones.
  const small = makePractice(month)
  const large = makePractice(month, { pastBookings: 9_900 })
  const huge = makePractice(month)
  // Unlike those of `large`, these belong to many patients, among whom the benchmark searches.
  addPastBookings(huge.dataDir, 99_900)
  const four = makePractice(month, { doctors: 4 })
  // The reference gets its own copy of the data, so that neither side waits for the other's lock.
  const copyOf = (dataDir: string) => `${dataDir}-reference`
  for (const { dataDir } of [small, large]) cpSync(dataDir, copyOf(dataDir), { recursive: true })

  const servers: RunningServer[] = []
  return {
    month,
    small,
    large,
    huge,
    four,
    start: async (side, { dataDir }) => {
      const server = await startServer(side, side === 'ours' ? dataDir : copyOf(dataDir))
      servers.push(server)
      return server
    },
    close: async () => {
      await Promise.all(servers.map((server) => stopServer(server)))
      for (const { dataDir } of [small, large, huge, four])
        for (const folder of [dataDir, copyOf(dataDir)]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
