import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CalendarReading, ReadingRange } from './read-calendar.ts'

/** The worker stands beside this file in the source and in the build, with the same ending. */
const WORKER = join(import.meta.dirname, `reading-worker${extname(import.meta.filename)}`)

/** Milliseconds and megabytes that the thread may take; a large calendar takes a tenth of both. */
const READING_TIMEOUT_MS = 20_000
const MEMORY_MB = 512

/** The reading of a file takes too long or too much memory. */
export class TooLaborious extends Error {}

/**
 * Reads a calendar file on another thread, so that requests are answered meanwhile.
 * @param file is handed over to the thread and empty afterwards
 * @returns undefined for a file that is no whole calendar
 * @throws TooLaborious
 */
export async function readInThread(
  file: Buffer,
  range: ReadingRange,
  options: Readonly<{ busyOnly: boolean; ours: readonly string[] }>,
): Promise<CalendarReading | undefined> {
  // A buffer may share its memory with others, which must not be handed over.
  const bytes = new Uint8Array(file)
  const worker = new Worker(WORKER, {
    workerData: { file: bytes, range, ...options },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    const [reading] = await once(worker, 'message', { signal: AbortSignal.timeout(READING_TIMEOUT_MS) })
    return reading
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TooLaborious()
    throw error
  } finally {
    await worker.terminate()
  }
}
