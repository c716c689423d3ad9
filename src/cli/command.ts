import type { Config } from '../config.ts'

/**
 * A command of `ordi`. `run` returns the exit status; nothing means 0. Other arguments than those that `usage` names are
 * refused before, unless the command reads its own.
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
