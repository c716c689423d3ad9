import { openApp } from '../app.ts'
import { type Command, CommandError } from './command.ts'

export const seed: Command = {
  usage: 'seed --demo',
  run: (config, args) => {
    if (args.length !== 1 || args[0] !== '--demo') throw new CommandError('usage: ordi seed --demo')
    const app = openApp({ ...config, demo: false })
    const seeded = app.seedDemo()
    app.close()
    if (!seeded)
      throw new CommandError(
        'Nothing was changed: the database has services already, and the demo practice is for an empty one.',
      )
    console.log('The demo practice is in place.')
    return 0
  },
}
