import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../ctx.ts'
import { backupDatabase, type Checked } from '../db/backup.ts'
import { backupName } from '../db/backups.ts'
import type { Command } from './command.ts'

export const backup: Command = {
  usage: 'backup [FILE]',
  run: async (config, [named]) => {
    const folder = join(config.dataDir, 'backups')
    if (named === undefined) mkdirSync(folder, { recursive: true })
    const file = named ?? join(folder, backupName(systemClock()))
    describe(file, await backupDatabase(join(config.dataDir, 'ordi.db'), file))
    if (config.appSecret === undefined) {
      console.log(
        `Not in it: ${join(config.dataDir, 'secret.key')}. Keep a copy elsewhere; without it the sealed parts stay closed.`,
      )
    }
    return 0
  },
}

export function describe(file: string, { bytes, sha256, rows }: Checked): void {
  console.log(`${file}\n${bytes} bytes, sha256 ${sha256}`)
  console.log(
    `bookings ${rows.bookings ?? 0}, mails ${rows.emails ?? 0}, services ${rows.services ?? 0}: checked, sound`,
  )
}
