import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { findSecretOf } from '../access/app-secret.ts'
import { endAllSessions } from '../access/ended-sessions.ts'
import { isRotationOpen, readSecret } from '../access/secret-file.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../ctx.ts'
import { fileStamp } from '../db/backup-folder.ts'
import { withDatabaseFile } from '../db/database-check.ts'
import { fileFaultIn, isDiskFull } from '../db/file-fault.ts'
import { makeFolder, syncToDisk } from '../db/files.ts'
import { ownershipHint } from '../db/folder-access.ts'
import { openToRead, sqliteErrorIn } from '../db/open.ts'
import { unpackBackup, withCheckedBackup } from '../db/opened-backup.ts'
import { deleteLeftTemporaryFiles, temporaryPath } from '../db/temporary-files.ts'
import { compareSchemaVersion } from '../db/upgrade.ts'
import { doubtWaitingSms } from '../messaging/outbox/restored-sms.ts'
import { printChecked, readBackupArgs } from './checked-backup.ts'
import { type Command, CommandError } from './command.ts'
import { tryLockDatabase } from './database-lock.ts'

const OPEN_ROTATION =
  'Nothing was changed: a change of the secret was interrupted. Start Ordi once, which finishes it, and stop it again.'
const NEWER_BACKUP =
  'Nothing was changed: a newer version of Ordi wrote this backup. Restore it with that version.'
const NOT_CONFIRMED =
  'Nothing was changed. The backup is sound; say --yes to put it in place of the present data, which is kept beside it.'
const WHO_CAN_SIGN_IN =
  'All sessions are ended. People, passwords and calendar feeds are those of the backup: end anew what was ended since.'

/** Replaces the present data with a backup, and keeps the replaced database. The server must be stopped. */
export const restoreCommand: Command = {
  usage: 'restore FILE --yes [--identity FILE]',
  readsArguments: true,
  run: async (config, args) => {
    const { file, identityFile, yes } = readBackupArgs(restoreCommand, args)
    const folder = config.dataDir
    deleteLeftTemporaryFiles(folder)
    const databaseFile = join(folder, 'ordi.db')
    if (isRotationOpen(folder)) throw new CommandError(OPEN_ROTATION)
    await withCheckedBackup(file, { folder, identityFile }, (plainFile, checked) => {
      if (isNewer(plainFile)) throw new CommandError(NEWER_BACKUP)
      if (!yes) throw new CommandError(NOT_CONFIRMED)
      makeFolder(folder)
      const keptFile = replaceDatabase(plainFile, databaseFile)
      printChecked(file, checked)
      console.log(`It is in place as ${databaseFile}`)
      if (keptFile !== undefined) console.log(`The data from before is kept as ${keptFile}`)
      console.log(WHO_CAN_SIGN_IN)
    })
    printSecretAdvice(config, databaseFile)
    return 0
  },
}

/** Returns whether the database is from a newer version of Ordi. */
function isNewer(file: string): boolean {
  const db = openToRead(file)
  try {
    return compareSchemaVersion(db) === 'newer'
  } finally {
    db.$client.close()
  }
}

/** Prints which secret the restored data needs, unless it is the present one. */
function printSecretAdvice({ appSecret, dataDir }: Config, databaseFile: string): void {
  const path = join(dataDir, 'secret.key')
  if (appSecret === undefined && !existsSync(path)) {
    console.log(`Not in a backup: ${path}. Put it back before you start Ordi.`)
    return
  }
  const { isPresent, path: earlierSecretFile } = findSecretOf(databaseFile, {
    dataDir,
    present: appSecret ?? readSecret(path),
  })
  if (isPresent) return
  console.log('This backup is from before a change of the secret: the present one does not open it.')
  if (earlierSecretFile === undefined)
    console.log(
      `Put the secret of that time back as ${appSecret === undefined ? path : 'APP_SECRET'} before you start Ordi.`,
    )
  else if (appSecret === undefined)
    console.log(`Its secret is here: mv ${path} ${path}.later && cp ${earlierSecretFile} ${path}`)
  else console.log(`Its secret is here, and belongs into APP_SECRET: ${earlierSecretFile}`)
}

/**
 * Replaces the live database with a single rename, so that an interruption leaves either the old or the new
 * one. The copy of the old one also appears complete or not at all, and only once everything is written, so
 * that a full disk leaves nothing behind. The next command deletes temporary files of a killed one.
 * @returns the file with the old database, if there was one
 * @throws CommandError when the disk is full or cannot be written
 */
function replaceDatabase(backupFile: string, databaseFile: string): string | undefined {
  const folder = dirname(databaseFile)
  const keptFile = existsSync(databaseFile) ? unusedPath(folder) : undefined
  const oldCopy = temporaryPath(folder)
  const newDatabase = temporaryPath(folder)
  try {
    if (keptFile !== undefined) copyWhole(databaseFile, oldCopy)
    unpackBackup(backupFile, newDatabase)
    withDatabaseFile(newDatabase, { fileMustExist: true }, (client) => {
      endAllSessions(client)
      doubtWaitingSms(client)
    })
    if (keptFile !== undefined) renameSync(oldCopy, keptFile)
    // SQLite would apply a leftover WAL to the new file.
    for (const suffix of ['-wal', '-shm']) rmSync(databaseFile + suffix, { force: true })
    renameSync(newDatabase, databaseFile)
    syncToDisk(folder)
    return keptFile
  } catch (error) {
    const why = isDiskFull(error)
      ? `the disk has no room for the backup and a copy of the present data. Make room: df -h ${folder}`
      : fileFaultIn(error, folder)
    if (why === undefined) throw error
    throw new CommandError(`Nothing was changed: ${why}`)
  } finally {
    for (const path of [oldCopy, newDatabase]) rmSync(path, { force: true })
  }
}

/**
 * Returns an unused path for the present database. A second restore within the same second must not overwrite
 * the file that the first one kept, because it may be restoring that file.
 */
function unusedPath(folder: string): string {
  const stamp = fileStamp(systemClock())
  for (let nth = 1; ; nth++) {
    const path = join(folder, `pre-restore-${stamp}${nth === 1 ? '' : `-${nth}`}.db`)
    if (!existsSync(path)) return path
  }
}

/**
 * Copies the database with all that is in its WAL, for its owner only.
 * @throws CommandError as `checkpoint` does
 */
function copyWhole(databaseFile: string, copy: string): void {
  checkpoint(databaseFile)
  copyFileSync(databaseFile, copy, constants.COPYFILE_EXCL)
  chmodSync(copy, 0o600)
  syncToDisk(copy)
}

/**
 * Writes the WAL into the database file, so that a copy of the file is complete. Does not touch a damaged
 * database.
 * @throws CommandError when another process has the database open, or it belongs to another user
 */
function checkpoint(databaseFile: string): void {
  let client: Database.Database | undefined
  try {
    client = new Database(databaseFile)
    if (!tryLockDatabase(client))
      throw new CommandError('Nothing was changed: a server is running on this data. Stop it first.')
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (/^SQLITE_(CANTOPEN|READONLY)/.test(sqliteErrorIn(error)?.code ?? ''))
      throw new CommandError(
        `Nothing was changed: ${databaseFile} cannot be opened. ${ownershipHint(dirname(databaseFile))}`,
      )
  } finally {
    client?.close()
  }
}
