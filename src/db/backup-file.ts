import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { encryptFile } from './age-file.ts'
import { appendBackupEnd } from './backup-end.ts'
import { type CheckedDatabase, checkDatabaseFile, countRows, withDatabaseFile } from './database-check.ts'
import { DatabaseError } from './database-error.ts'
import { fileFaultIn } from './file-fault.ts'
import { syncToDisk } from './files.ts'
import { reasonWithRemedy, sqliteErrorIn } from './open.ts'
import { sha256OfFile } from './sha256.ts'
import { temporaryPath } from './temporary-files.ts'

/** The database to copy: its path, or an open connection if nobody else can open it any more. */
type Source = string | Database.Database

/** A new backup. `bytes` and `sha256` describe the file as it is stored, encrypted or not. */
export type Backup = CheckedDatabase & Readonly<{ file: string; encrypted: boolean }>

/**
 * The setting with the public key for backups. It is read here, so that every way to make a backup encrypts.
 */
const RECIPIENT_SETTING = 'general.backup_recipient'
/** The extension of an encrypted backup. */
const AGE_EXTENSION = '.age'
/** Milliseconds that a backup waits for the lock of another process. */
const LOCK_TIMEOUT_MS = 30_000

/**
 * Copies a database, which may be in use, into one checked file. The file appears under its name only when it
 * is complete, and never replaces another file. If the settings have a public key, the file is encrypted and
 * its name ends in `.age`; the plain copy is made in the folder of the database and then deleted.
 * @param target the path of the backup, in an existing folder
 * @param encrypt false for a plain file even if there is a public key
 * @throws DatabaseError
 */
export async function backupDatabase(
  source: Source,
  target: string,
  { encrypt = true }: { encrypt?: boolean } = {},
): Promise<Backup> {
  const path = typeof source === 'string' ? source : source.name
  // The file may exist in a folder that only another user can read; the error of the file system says so.
  if (typeof source === 'string' && statSync(source, { throwIfNoEntry: false }) === undefined)
    throw new DatabaseError(`There is no database to back up: ${path}`)
  const folder = dirname(target)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new DatabaseError(`No backup was made: there is no folder ${folder}.`)
  try {
    // SQLite does not say why it cannot make a file.
    accessSync(folder, constants.W_OK | constants.X_OK)
    const recipient = encrypt ? readRecipient(source) : undefined
    const file = newFileFor(target, recipient)
    if (recipient === undefined) return await makePlainBackup(source, file)
    return await makeEncryptedBackup(source, file, { recipient, plain: temporaryPath(dirname(path)) })
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const folders = [...new Set([folder, dirname(path)])].join(' ')
    const reason = fileFaultIn(error, folders) ?? reasonOf(error as Error, path)
    throw new DatabaseError(`No backup was made: ${reason}`, { cause: error })
  }
}

/** Returns the public key to which backups of this database are encrypted; undefined without one. */
function readRecipient(source: Source): string | undefined {
  return withDatabaseFile(source, { readonly: true, timeout: LOCK_TIMEOUT_MS }, (client) => {
    if (client.prepare(`select 1 from sqlite_master where name = 'settings'`).get() === undefined)
      return undefined
    const value = client.prepare('select value from settings where name = ?').pluck().get(RECIPIENT_SETTING)
    if (value === undefined) return undefined
    const recipient: string = JSON.parse(String(value))
    // An empty text means that the practice has removed the key.
    return recipient === '' ? undefined : recipient
  })
}

/**
 * Returns the name of the backup, which ends in `.age` when there is a public key.
 * @throws DatabaseError when the name promises an encryption without a key, or the file exists
 */
function newFileFor(target: string, recipient: string | undefined): string {
  if (recipient === undefined && target.endsWith(AGE_EXTENSION))
    throw new DatabaseError(
      `No backup was made: there is no public key in the settings to encrypt ${target} with.`,
    )
  const file = recipient === undefined || target.endsWith(AGE_EXTENSION) ? target : target + AGE_EXTENSION
  if (existsSync(file)) throw new DatabaseError(`This file exists already and is not written over: ${file}`)
  return file
}

/** Returns the message of an error, with a remedy if it comes from SQLite. */
function reasonOf(error: Error, database: string): string {
  const sqliteError = sqliteErrorIn(error)
  return sqliteError === undefined ? error.message : reasonWithRemedy(sqliteError, database)
}

/** Makes a backup that anybody can read. */
async function makePlainBackup(source: Source, file: string): Promise<Backup> {
  const unfinished = unfinishedPath(file)
  try {
    rmSync(unfinished, { force: true })
    await writePlainBackup(source, unfinished)
    const checked = await checkDatabaseFile(unfinished)
    moveIntoPlace(unfinished, file)
    return { ...checked, file, encrypted: false }
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * Makes a backup that only the owner of the secret key can read.
 * @param plain a path for the plain copy, which is deleted again
 */
async function makeEncryptedBackup(
  source: Source,
  file: string,
  { recipient, plain }: Readonly<{ recipient: string; plain: string }>,
): Promise<Backup> {
  const unfinished = unfinishedPath(file)
  try {
    rmSync(unfinished, { force: true })
    await writePlainBackup(source, plain)
    const { rows } = await checkDatabaseFile(plain)
    await encryptFile({ source: plain, target: unfinished, recipient })
    moveIntoPlace(unfinished, file)
    return { rows, bytes: statSync(file).size, sha256: await sha256OfFile(file), file, encrypted: true }
  } finally {
    for (const temporary of [unfinished, plain]) rmSync(temporary, { force: true })
  }
}

/** Returns the path of a backup while it is being made. */
function unfinishedPath(file: string): string {
  return `${file}.unfinished`
}

/** Gives a complete backup its name, and waits until it is on the disk. */
function moveIntoPlace(unfinished: string, file: string): void {
  syncToDisk(unfinished)
  renameSync(unfinished, file)
  syncToDisk(dirname(file))
}

/** Copies the database, and appends its rows and checksum. */
async function writePlainBackup(source: Source, plain: string): Promise<void> {
  // `vacuum into` reads in one transaction, which does not block writers.
  withDatabaseFile(source, { timeout: LOCK_TIMEOUT_MS, fileMustExist: true }, (client) =>
    client.prepare('vacuum into ?').run(plain),
  )
  await appendBackupEnd(plain, withDatabaseFile(plain, { readonly: true }, countRows))
}
