import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { findSecretOf } from '../access/app-secret.ts'
import { isRotationOpen, readSecret } from '../access/secret-file.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../ctx.ts'
import { generateKey } from '../db/age-file.ts'
import {
  type Backup,
  backupDatabase,
  type CheckedDatabase,
  unpackBackup,
  withCheckedBackup,
} from '../db/backup-file.ts'
import { backupName, fileStamp } from '../db/backup-folder.ts'
import { deleteLeftTemporaries, ownershipHint, syncToDisk, temporaryPath } from '../db/files.ts'
import { recordBackup } from '../db/nightly-backups.ts'
import { type Db, openToRead, schemaAge, sqliteErrorIn, withDatabaseIn } from '../db/open.ts'
import { rememberPlace } from '../db/place.ts'
import { recordAfterBackup, runAfterBackup } from '../jobs/backups.ts'
import { type Command, CommandError, readArguments } from './command.ts'

export const backup: Command = {
  usage: 'backup [FILE]',
  run: async (config, [named]) => {
    const folder = join(config.dataDir, 'backups')
    if (named === undefined) mkdirSync(folder, { recursive: true })
    const made = await backupDatabase(
      join(config.dataDir, 'ordi.db'),
      named ?? join(folder, backupName(systemClock())),
    )
    print(made.file, made)
    if (made.encrypted) console.log('Encrypted. Only the secret key that belongs to the settings opens it.')
    if (config.appSecret === undefined) {
      console.log(
        `Not in it: ${join(config.dataDir, 'secret.key')}. Keep a copy elsewhere; encrypted data cannot be read without it.`,
      )
    }
    if (named === undefined)
      await withDatabaseIn(config.dataDir, (db) => recordAndRunAfterBackup(db, config.afterBackup, made))
    return 0
  },
}

/** @throws CommandError when AFTER_BACKUP failed */
async function recordAndRunAfterBackup(db: Db, afterBackup: readonly string[], made: Backup): Promise<void> {
  recordBackup(db, systemClock(), made)
  if (afterBackup.length === 0) return
  console.log(`AFTER_BACKUP: ${afterBackup[0]} …`)
  const { error, output } = await runAfterBackup(afterBackup, made.file)
  recordAfterBackup(db, systemClock(), basename(made.file), error)
  if (output !== '') console.log(output)
  if (error !== undefined)
    throw new CommandError(
      `The backup is made, but AFTER_BACKUP failed (${error}). The server tries it again.`,
    )
}

/** Prints a file for `--identity`, and stores nothing. */
export const backupKey: Command = {
  usage: 'backup-key',
  run: async () => {
    const { identity, recipient } = await generateKey()
    console.log(`# Key for the backups of Ordi. Print it, or keep it in a file on another machine: it is shown this once, and stored
# nowhere. Without the secret key nobody can open an encrypted backup.
# To switch encryption on, enter the public key in the web admin, Einstellungen, Allgemein. To open a backup:
# ordi restore FILE --yes --identity KEYFILE
# public key: ${recipient}
${identity}`)
    return 0
  },
}

export const verify: Command = {
  usage: 'verify FILE [--identity FILE]',
  readsArguments: true,
  run: async (config, args) => {
    const { file, identityFile } = readBackupArgs(verify, args)
    const folder = existsSync(config.dataDir) ? config.dataDir : tmpdir()
    await withCheckedBackup(file, { folder, identityFile }, (_, checked) => print(file, checked))
    return 0
  },
}

export const restore: Command = {
  usage: 'restore FILE --yes [--identity FILE]',
  readsArguments: true,
  run: async (config, args) => {
    const { file, identityFile, yes } = readBackupArgs(restore, args)
    const folder = config.dataDir
    mkdirSync(folder, { recursive: true })
    deleteLeftTemporaries(folder)
    const live = join(folder, 'ordi.db')
    if (isRotationOpen(folder))
      throw new CommandError(
        'Nothing was changed: a change of the secret was interrupted. Start Ordi once, which finishes it, and stop it again.',
      )
    await withCheckedBackup(file, { folder, identityFile }, (plain, checked) => {
      if (isNewer(plain))
        throw new CommandError(
          'Nothing was changed: a newer version of Ordi wrote this backup. Restore it with that version.',
        )
      if (!yes) {
        throw new CommandError(
          'Nothing was changed. The backup is sound; say --yes to put it in place of the present data, which is kept beside it.',
        )
      }
      const previous = replaceDatabase(plain, live)
      print(file, checked)
      console.log(`It is in place as ${live}`)
      if (previous !== undefined) console.log(`The data from before is kept as ${previous}`)
    })
    printSecretAdvice(config, live)
    return 0
  },
}

