import { chmodSync, copyFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { decryptFile, isAgeFile } from './age-file.ts'
import { readBackupEnd } from './backup-end.ts'
import { type CheckedDatabase, checkDatabaseFile, withDatabaseFile } from './database-check.ts'
import { DatabaseError } from './database-error.ts'
import { makeFolder, syncToDisk } from './files.ts'
import { sha256OfFile } from './sha256.ts'
import { temporaryPath } from './temporary-files.ts'

/**
 * Checks a backup, and passes the plain file to `use`: the backup itself, or a decrypted copy, which is
 * deleted afterwards.
 * @param folder the folder for the decrypted copy
 * @param identityFile the keys that open an encrypted backup
 * @throws DatabaseError with the first problem
 */
export async function withCheckedBackup<T>(
  file: string,
  { folder, identityFile }: { folder: string; identityFile: string | undefined },
  use: (plain: string, checked: CheckedDatabase) => T | Promise<T>,
): Promise<T> {
  const exists = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  const isEncrypted = exists && isAgeFile(file)
  if (!isEncrypted) return use(file, await checkDatabaseFile(file))
  if (identityFile === undefined)
    throw new DatabaseError(
      'This backup is encrypted. Name the file with its secret key: --identity FILE (see docs/ops/backups.md).',
    )
  makeFolder(folder)
  const plain = temporaryPath(folder)
  try {
    await decryptFile({ source: file, target: plain, identityFile })
    const { rows } = await checkDatabaseFile(plain)
    return await use(plain, { rows, bytes: statSync(file).size, sha256: await sha256OfFile(file) })
  } finally {
    rmSync(plain, { force: true })
  }
}

/** Copies a plain backup without the lines at its end, so that the copy is the database alone. */
export function unpackBackup(backup: string, target: string): void {
  if (hasWal(backup))
    withDatabaseFile(backup, { readonly: true }, (client) => client.prepare('vacuum into ?').run(target))
  else copyFileSync(backup, target)
  // The copy has inherited the mode of its source.
  chmodSync(target, 0o600)
  truncateSync(target, readBackupEnd(target).databaseBytes)
  syncToDisk(target)
}

/** Returns whether the file lacks what was saved last, as the file of a database in use does. */
function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}
