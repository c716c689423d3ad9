import { createRequire } from 'node:module'
import type { Config } from '../config.ts'

export const VERSION: string = createRequire(import.meta.url)('../../package.json').version

/** A command of `ordi`. `run` returns the exit status; nothing means 0. */
export type Command = Readonly<{
  usage: string
  run: (config: Config, args: readonly string[]) => Promise<number | undefined> | number | undefined
}>

/** The command cannot do what was asked. The message is a sentence for the user; the exit status is 1. */
export class CommandError extends Error {}