function isNewer(file: string): boolean {
  const db = openToRead(file)
  try {
    return schemaAge(db) === 'newer'
  } finally {
    db.$client.close()
  }
}

/** Prints which secret the restored data need, unless it is the present one. */
function printSecretAdvice({ appSecret, dataDir }: Config, live: string): void {
  const path = join(dataDir, 'secret.key')
  if (appSecret === undefined && !existsSync(path)) {
    console.log(`Not in a backup: ${path}. Put it back before you start Ordi.`)
    return
  }
  const { isPresent, path: earlier } = findSecretOf(live, dataDir, appSecret ?? readSecret(path))
  if (isPresent) return
  console.log('This backup is from before a change of the secret: the present one does not open it.')
  if (earlier === undefined)
    console.log(
      `Put the secret of that time back as ${appSecret === undefined ? path : 'APP_SECRET'} before you start Ordi.`,
    )
  else if (appSecret === undefined)
    console.log(`Its secret is here: mv ${path} ${path}.later && cp ${earlier} ${path}`)
  else console.log(`Its secret is here, and belongs into APP_SECRET: ${earlier}`)
}

/** @throws CommandError with the usage */
export function readBackupArgs({ usage }: Command, args: readonly string[]) {
  const parsed = readArguments(args, { identity: { type: 'string' }, yes: { type: 'boolean' } })
  const [file = '', ...rest] = parsed?.positionals ?? []
  const { identity: identityFile, yes = false } = parsed?.values ?? {}
  const isComplete = rest.length === 0 && (file !== '' || usage.includes('[FILE]'))
  if (parsed !== undefined && isComplete && (!yes || usage.includes('--yes')))
    return { file, identityFile, yes }
  throw new CommandError(`usage: ordi ${usage}`)
}

function print(file: string, { bytes, sha256, rows }: CheckedDatabase): void {
  console.log(`${file}\n${bytes} bytes, sha256 ${sha256}`)
  console.log(
    `bookings ${rows.bookings ?? 0}, messages ${rows.messages ?? 0}, services ${rows.services ?? 0}: checked, sound`,
  )
}

/**
 * Replaces the live database by a copy and one rename, so that an interruption leaves either the old or the
 * new one. The file with the old one appears complete or not at all; temporary files of a killed command are
 * deleted by the next one.
 * @returns the file that has the old database, if there was one
 */
function replaceDatabase(file: string, live: string): string | undefined {
  const folder = dirname(live)
  const previous = existsSync(live) ? freeName(folder) : undefined
  const [kept, incoming] = [temporaryPath(folder), temporaryPath(folder)]
  try {
    if (previous !== undefined) {
      checkpoint(live)
      copyFileSync(live, kept, constants.COPYFILE_EXCL)
      chmodSync(kept, 0o600)
      syncToDisk(kept)
      renameSync(kept, previous)
    }
    unpackBackup(file, incoming)
    // SQLite would apply a remaining WAL to the new file.
    for (const suffix of ['-wal', '-shm']) rmSync(live + suffix, { force: true })
    renameSync(incoming, live)
    syncToDisk(folder)
    return previous
  } finally {
    for (const path of [kept, incoming]) rmSync(path, { force: true })
  }
}

/**
 * Returns an unused name. Two restores within a second need two, since the first file may be the one restored
 * now.
 */
function freeName(folder: string): string {
  const stamp = fileStamp(systemClock())
  for (let nth = 1; ; nth++) {
    const name = join(folder, `pre-restore-${stamp}${nth === 1 ? '' : `-${nth}`}.db`)
    if (!existsSync(name)) return name
  }
}

/**
 * Writes the WAL into the database file. Leaves a damaged database as it is.
 * @throws CommandError when another process has the database open, or it is another user's
 */
function checkpoint(live: string): void {
  let client: Database.Database | undefined
  try {
    client = new Database(live)
    if (!lockDatabase(client))
      throw new CommandError('Nothing was changed: a server is running on this data. Stop it first.')
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (/^SQLITE_(CANTOPEN|READONLY)/.test(sqliteErrorIn(error)?.code ?? ''))
      throw new CommandError(`Nothing was changed: ${live} cannot be opened. ${ownershipHint(dirname(live))}`)
  } finally {
    client?.close()
  }
}

/** Locks out all other processes until the database is closed. @returns false when one has it open */
export function lockDatabase(client: Database.Database): boolean {
  try {
    client.pragma('busy_timeout = 0')
    client.pragma('locking_mode = EXCLUSIVE')
    client.pragma('journal_mode = DELETE')
    client.exec('begin exclusive; commit')
    // There is no WAL any more.
    rememberPlace(client)
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
