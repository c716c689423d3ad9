import { checkDatabase } from '../db/backup.ts'
import { describe } from './backup.ts'
import { type Command, CommandError } from './command.ts'

export const verify: Command = {
  usage: 'verify FILE',
  run: async (_config, [file]) => {
    if (file === undefined) throw new CommandError('usage: ordi verify FILE')
    describe(file, await checkDatabase(file))
    return 0
  },
}
