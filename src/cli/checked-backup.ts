import type { CheckedDatabase } from '../db/database-check.ts'
import { type Command, CommandError, readArguments } from './command.ts'

/** This module has what the commands about an existing backup share: their arguments, and their output. */

/**
 * Reads the arguments of a command about a backup. The command takes those in its usage.
 * @throws CommandError with the usage
 */
export function readBackupArgs({ usage }: Command, args: readonly string[]) {
  const parsed = readArguments(args, { identity: { type: 'string' }, yes: { type: 'boolean' } })
  const [file = '', ...rest] = parsed?.positionals ?? []
  const { identity: identityFile, yes = false } = parsed?.values ?? {}
  const isOneFile = rest.length === 0 && (file !== '' || usage.includes('[FILE]'))
  const mayConfirm = !yes || usage.includes('--yes')
  if (parsed !== undefined && isOneFile && mayConfirm) return { file, identityFile, yes }
  throw new CommandError(`usage: ordi ${usage}`)
}

/** Prints the size, checksum and row counts of a checked backup. */
export function printChecked(file: string, { bytes, sha256, rows }: CheckedDatabase): void {
  console.log(`${file}\n${bytes} bytes, sha256 ${sha256}`)
  console.log(
    `bookings ${rows.bookings ?? 0}, messages ${rows.messages ?? 0}, services ${rows.services ?? 0}: checked, sound`,
  )
}
