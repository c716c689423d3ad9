import { createRequire } from 'node:module'
import type { Command } from './command.ts'

export const VERSION: string = createRequire(import.meta.url)('../../package.json').version

export const version: Command = {
  usage: 'version',
  run: () => {
    console.log(VERSION)
    return 0
  },
}
