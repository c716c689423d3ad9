import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Config, ConfigError } from '../config.ts'
import { type Ctx, inTx, type OpenedConfig } from '../ctx.ts'
import { namesIn, syncToDisk } from '../db/files.ts'
import { fileStamp } from '../db/nightly-backups.ts'
import type { Db } from '../db/open.ts'
import { rewriteRow } from '../db/settings-rows.ts'
import type { Instant } from '../shared/day.ts'
import { decrypt, encrypt, randomSecret } from './crypto.ts'

/**
 * The secret of the portal: APP_SECRET, or the file `secret.key`. While `ordi secret rotate` works, the new one is in
 * `secret.key.next`; which of the two is in force is told by the database, which changes in one transaction.
 */
const FILE = 'secret.key'
const NEXT = 'secret.key.next'
/** Kept for backups from before a rotation, with its time behind it. */
const BEFORE = 'secret.key.before-'

const SECRET_LENGTH = 32
/** A setting with a known text: it can be decrypted only with the secret that the other values were encrypted with. */
const CHECK = { name: 'canary', aad: 'settings:value:canary', text: 'ordi' } as const

/** @throws ConfigError when it is missing or cannot be read */
export function openSecret(config: Config, db: Db, now: Instant): string {
  if (config.appSecret !== undefined) return config.appSecret
  if (!db.$client.memory) finishRotation(config.dataDir, db, now)
  return readOrMakeSecret(config.dataDir, db)
}

/** Stores the known text at the first start, and decrypts it at every later one. @throws ConfigError for another secret */
export function checkSecret(ctx: Ctx): void {
  if (checkValue(ctx.db) === undefined) storeCheck(ctx)
  else assertSecretFits(ctx)
}

/** @throws ConfigError when the database was encrypted with another secret */
export function assertSecretFits({ db, config }: Pick<Ctx, 'db' | 'config'>): void {
  if (isSecretOf(db, config.appSecret) === false)
    throw new ConfigError(
      'APP_SECRET is not the one this database was encrypted with. Start with the right one.',
    )
}

export function storeCheck(ctx: Ctx): void {
  const value = encrypt(ctx, CHECK.aad, CHECK.text)
  rewriteRow(ctx.db, CHECK.name, value, ctx.now)
}

/** Whether the values of this database can be read with the secret; undefined for a database that has none yet. */
function isSecretOf(db: Pick<Db, '$client'>, secret: string): boolean | undefined {
  const known = checkValue(db)
  return known === undefined ? undefined : opens(known, secret)
}

/** @throws ConfigError */
export function readSecret(path: string): string {
  let secret: string
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError(`The secret cannot be read: ${path}. Give it to the user that runs Ordi.`)
  }
  if (secret.length < SECRET_LENGTH)
    throw new ConfigError(`The secret is cut short: ${path}. Put the whole file back.`)
  return secret
}

export function isRotationOpen(dataDir: string): boolean {
  return existsSync(join(dataDir, NEXT))
}

/** Call it before the transaction that encrypts everything anew. @returns the new secret */
export function beginRotation(dataDir: string): string {
  const secret = randomSecret()
  const path = join(dataDir, NEXT)
  rmSync(path, { force: true })
  writeSecret(path, secret)
  // Its name must be on the disk before the database needs it.
  syncToDisk(dataDir)
  return secret
}

/**
 * After the transaction, or a kill: puts the new secret in place if the database was encrypted with it, and else forgets it.
 * The old one is kept beside it.
 */
export function finishRotation(dataDir: string, db: Db, now: Instant, afterStep = (_: string) => {}): void {
  const [path, next] = [join(dataDir, FILE), join(dataDir, NEXT)]
  if (!existsSync(next)) return
  // The transaction waits for a rotation of another process.
  inTx({ db }, () => {
    if (!existsSync(next)) return
    const secret = readFileSync(next, 'utf8').trim()
    if (isSecretOf(db, secret)) {
      keepOld(dataDir, now)
      afterStep('old one kept')
      renameSync(next, path)
      syncToDisk(dataDir)
    } else if (existsSync(path) && isSecretOf(db, readSecret(path)) !== false) rmSync(next)
  })
}

/**
 * The secret of a database file that may be from before a rotation.
 * @param present the secret of the portal
 * @returns whether it opens the file, and if not, the file with the secret that does
 */
export function findSecretOf(
  file: string,
  dataDir: string,
  present: string,
): { isPresent: boolean; path: string | undefined } {
  const db = { $client: new Database(file, { readonly: true }) }
  try {
    const isPresent = isSecretOf(db, present) !== false
    const path = isPresent
      ? undefined
      : listEarlierSecrets(dataDir).find((each) => isSecretOf(db, readFileSync(each, 'utf8').trim()))
    return { isPresent, path }
  } finally {
    db.$client.close()
  }
}

/** Reads `secret.key`, or creates it for a database that has no encrypted value yet. */
function readOrMakeSecret(dataDir: string, db: Db): string {
  const path = join(dataDir, FILE)
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
  const path = join(dataDir, FILE)
  const old = readFileSync(path)
  if (listEarlierSecrets(dataDir).some((each) => readFileSync(each).equals(old))) return
  const copy = join(dataDir, `${BEFORE}${fileStamp(now)}`)
  copyFileSync(path, copy)
  syncToDisk(copy)
}

/** The files with the secrets from before rotations. */
export function listEarlierSecrets(dataDir: string): string[] {
  return namesIn(dataDir)
    .filter((name) => name.startsWith(BEFORE))
    .map((name) => join(dataDir, name))
}

function checkValue({ $client }: Pick<Db, '$client'>): string | undefined {
  return $client
    .prepare<[string], string>('select value from settings where name = ?')
    .pluck()
    .get(CHECK.name)
}

function opens(known: string, appSecret: string): boolean {
  try {
    return decrypt({ config: { appSecret } as OpenedConfig }, CHECK.aad, known) === CHECK.text
  } catch {
    return false
  }
}

function writeSecret(path: string, secret: string): void {
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  syncToDisk(path)
}
