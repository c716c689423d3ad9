import { parentPort, workerData } from 'node:worker_threads'
import { backupDatabase } from './backup-file.ts'
import { quickCheck } from './database-check.ts'

/**
 * The thread of `nightly-backups.ts`: makes a backup, or without a target only looks for damage. An error
 * ends the thread and rejects the caller's promise.
 */
const { source, target } = workerData as { source: string; target?: string }
parentPort?.postMessage(target === undefined ? quickCheck(source) : await backupDatabase(source, target))
