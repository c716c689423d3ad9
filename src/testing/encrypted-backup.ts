import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateKey } from '../db/age-file.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { withCheckedBackup } from '../db/opened-backup.ts'
import { openFilledDatabase } from './backup-database.ts'
import { tempDir } from './temp-dir.ts'

/** Opens a database with a public key in its settings, and writes the secret key to a file. */
export async function openDatabaseWithKey() {
  const database = openFilledDatabase()
  const { identity, recipient } = await generateKey()
  database.$client
    .prepare(`insert into settings values ('general.backup_recipient', ?, 0)`)
    .run(JSON.stringify(recipient))
  const identityFile = join(tempDir(), 'key.txt')
  // The file as Windows would write it, with a comment.
  writeFileSync(identityFile, `# a comment\r\n# public key: ${recipient}\r\n${identity}\r\n`)
  return { ...database, identity, recipient, identityFile }
}

/** Makes an encrypted backup of a database with a public key. */
export async function makeBackupWithKey() {
  const database = await openDatabaseWithKey()
  return { ...database, ...(await backupDatabase(database.source, database.target)) }
}

/** Lists the plain copies of backups in a folder, of which none may be left. */
export const temporaryFilesIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('temporary'))

/**
 * Checks a backup, which is decrypted in `folder`.
 * @returns its plain content, and how many services it has
 */
export const readBackup = (file: string, paths: Readonly<{ folder: string; identityFile?: string }>) =>
  withCheckedBackup(file, { identityFile: undefined, ...paths }, (plain, { rows }) => ({
    content: readFileSync(plain),
    services: rows.services,
  }))
