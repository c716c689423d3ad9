import { cpSync, rmSync } from 'node:fs'
import { systemClock } from '../../src/ctx.ts'
import { dayAt } from '../../src/time/vienna.ts'
import { addPastBookings } from './past-bookings.ts'
import { type BenchPractice, BOOKINGS_PER_DOCTOR, makePractice } from './practice.ts'
import { type Month, quietMonth } from './quiet-month.ts'
import { type RunningServer, type Side, startServer, stopServer } from './servers.ts'

/** The practices that the benchmark measures. All are booked at the same times of the month. */
export type Bench = Readonly<{
  month: Month
  /** Has the bookings of the month only. */
  small: BenchPractice
  /** Has 10,000 bookings; the past ones belong to one patient. */
  large: BenchPractice
  /** Has 100,000 bookings; the past ones belong to many patients, among whom the benchmark searches. */
  huge: BenchPractice
  /** Has four doctors, each of them free at the same times as the only doctor of `small`. */
  fourDoctors: BenchPractice
  /** Starts a server on the practice. The reference can only serve `small` and `large`. */
  start: (side: Side, practice: BenchPractice) => Promise<RunningServer>
  /** Stops all servers and deletes the practices. */
  close: () => Promise<void>
}>

/** Creates the practices, which takes a while. */
export function openBench(): Bench {
  const month = quietMonth(dayAt(systemClock()))
  const small = makePractice(month)
  const large = makePractice(month, { pastBookings: 10_000 - BOOKINGS_PER_DOCTOR })
  const huge = makePractice(month)
  addPastBookings(huge.dataDir, 100_000 - BOOKINGS_PER_DOCTOR)
  const fourDoctors = makePractice(month, { doctors: 4 })
  // The reference gets its own copy of the data, so that neither side waits for the other's lock.
  const copyOf = (dataDir: string) => `${dataDir}-reference`
  for (const { dataDir } of [small, large]) cpSync(dataDir, copyOf(dataDir), { recursive: true })

  const servers: RunningServer[] = []
  return {
    month,
    small,
    large,
    huge,
    fourDoctors,
    start: async (side, { dataDir }) => {
      const server = await startServer(side, side === 'ours' ? dataDir : copyOf(dataDir))
      servers.push(server)
      return server
    },
    close: async () => {
      await Promise.all(servers.map((server) => stopServer(server)))
      // `huge` and `fourDoctors` have no copies, which only `force` ignores.
      for (const { dataDir } of [small, large, huge, fourDoctors])
        for (const folder of [dataDir, copyOf(dataDir)]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
