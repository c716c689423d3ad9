import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CalendarReading, ReadingRange } from './read-calendar.ts'

/** The worker is next to this file, with the same extension, both in the source and in the build. */
const WORKER_PATH = join(import.meta.dirname, `reading-worker${extname(import.meta.filename)}`)

/** Milliseconds that the thread may take; a large calendar needs a tenth of them. */
const READING_TIMEOUT_MS = 20_000
/** Megabytes that the thread may use; a large calendar needs a tenth of them. */
const MEMORY_MB = 512

/** The content of a file; undefined for anything but a complete calendar. */
export type ThreadReading = CalendarReading | 'too-large' | undefined

/** Thrown when reading a file takes too long or too much memory. */
export class ReadingTooCostly extends Error {}

/**
 * Reads a calendar file in another thread, so that requests are answered meanwhile.
 * @param file the file, which is copied for the thread
 * @throws ReadingTooCostly
 */
export async function readInThread(
  file: Buffer,
  range: ReadingRange,
  options: Readonly<{ busyOnly: boolean; ours: readonly string[] }>,
): Promise<ThreadReading> {
  // A buffer may share its memory with others, so only a copy can be transferred.
  const bytes = new Uint8Array(file)
  const worker = new Worker(WORKER_PATH, {
    workerData: { file: bytes, range, ...options },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    const [reading] = await once(worker, 'message', { signal: AbortSignal.timeout(READING_TIMEOUT_MS) })
    return reading
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ReadingTooCostly()
    throw error
  } finally {
    await worker.terminate()
  }
}
