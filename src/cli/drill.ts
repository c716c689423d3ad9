import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Config } from '../config.ts'
import { systemClock } from '../ctx.ts'
import { listBackups } from '../db/backup-folder.ts'
import { fileFaultIn } from '../db/file-fault.ts'
import { withDatabaseOfFolder } from '../db/open.ts'
import { recordTaskOutcome } from '../db/task-outcomes.ts'
import { deleteLeftTemporaryFiles } from '../db/temporary-files.ts'
import { runProgram } from '../program.ts'
import { HOUR } from '../shared/day.ts'
import { readBackupArgs } from './checked-backup.ts'
import { type Command, CommandError } from './command.ts'
import { rehearse } from './rehearsal.ts'

/** Milliseconds that a drill in its own process may take. */
const TIME_LIMIT_MS = HOUR

/**
 * Restores a backup into a temporary folder, starts the portal on it without jobs, e-mails and calls to other
 * servers, queries its health and services, and deletes the folder. Rule: docs/behaviour.md 14.25.
 */
export const drillCommand: Command = {
  usage: 'drill [FILE] [--identity FILE]',
  readsArguments: true,
  run: async (config, args) => {
    const { file: fileArgument, identityFile } = readBackupArgs(drillCommand, args)
    if (existsSync(config.dataDir)) deleteLeftTemporaryFiles(config.dataDir)
    const isNewest = fileArgument === ''
    const file = isNewest ? getNewestBackup(config) : fileArgument
    // A file in another user's folder is not missing. There `statSync` throws EACCES, while `existsSync`
    // would return false.
    if (statSync(file, { throwIfNoEntry: false }) === undefined)
      throw new CommandError(`There is no such file: ${file}`)
    try {
      console.log(await rehearse(config, { file, identityFile, isNewest }))
      if (isNewest) await recordOutcome(config, file)
    } catch (error) {
      const message = fileFaultIn(error, config.dataDir) ?? (error as Error).message
      // A failure with another file or key says nothing about the backups of this portal.
      if (isNewest && identityFile === undefined) await recordOutcome(config, file, message)
      throw new CommandError(`The drill with ${file} failed. ${message}`)
    }
    return 0
  },
}

/**
 * Runs the command in its own process, because it takes much memory and time.
 * @returns what it printed, or why it failed
 */
export function startDrill(signal: AbortSignal) {
  return runProgram([process.execPath, process.argv[1] ?? '', 'drill'], { timeLimit: TIME_LIMIT_MS, signal })
}

/** Returns the path of the newest nightly backup. @throws CommandError when there is none */
function getNewestBackup({ dataDir }: Config): string {
  const folder = join(dataDir, 'backups')
  const [newest] = listBackups(folder, systemClock())
  if (newest === undefined) {
    // A folder of another user looks empty, but there may be backups in it.
    assertEnterable(folder)
    throw new CommandError(`There is no backup in ${folder}. To make one: ordi backup`)
  }
  return join(folder, newest.name)
}

/** Does nothing if the folder is missing. @throws Error of the file system if it may not be entered */
function assertEnterable(folder: string): void {
  // The path goes through the folder, so the call needs the right to enter it.
  statSync(join(folder, '.'), { throwIfNoEntry: false })
}

/** Records the outcome, even beside a running server. Does nothing without a database. */
async function recordOutcome({ dataDir }: Config, file: string, error?: string): Promise<void> {
  if (!existsSync(join(dataDir, 'ordi.db'))) return
  const outcome = { at: systemClock(), file: basename(file), ...(error !== undefined && { error }) }
  await withDatabaseOfFolder(dataDir, (db) => recordTaskOutcome(db, 'drill', outcome))
}
