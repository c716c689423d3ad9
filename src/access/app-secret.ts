import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type Config, ConfigError } from '../config.ts'
import { type Ctx, inTx, type OpenedConfig } from '../ctx.ts'
import { namesIn, syncToDisk } from '../db/files.ts'
import { fileStamp } from '../db/nightly-backups.ts'
import type { Db } from '../db/open.ts'
import { readRow, rewriteRow } from '../db/settings-rows.ts'
import type { Instant } from '../shared/day.ts'
import { decrypt, encrypt, randomSecret } from './crypto.ts'

/**
 * The secret of the portal is APP_SECRET or the content of the file `secret.key`. While `ordi secret rotate`
 * works, the new secret is in `secret.key.next`. The secret in force is the one that decrypts the known text
 * in the database, because the database changes in one transaction.
 */
const SECRET_FILE = 'secret.key'
const NEXT_FILE = 'secret.key.next'
/** Rotation keeps the old secret, for backups from before it, under this name followed by the time. */
const EARLIER_PREFIX = 'secret.key.before-'

/**
 * The setting with the secret from before a rotation. It verifies older signatures, and is encrypted with the
 * new secret. A rotation that ends the old secret at once leaves none.
 */
export const EARLIER_SECRET = { name: 'earlier-secret', aad: 'settings:value:earlier-secret' } as const

const SECRET_LENGTH = 32
/**
 * A setting with a known text. It can be decrypted only with the secret that the other values were encrypted
 * with.
 */
const KNOWN_TEXT = { name: 'canary', aad: 'settings:value:canary', text: 'ordi' } as const

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
 * Stores the known text at the first start, and decrypts it at each later one.
 * @throws ConfigError when the secret is wrong
 */
export function checkSecret(ctx: Ctx): void {
  if (checkValue(ctx.db) === undefined) storeCheck(ctx)
  else assertSecretFits(ctx)
}

/** @throws ConfigError when the database was encrypted with another secret */
export function assertSecretFits({ db, config }: Pick<Ctx, 'db' | 'config'>): void {
  if (fitOf(db, config.appSecret) === 'wrong')
    throw new ConfigError(
      'The secret (APP_SECRET or secret.key) is not the one this database was encrypted with. Start with the right one.',
    )
}

/** Encrypts the known text with the secret of `ctx`, and stores it. */
export function storeCheck(ctx: Ctx): void {
  const value = encrypt(ctx, KNOWN_TEXT.aad, KNOWN_TEXT.text)
  rewriteRow(ctx.db, KNOWN_TEXT.name, value, ctx.now)
}

/** Tells whether the secret decrypts the values of this database. */
function fitOf(db: Pick<Db, '$client'>, secret: string): 'fits' | 'wrong' | 'nothing encrypted' {
  const known = checkValue(db)
  if (known === undefined) return 'nothing encrypted'
  return opens(known, secret) ? 'fits' : 'wrong'
}

/** Why the file of a secret cannot be used. */
export type SecretFault = 'missing' | 'unreadable' | 'short'

const FAULTS: Readonly<Record<SecretFault, (path: string) => string>> = {
  missing: (path) => `The secret is missing: ${path}. It is in no backup, only where you keep a copy.`,
  unreadable: (path) => `The secret cannot be read: ${path}. Give it to the user that runs Ordi.`,
  short: (path) => `The secret is cut short: ${path}. Put the whole file back.`,
}

/** Reads a secret from a file. @throws ConfigError when the file is missing, unreadable or cut short */
export function readSecret(path: string): string {
  const { secret, fault } = tryReadSecret(path)
  if (fault !== undefined) throw new ConfigError(FAULTS[fault](path))
  return secret
}

/** Reads a secret from a file, or returns why it cannot be used. */
export function tryReadSecret(path: string): Readonly<{ secret: string; fault?: SecretFault }> {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    return secret.length < SECRET_LENGTH ? { secret, fault: 'short' } : { secret }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { secret: '', fault: isMissing ? 'missing' : 'unreadable' }
  }
}

