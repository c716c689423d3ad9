import { describeConfig } from '../config.ts'
import type { Command } from './command.ts'

export const config: Command = {
  usage: 'config',
  run: (inForce) => {
    console.log(JSON.stringify(describeConfig(inForce), null, 2))
    return 0
  },
}
