import { parentPort, workerData } from 'node:worker_threads'
import { backupDatabase } from './backup-file.ts'
import { quickCheck } from './database-check.ts'

/**
 * The worker thread of `nightly-backups.ts`. It makes a backup or, without a target, only checks for damage.
 * An error ends the thread and rejects the promise in `nightly-backups.ts`.
 */
const { source, target } = workerData as { source: string; target?: string }
parentPort?.postMessage(target === undefined ? quickCheck(source) : await backupDatabase(source, target))
