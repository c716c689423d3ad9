import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'

/**
 * A command of `ordi`. `run` returns the exit status; nothing means 0. Other arguments than those that
 * `usage` names are refused before, unless the command reads its own.
 */
export type Command = Readonly<{
  usage: string
  readsArguments?: true
  run: (config: Config, args: readonly string[]) => Promise<number | undefined> | number | undefined
}>

/** The command cannot do what was asked. The message is a sentence for the user; the exit status is 1. */
export class CommandError extends Error {}

/** @throws CommandError with the usage, unless it names every option, and a FILE for each of the others */
export function assertArguments({ usage, readsArguments }: Command, args: readonly string[]): void {
  if (readsArguments) return
  const options = args.filter((arg) => arg.startsWith('-'))
  const files = usage.split('FILE').length - 1
  const known: readonly string[] = usage.match(/--[\w-]+/g) ?? []
  if (args.length - options.length > files || options.some((option) => !known.includes(option)))
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
 * Asserts that the data exist. A command about them would, with a wrong DATA_DIR, make a database and report
 * that it has nothing.
 * @throws CommandError
 */
export function assertDatabase({ dataDir }: Config): void {
  const file = join(dataDir, 'ordi.db')
  if (!existsSync(file)) throw new CommandError(`There is no database: ${file}`)
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
