import { basename, join } from 'node:path'
import { systemClock } from '../ctx.ts'
import { generateKey } from '../db/age-file.ts'
import { type Backup, backupDatabase } from '../db/backup-file.ts'
import { backupName } from '../db/backup-folder.ts'
import { makeFolder } from '../db/files.ts'
import { recordBackupChecksum } from '../db/nightly-backups.ts'
import { type Db, withDatabaseOfFolder } from '../db/open.ts'
import { recordAfterBackup, runAfterBackup } from '../jobs/after-backup.ts'
import { printChecked } from './checked-backup.ts'
import { assertDatabase, type Command, CommandError } from './command.ts'

/**
 * Makes a backup. Without a FILE it joins the nightly backups, and AFTER_BACKUP runs as it does for those.
 */
export const backupCommand: Command = {
  usage: 'backup [FILE]',
  run: async (config, [file]) => {
    assertDatabase(config)
    const folder = join(config.dataDir, 'backups')
    if (file === undefined) makeFolder(folder)
    const backedUp = await backupDatabase(
      join(config.dataDir, 'ordi.db'),
      file ?? join(folder, backupName(systemClock())),
    )
    printChecked(backedUp.file, backedUp)
    if (backedUp.encrypted)
      console.log('Encrypted. Only the secret key that belongs to the settings opens it.')
    if (config.appSecret === undefined) {
      console.log(
        `Not in it: ${join(config.dataDir, 'secret.key')}. Keep a copy elsewhere; encrypted data cannot be read without it.`,
      )
    }
    if (file === undefined)
      await withDatabaseOfFolder(config.dataDir, (db) =>
        recordAndRunAfterBackup(db, config.afterBackup, backedUp),
      )
    return 0
  },
}

/**
 * Records the backup as the last one, and runs AFTER_BACKUP if it is set.
 * @throws CommandError when AFTER_BACKUP failed
 */
async function recordAndRunAfterBackup(
  db: Db,
  afterBackup: readonly string[],
  newest: Backup,
): Promise<void> {
  recordBackupChecksum(db, systemClock(), newest)
  if (afterBackup.length === 0) return
  console.log(`AFTER_BACKUP: ${afterBackup[0]} …`)
  const { error, output } = await runAfterBackup(afterBackup, newest.file)
  recordAfterBackup(db, { at: systemClock(), file: basename(newest.file), error })
  if (output !== '') console.log(output)
  if (error !== undefined)
    throw new CommandError(
      `The backup is made, but AFTER_BACKUP failed (${error}). The server tries it again.`,
    )
}

/** Prints a new key file for `--identity`, without storing it. */
export const backupKeyCommand: Command = {
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
