import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findSecretOf } from '../access/app-secret.ts'
import { readSecret } from '../access/secret-file.ts'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../ctx.ts'
import { isAgeFile } from '../db/age-file.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { checkDatabaseFile } from '../db/database-check.ts'
import { DatabaseError } from '../db/database-error.ts'
import { makeFolder } from '../db/files.ts'
import { withDatabaseOfFolder } from '../db/open.ts'
import { unpackBackup, withCheckedBackup } from '../db/opened-backup.ts'
import { sha256OfFile } from '../db/sha256.ts'
import { readTaskOutcome } from '../db/task-outcomes.ts'
import { temporaryPath } from '../db/temporary-files.ts'
import { openServer } from '../http/server.ts'
import { openLog } from '../log.ts'

/**
 * A drill needs this many times the size of the backup: for the decrypted copy, the database, and SQLite's
 * extra files.
 */
const SPACE_PER_BACKUP = 4

/** The backup of a drill. `isNewest` is true if the user has named no file. */
type DrilledBackup = Readonly<{ file: string; identityFile: string | undefined; isNewest: boolean }>

/**
 * Runs the drill in a temporary folder.
 * @returns the sentences for the user
 */
export async function rehearse(
  config: Config,
  { file, identityFile, isNewest }: DrilledBackup,
): Promise<string> {
  makeFolder(config.dataDir)
  const folder = temporaryPath(config.dataDir)
  mkdirSync(folder, { mode: 0o700 })
  try {
    const isKeyMissing = identityFile === undefined && isAgeFile(file)
    if (isNewest && isKeyMissing) {
      await assertUnchanged(config, file)
      const restored = await rehearseFreshBackup(config, folder)
      return `${file} is as it was written. Only its secret key opens it, so the drill went on with a backup of this moment.\n${restored}`
    }
    assertSpace(config, file)
    const restored = await restoreAndAsk(config, { file, folder, identityFile })
    return `${file}\n${restored}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes a plain backup and restores that, because the drill has no key for the encrypted ones. */
async function rehearseFreshBackup(config: Config, folder: string): Promise<string> {
  const database = join(config.dataDir, 'ordi.db')
  const file = join(folder, 'backup.db')
  assertSpace(config, database)
  await backupDatabase(database, file, { encrypt: false })
  return restoreAndAsk(config, { file, folder })
}

/** Restores the backup below `folder`, starts the portal on it, and returns the result as a sentence. */
async function restoreAndAsk(
  config: Config,
  { file, folder, identityFile }: { file: string; folder: string; identityFile?: string | undefined },
): Promise<string> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const database = join(dataDir, 'ordi.db')
  const startedAt = systemClock()
  const backedUpRows = await withCheckedBackup(file, { folder, identityFile }, async (plain, { rows }) => {
    unpackBackup(plain, database)
    return rows
  })
  const services = await startAndAsk({ ...config, dataDir }, readSecretOf(config, database), database)
  const { rows } = await checkDatabaseFile(database)
  // An older backup may lack some of the tables.
  for (const table of ['bookings', 'messages', 'services'])
    if (backedUpRows[table] !== undefined && rows[table] !== backedUpRows[table])
      throw new DatabaseError(
        `It started with ${rows[table]} rows of ${table}, and the backup has ${backedUpRows[table]}.`,
      )
  const seconds = ((systemClock() - startedAt) / 1000).toFixed(1)
  return `Restored, started and asked in ${seconds} s: bookings ${rows.bookings}, messages ${rows.messages}, ${services} services on offer.`
}

/**
 * Starts the portal without jobs and without calls to other hosts, and queries it over HTTP.
 * @returns the number of active services
 */
async function startAndAsk(config: Config, appSecret: string, database: string): Promise<number> {
  const app = openApp(
    { ...config, appSecret, demo: false, smtpUrl: undefined, logLevel: 'silent' },
    database,
    { mail: { send: refuse }, httpFetch: refuse, resolveHost: refuse, log: openLog({ logLevel: 'silent' }) },
  )
  try {
    const server = await openServer(app.http.fetch, { ...config, host: '127.0.0.1', port: 0 })
    try {
      const ask = async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
        if (!answer.ok) throw new DatabaseError(`The restored portal answers ${answer.status} to ${path}.`)
        return answer.json()
      }
      await ask('/api/health')
      return ((await ask('/api/services')) as unknown[]).length
    } finally {
      await server.close()
    }
  } finally {
    app.close()
  }
}

/** Replaces every call to another host. */
async function refuse(): Promise<never> {
  throw new Error('A drill calls nobody.')
}

/**
 * Returns the portal's secret, or the earlier one that opens a backup from before a rotation.
 * @throws DatabaseError when the secret is missing
 */
function readSecretOf({ appSecret, dataDir }: Config, database: string): string {
  const path = join(dataDir, 'secret.key')
  if (appSecret === undefined && !existsSync(path))
    throw new DatabaseError(`The secret is missing, which no backup contains: put it back as ${path}.`)
  const present = appSecret ?? readSecret(path)
  const { path: earlierSecretFile } = findSecretOf(database, { dataDir, present })
  return earlierSecretFile === undefined ? present : readSecret(earlierSecretFile)
}

/**
 * Compares the file with the checksum that the server recorded, if it is the last backup.
 * @throws DatabaseError when it differs
 */
async function assertUnchanged({ dataDir }: Config, file: string): Promise<void> {
  const sha256 = await sha256OfFile(file)
  const recorded = await withDatabaseOfFolder(dataDir, (db) => readTaskOutcome(db, 'backup'))
  if (recorded?.file === basename(file) && recorded.sha256 !== sha256)
    throw new DatabaseError('This file is damaged: it is not as it was written.')
}

/** Refuses a drill for which the disk has no room. @throws DatabaseError */
function assertSpace({ dataDir }: Config, file: string): void {
  const { bavail, bsize } = statfsSync(dataDir)
  const neededBytes = SPACE_PER_BACKUP * statSync(file).size
  if (bavail * bsize < neededBytes)
    throw new DatabaseError(
      `There is no room for it: ${dataDir} needs ${Math.ceil(neededBytes / 1_000_000)} MB for a while.`,
    )
}
