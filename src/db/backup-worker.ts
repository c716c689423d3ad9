import { parentPort, workerData } from 'node:worker_threads'
import { backupDatabase } from './backup.ts'

/** The thread of `backupInThread`: says what the backup is, or dies of what was wrong. */
const { source, target } = workerData as { source: string; target: string }
parentPort?.postMessage(await backupDatabase(source, target))
