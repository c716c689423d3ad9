import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'

/**
 * A command of `ordi`. Arguments that `usage` does not name are refused before it runs, unless the command
 * reads its arguments itself.
 */
export type Command = Readonly<{
  /** The command with its arguments, as it is printed behind `ordi`. */
  usage: string
  /** Printed for `--help` where `usage` is too short. */
  help?: string
  readsArguments?: true
  /** Returns the exit status; undefined means 0. */
  run: (config: Config, args: readonly string[]) => Promise<number | undefined> | number | undefined
}>

/** The command cannot do what was asked. The message is a sentence for the user; the exit status is 1. */
export class CommandError extends Error {}

/**
 * Checks the arguments of a command that does not read them itself.
 * @throws CommandError with the usage, unless it names every option, and has a FILE for each other argument
 */
export function assertArguments({ usage, readsArguments }: Command, args: readonly string[]): void {
  if (readsArguments) return
  const options = args.filter((arg) => arg.startsWith('-'))
  const files = usage.split('FILE').length - 1
  const known: readonly string[] = usage.match(/--[\w-]+/g) ?? []
  // An empty argument is a variable of a script that was not set.
  if (
    args.includes('') ||
    args.length - options.length > files ||
    options.some((option) => !known.includes(option))
  )
    throw new CommandError(`usage: ordi ${usage}`)
}

/**
 * Reads the arguments of a command that reads its own.
 * @returns undefined when there is an option that it does not know, or one without its value
 */
export function readArguments<O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch {
    return undefined
  }
}

/**
 * Asserts that there is a database. With a wrong DATA_DIR, a command about stored data would otherwise make
 * an empty one and report that nothing is stored.
 * @throws CommandError
 */
export function assertDatabase({ dataDir }: Config): void {
  const file = join(dataDir, 'ordi.db')
  // In a folder of another user the file may be there; the error of the file system says so.
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new CommandError(`There is no database: ${file}`)
}

/**
 * Opens the data of the portal, beside a running server or without one.
 * @param work gets a function that makes a Ctx of this moment
 */
export async function withApp<T>(config: Config, work: (ctx: () => Ctx) => T | Promise<T>): Promise<T> {
  const app = openApp({ ...config, demo: false })
  try {
    return await work(() => app.ctx({ kind: 'cli' }))
  } finally {
    app.close()
  }
}
