import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { fileStamp } from '../db/backup-folder.ts'
import { fileFaultIn } from '../db/file-fault.ts'
import { namesIn, syncToDisk } from '../db/files.ts'
import type { Instant } from '../shared/day.ts'
import { randomSecret } from './random.ts'

/**
 * This module reads and writes the files with secrets in the data folder: the portal's own secret, the new
 * one of an open rotation, and those from before rotations.
 */

/** The reason why the file of a secret cannot be used. */
export type SecretFault = 'missing' | 'unreadable' | 'short'

const SECRET_FILE = 'secret.key'
const NEXT_FILE = 'secret.key.next'
/** A rotation keeps the earlier secret for older backups, under this name followed by the time. */
const EARLIER_PREFIX = 'secret.key.before-'
/** The fewest characters of a secret. A shorter file was cut short. */
const MIN_SECRET_LENGTH = 32

/** The sentences about a file that cannot be used, with what to do. */
const FAULT_SENTENCES: Readonly<Record<SecretFault, (path: string) => string>> = {
  missing: (path) => `The secret is missing: ${path}. It is in no backup, only where you keep a copy.`,
  unreadable: (path) => `The secret cannot be read: ${path}. Give it to the user that runs Ordi.`,
  short: (path) => `The secret is cut short: ${path}. Put the whole file back.`,
}

/** Returns the paths of the portal's own secret, and of the new one while `ordi secret rotate` works. */
export function secretPaths(dataDir: string): Readonly<{ own: string; next: string }> {
  return { own: join(dataDir, SECRET_FILE), next: join(dataDir, NEXT_FILE) }
}

/** Reads a secret from a file. @throws ConfigError when the file is missing, unreadable or cut short */
export function readSecret(path: string): string {
  const { secret, fault } = inspectSecretFile(path)
  if (fault !== undefined) throw new ConfigError(FAULT_SENTENCES[fault](path))
  return secret
}

/** Reads a secret from a file, or returns why it cannot be used. */
export function inspectSecretFile(path: string): Readonly<{ secret: string; fault?: SecretFault }> {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    return secret.length < MIN_SECRET_LENGTH ? { secret, fault: 'short' } : { secret }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { secret: '', fault: isMissing ? 'missing' : 'unreadable' }
  }
}

/** Returns whether a rotation has begun and not ended: it is running, or it was interrupted. */
export function isRotationOpen(dataDir: string): boolean {
  return existsSync(secretPaths(dataDir).next)
}

/**
 * Writes a new secret to `secret.key.next`. Must be called before the transaction that encrypts all values
 * anew.
 */
export function beginRotation(dataDir: string): string {
  const secret = randomSecret()
  const { next } = secretPaths(dataDir)
  // An interrupted rotation may have left its own new secret behind.
  rmSync(next, { force: true })
  writeSecret(next, secret)
  return secret
}

/** Keeps a copy of the portal's own secret beside it, unless there is one already. */
export function keepSecretCopy(dataDir: string, now: Instant): void {
  const { own } = secretPaths(dataDir)
  const ownSecret = readFileSync(own)
  if (listEarlierSecrets(dataDir).some((earlier) => readFileSync(earlier).equals(ownSecret))) return
  const copy = join(dataDir, `${EARLIER_PREFIX}${fileStamp(now)}`)
  copyFileSync(own, copy)
  syncToDisk(copy)
}

/** Returns the paths of the files with the secrets from before rotations. */
export function listEarlierSecrets(dataDir: string): string[] {
  return namesIn(dataDir)
    .filter((name) => name.startsWith(EARLIER_PREFIX))
    .map((name) => join(dataDir, name))
}

/**
 * Writes a secret to a new file that only its user can read. File and folder are written to the disk before
 * the database needs the secret.
 * @throws Error EEXIST when there is a file already; ConfigError when it cannot be written, as on a full disk
 */
export function writeSecret(path: string, secret: string): void {
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(handle, `${secret}\n`)
  } catch (error) {
    // The next start would take an empty file for a secret that was cut short.
    rmSync(path)
    throw new ConfigError(
      `The secret cannot be stored: ${fileFaultIn(error, dirname(path)) ?? (error as Error).message}`,
    )
  } finally {
    closeSync(handle)
  }
  // The umask may have narrowed the mode above, so that even the file's own user could not read it.
  chmodSync(path, 0o600)
  syncToDisk(path)
  syncToDisk(dirname(path))
}
