import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { withCheckedBackup } from '../db/opened-backup.ts'
import { printChecked, readBackupArgs } from './checked-backup.ts'
import type { Command } from './command.ts'

/** Checks a backup, and changes nothing. */
export const verifyCommand: Command = {
  usage: 'verify FILE [--identity FILE]',
  readsArguments: true,
  run: async (config, args) => {
    const { file, identityFile } = readBackupArgs(verifyCommand, args)
    // A decrypted copy lies there for a moment. Another machine may have no data folder.
    const folder = existsSync(config.dataDir) ? config.dataDir : tmpdir()
    await withCheckedBackup(file, { folder, identityFile }, (_, checked) => printChecked(file, checked))
    return 0
  },
}
