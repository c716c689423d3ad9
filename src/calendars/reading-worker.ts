import { parentPort, workerData } from 'node:worker_threads'
import { textOfFile } from './file-text.ts'
import { type ReadingRange, readCalendar } from './read-calendar.ts'
import type { ThreadReading } from './reading-thread.ts'

/*
 * The thread of reading-thread.ts, which reads a calendar file without delaying requests. `ours` has the
 * UIDs and markers of our own entries, which are not read back.
 */

const { file, range, busyOnly, ours } = workerData as {
  file: Uint8Array
  range: ReadingRange
  busyOnly: boolean
  ours: readonly string[]
}
const text = textOfFile(file)
const reading: ThreadReading =
  text === undefined ? 'too-large' : readCalendar(text, range, { busyOnly, ours: new Set(ours) })
parentPort?.postMessage(reading)
