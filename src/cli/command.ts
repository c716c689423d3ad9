import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'

/**
 * A command of `ordi`. Arguments that are not in `usage` are refused before it runs, unless it reads its
 * arguments itself.
 */
export type Command = Readonly<{
  /** The command with its arguments, as printed after `ordi`. */
  usage: string
  /** Printed for `--help` if `usage` is too short. */
  help?: string
  readsArguments?: true
  /** Returns the exit status; undefined means 0. */
  run: (config: Config, args: readonly string[]) => Promise<number | undefined> | number | undefined
}>

/** The command cannot do what was asked. The message is a sentence for the user; the exit status is 1. */
export class CommandError extends Error {}

/**
 * Checks the arguments of a command that does not read them itself.
 * @throws CommandError with the usage for an unknown option, an empty argument, or more arguments than FILEs
 */
export function assertArguments({ usage, readsArguments }: Command, args: readonly string[]): void {
  if (readsArguments) return
  const options = args.filter((arg) => arg.startsWith('-'))
  const files = usage.match(/FILE/g)?.length ?? 0
  const knownOptions: readonly string[] = usage.match(/--[\w-]+/g) ?? []
  // An empty argument comes from an unset variable in a script.
  if (
    args.includes('') ||
    args.length - options.length > files ||
    options.some((option) => !knownOptions.includes(option))
  )
    throw new CommandError(`usage: ordi ${usage}`)
}

/**
 * Reads the arguments for a command that reads its own.
 * @returns undefined for an unknown option, or one without its value
 */
export function readArguments<O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch {
    return undefined
  }
}

/**
 * Refuses a DATA_DIR without a database. A command would otherwise create an empty one, and report that
 * nothing is stored.
 * @throws CommandError
 */
export function assertDatabase({ dataDir }: Config): void {
  const file = join(dataDir, 'ordi.db')
  // In another user's folder the file may exist; the error of the file system then says so.
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new CommandError(`There is no database: ${file}`)
}

/**
 * Opens the portal's data, whether or not the server is running.
 * @param work gets a function that returns a Ctx for the current instant
 */
export async function withApp<T>(config: Config, work: (ctx: () => Ctx) => T | Promise<T>): Promise<T> {
  const app = openApp({ ...config, demo: false })
  try {
    return await work(() => app.ctx({ kind: 'cli' }))
  } finally {
    app.close()
  }
}
