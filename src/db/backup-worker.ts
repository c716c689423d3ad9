import { parentPort, workerData } from 'node:worker_threads'
import { backupDatabase } from './backup-file.ts'

/** The thread of `backUpWhenDue`. An error ends the thread and rejects the caller's promise. */
const { source, target } = workerData as { source: string; target: string }
parentPort?.postMessage(await backupDatabase(source, target))
