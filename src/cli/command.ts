import type { Config } from '../config.ts'

/** One command of `ordi`. `run` answers the exit status; nothing means 0. */
export type Command = Readonly<{
  usage: string
  run: (config: Config, args: readonly string[]) => Promise<number | undefined> | number | undefined
}>

/** A sentence for the person at the command line; the exit status is 1. */
export class CommandError extends Error {}
