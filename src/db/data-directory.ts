import { accessSync, constants, statSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import { findTraceOfDatabase } from './backup-folder.ts'
import { makeFolder } from './files.ts'
import { ownershipHint } from './folder-access.ts'
import { deleteLeftTemporaryFiles } from './temporary-files.ts'

/**
 * Makes DATA_DIR if needed, and clears it of temporary files, before its database is opened.
 * @param file the path of the database
 * @param mayBeNew true to start with a new database even where there was one
 * @throws ConfigError when directory or database cannot be used, or when the database is missing
 */
export function prepareDataDirectory(
  dataDir: string,
  { file, mayBeNew }: Readonly<{ file: string; mayBeNew: boolean }>,
): void {
  makeDirectory(dataDir)
  assertWritable(file)
  deleteLeftTemporaryFiles(dataDir)
  if (!mayBeNew) assertDatabaseNotLost(dataDir, file)
}

/** Makes DATA_DIR if needed. @throws ConfigError when it cannot be made, read or written */
function makeDirectory(dir: string): void {
  try {
    makeFolder(dir)
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError(`DATA_DIR cannot be made or written: ${dir}. ${ownershipHint(dir)}`)
  }
}

/**
 * Refuses a database that this user cannot write. SQLite would open it, and every booking would fail.
 * @throws ConfigError
 */
function assertWritable(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw new ConfigError(
        `The database cannot be read and written: ${path}. Allow it (chmod u+rw ${file}*), or give it to the user that runs Ordi (chown).`,
      )
    }
}

/**
 * Refuses a missing or empty database if a secret or a backup shows that there was one. Starting with a new
 * one would hide the loss (docs/behaviour.md 14.16).
 * @throws ConfigError
 */
function assertDatabaseNotLost(dataDir: string, file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const trace = findTraceOfDatabase(dataDir)
  if (trace === undefined) return
  throw new ConfigError(
    `The database is missing: ${file}. There was one, because ${trace} is there. Put it back, or a backup: ordi restore FILE --yes. To start empty: ordi serve --new`,
  )
}
