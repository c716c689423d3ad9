import type { CheckedDatabase } from '../db/database-check.ts'
import { type Command, CommandError, readArguments } from './command.ts'

/** This module has what the commands about an existing backup share: their arguments, and their output. */

/**
 * Reads the arguments of a command about a backup: a file, which is '' if none is named, and options. Whether
 * a file may be missing, and whether there is `--yes`, is read from the usage of the command.
 * @throws CommandError with the usage
 */
export function readBackupArgs({ usage }: Command, args: readonly string[]) {
  const parsed = readArguments(args, { identity: { type: 'string' }, yes: { type: 'boolean' } })
  const [file = '', ...rest] = parsed?.positionals ?? []
  const { identity: identityFile, yes = false } = parsed?.values ?? {}
  const isFileOptional = usage.includes('[FILE]')
  const hasRightFiles = rest.length === 0 && (file !== '' || isFileOptional)
  const mayConfirm = usage.includes('--yes')
  if (parsed !== undefined && hasRightFiles && (mayConfirm || !yes)) return { file, identityFile, yes }
  throw new CommandError(`usage: ordi ${usage}`)
}

/** Prints the size, checksum and row counts of a checked backup. */
export function printChecked(file: string, { bytes, sha256, rows }: CheckedDatabase): void {
  console.log(`${file}\n${bytes} bytes, sha256 ${sha256}`)
  console.log(
    `bookings ${rows.bookings ?? 0}, messages ${rows.messages ?? 0}, services ${rows.services ?? 0}: checked, sound`,
  )
}
