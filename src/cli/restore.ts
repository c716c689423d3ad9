import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { systemClock } from '../ctx.ts'
import { checkDatabase, unpackBackup } from '../db/backup.ts'
import { fileStamp } from '../db/backups.ts'
import { describe } from './backup.ts'
import { type Command, CommandError } from './command.ts'

export const restore: Command = {
  usage: 'restore FILE --yes',
  run: async (config, args) => {
    const file = args.find((arg) => !arg.startsWith('--'))
    if (file === undefined) throw new CommandError('usage: ordi restore FILE --yes')
    const checked = await checkDatabase(file)
    if (!args.includes('--yes')) {
      throw new CommandError(
        'Nothing was changed. The backup is sound; say --yes to put it in place of the present data, which is kept beside it.',
      )
    }
    const live = join(config.dataDir, 'ordi.db')
    mkdirSync(config.dataDir, { recursive: true })
    const cached = replaceDatabase(file, live)
    describe(file, checked)
    console.log(`It is in place as ${live}`)
    if (cached !== undefined) console.log(`The data from before is kept as ${cached}`)
    return 0
  },
}

/**
 * Puts the file in the place of the live database: copied beside it first, then one rename, so that a
 * stop in between leaves the old or the new state and never a mixture or none.
 * @returns where the old database is kept, if there was one
 */
function replaceDatabase(file: string, live: string): string | undefined {
  const cached = existsSync(live) ? freeName(dirname(live)) : undefined
  if (cached !== undefined) {
    foldWal(live)
    copyFileSync(live, cached, constants.COPYFILE_EXCL)
  }
  const incoming = `${live}.incoming`
  unpackBackup(file, incoming)
  // A log that stayed behind would be played into the new file.
  for (const rest of ['-wal', '-shm']) rmSync(live + rest, { force: true })
  renameSync(incoming, live)
  return cached
}

/** Two restores within a second are two files: what was kept may be the very one that is brought back. */
function freeName(folder: string): string {
  const stamp = fileStamp(systemClock())
  for (let nth = 1; ; nth++) {
    const name = join(folder, `pre-restore-${stamp}${nth === 1 ? '' : `-${nth}`}.db`)
    if (!existsSync(name)) return name
  }
}

/** Brings everything into the one file, which is only possible while nobody else has it open. One too damaged for that is kept as it is. */
function foldWal(live: string): void {
  const client = new Database(live, { timeout: 0 })
  try {
    client.pragma('locking_mode = EXCLUSIVE')
    client.pragma('journal_mode = DELETE')
    client.exec('begin exclusive; commit')
  } catch (fault) {
    if (fault instanceof Database.SqliteError && fault.code.startsWith('SQLITE_BUSY'))
      throw new CommandError('Nothing was changed: a server is running on this data. Stop it first.')
  } finally {
    client.close()
  }
}