export function isRotationOpen(dataDir: string): boolean {
  return existsSync(join(dataDir, NEXT_FILE))
}

/**
 * Writes a new secret to `secret.key.next`. Must be called before the transaction that encrypts all values
 * anew.
 */
export function beginRotation(dataDir: string): string {
  const secret = randomSecret()
  const path = join(dataDir, NEXT_FILE)
  rmSync(path, { force: true })
  writeSecret(path, secret)
  return secret
}

/**
 * Ends a rotation after its transaction, or after a kill. If the database was encrypted with the new secret,
 * that becomes `secret.key`, and the old one is kept beside it unless it ended at once. Otherwise the new
 * secret is deleted, provided that `secret.key` fits the database.
 * @throws ConfigError when `secret.key` is unreadable or cut short
 */
export function finishRotation(dataDir: string, db: Db, now: Instant, afterStep = (_: string) => {}): void {
  const [path, next] = [join(dataDir, SECRET_FILE), join(dataDir, NEXT_FILE)]
  if (!existsSync(next)) return
  // The transaction waits until a rotation in another process has ended.
  inTx({ db }, () => {
    if (!existsSync(next)) return
    const secret = readFileSync(next, 'utf8').trim()
    if (fitOf(db, secret) === 'fits') {
      if (readRow(db, EARLIER_SECRET.name) !== undefined) {
        keepOld(dataDir, now)
        afterStep('old one kept')
      }
      renameSync(next, path)
      syncToDisk(dataDir)
    } else if (existsSync(path) && fitOf(db, readSecret(path)) !== 'wrong') rmSync(next)
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
  dataDir: string,
  present: string,
): { isPresent: boolean; path: string | undefined } {
  const db = { $client: new Database(file, { readonly: true }) }
  try {
    const isPresent = fitOf(db, present) !== 'wrong'
    const path = isPresent
      ? undefined
      : listEarlierSecrets(dataDir).find((earlier) => fitOf(db, tryReadSecret(earlier).secret) === 'fits')
    return { isPresent, path }
  } finally {
    db.$client.close()
  }
}

/** Reads `secret.key`, or creates it for a database that has no encrypted value yet. */
function readOrMakeSecret(dataDir: string, db: Db): string {
  const path = join(dataDir, SECRET_FILE)
  if (existsSync(path)) return readSecret(path)
  if (checkValue(db) !== undefined) {
    throw new ConfigError(
      `This database was encrypted with a secret that is missing: put it back as ${path} or APP_SECRET.`,
    )
  }
  const secret = randomSecret()
  writeSecret(path, secret)
  return secret
}

function keepOld(dataDir: string, now: Instant): void {
  const path = join(dataDir, SECRET_FILE)
  const old = readFileSync(path)
  if (listEarlierSecrets(dataDir).some((earlier) => readFileSync(earlier).equals(old))) return
  const copy = join(dataDir, `${EARLIER_PREFIX}${fileStamp(now)}`)
  copyFileSync(path, copy)
  syncToDisk(copy)
}

/** Returns the paths of the files with the secrets from before rotations. */
export function listEarlierSecrets(dataDir: string): string[] {
  return namesIn(dataDir)
    .filter((name) => name.startsWith(EARLIER_PREFIX))
    .map((name) => join(dataDir, name))
}

function checkValue({ $client }: Pick<Db, '$client'>): string | undefined {
  return $client
    .prepare<[string], string>('select value from settings where name = ?')
    .pluck()
    .get(KNOWN_TEXT.name)
}

function opens(known: string, appSecret: string): boolean {
  try {
    return decrypt({ config: { appSecret } as OpenedConfig }, KNOWN_TEXT.aad, known) === KNOWN_TEXT.text
  } catch {
    return false
  }
}

/** Writes the file and its folder to the disk, before the database needs the secret. */
function writeSecret(path: string, secret: string): void {
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  syncToDisk(path)
  syncToDisk(dirname(path))
}
