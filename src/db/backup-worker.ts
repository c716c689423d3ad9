import { parentPort, workerData } from 'node:worker_threads'
import { backupDatabase } from './backup-file.ts'
import { quickCheck } from './database-check.ts'

/**
 * The thread that `nightly-backups.ts` starts. It makes a backup; without a target, it only looks for damage.
 * An error ends the thread, and rejects the promise of the function that has started it.
 */
const { source, target } = workerData as { source: string; target?: string }
parentPort?.postMessage(target === undefined ? quickCheck(source) : await backupDatabase(source, target))
