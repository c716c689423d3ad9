import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Config, ConfigError } from '../config.ts'
import { inTx } from '../ctx.ts'
import { syncToDisk } from '../db/files.ts'
import type { Db } from '../db/open.ts'
import { readSettingsRow } from '../db/settings-rows.ts'
import type { Instant } from '../shared/day.ts'
import { randomSecret } from './random.ts'
import { isEncrypted, testSecret } from './secret-check.ts'
import {
  inspectSecretFile,
  keepSecretCopy,
  listEarlierSecrets,
  readSecret,
  secretPaths,
  writeSecret,
} from './secret-file.ts'

/**
 * This module opens the secret of the portal. It is APP_SECRET or the content of the file `secret.key`. While
 * `ordi secret rotate` works, the new secret is in `secret.key.next`. The secret in force is the one that
 * decrypts the known text in the database, because the database changes in one transaction.
 */

/**
 * The setting with the secret from before a rotation. It verifies older signatures, and is encrypted with the
 * new secret. A rotation that ends the earlier secret at once stores none.
 */
export const EARLIER_SECRET = { name: 'earlier-secret', aad: 'settings:value:earlier-secret' } as const

/**
 * Reads the secret in force, and finishes an interrupted rotation.
 * @throws ConfigError when it is missing or unreadable
 */
export function openSecret(config: Config, db: Db, now: Instant): string {
  if (config.appSecret !== undefined) return config.appSecret
  if (!db.$client.memory) finishRotation(config.dataDir, db, now)
  return readOrMakeSecret(config.dataDir, db)
}

/**
 * Ends a rotation after its transaction, or after a kill. If the database was encrypted with the new secret,
 * that becomes `secret.key`, and the earlier one is kept beside it unless it ended at once. Otherwise the new
 * secret is deleted, provided that `secret.key` fits the database.
 * @param afterStep called after each step, so that tests can stop there and see the effect of a kill
 * @throws ConfigError when `secret.key` is unreadable or cut short
 */
export function finishRotation(
  dataDir: string,
  db: Db,
  now: Instant,
  afterStep = (_step: string) => {},
): void {
  const { own, next } = secretPaths(dataDir)
  if (!existsSync(next)) return
  // The transaction waits until a rotation in another process has ended.
  inTx({ db }, () => {
    if (!existsSync(next)) return
    const secret = readFileSync(next, 'utf8').trim()
    if (testSecret(db, secret) === 'fits') {
      if (readSettingsRow(db, EARLIER_SECRET.name) !== undefined) {
        keepSecretCopy(dataDir, now)
        afterStep('earlier one kept')
      }
      renameSync(next, own)
      syncToDisk(dataDir)
    } else if (existsSync(own) && testSecret(db, readSecret(own)) !== 'wrong') {
      rmSync(next)
    }
  })
}

/**
 * Finds the secret of a database file that may be from before a rotation.
 * @param present the secret of the portal
 * @returns `isPresent` when that secret opens the file; otherwise the path of the earlier secret that does,
 * if there is one
 */
export function findSecretOf(
  file: string,
  { dataDir, present }: Readonly<{ dataDir: string; present: string }>,
): { isPresent: boolean; path: string | undefined } {
  const db = { $client: new Database(file, { readonly: true }) }
  const opensFile = (path: string) => testSecret(db, inspectSecretFile(path).secret) === 'fits'
  try {
    if (testSecret(db, present) !== 'wrong') return { isPresent: true, path: undefined }
    return { isPresent: false, path: listEarlierSecrets(dataDir).find(opensFile) }
  } finally {
    db.$client.close()
  }
}

/** Reads `secret.key`, or creates it for a database that has no encrypted value yet. */
function readOrMakeSecret(dataDir: string, db: Db): string {
  const { own: path } = secretPaths(dataDir)
  if (existsSync(path)) return readSecret(path)
  if (isEncrypted(db)) {
    throw new ConfigError(
      `This database was encrypted with a secret that is missing: put it back as ${path} or APP_SECRET.`,
    )
  }
  const secret = randomSecret()
  writeSecret(path, secret)
  return secret
}
