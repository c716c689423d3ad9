import { openAppliance } from '../appliance.ts'
import { type Command, CommandFault } from './command.ts'

export const seed: Command = {
  usage: 'seed --demo',
  run: (config, args) => {
    if (args.length !== 1 || args[0] !== '--demo') throw new CommandFault('usage: ordi seed --demo')
    const appliance = openAppliance({ ...config, demo: false })
    const seeded = appliance.seedDemo()
    appliance.close()
    if (!seeded)
      throw new CommandFault(
        'Nothing was changed: the database has services already, and the demo practice is for an empty one.',
      )
    console.log('The demo practice is in place.')
    return 0
  },
}
