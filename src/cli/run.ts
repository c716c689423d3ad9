import { ConfigError, readConfig } from '../config.ts'
import { DatabaseError } from '../db/open.ts'
import { admin } from './admin.ts'
import { backup } from './backup.ts'
import { type Command, CommandError } from './command.ts'
import { config } from './config.ts'
import { healthcheck } from './healthcheck.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'
import { version } from './version.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  config,
  seed,
  backup,
  restore,
  verify,
  admin,
  healthcheck,
  version,
}

/**
 * Runs one command of `ordi`; the answer is the exit status. Whatever was to be expected is one plain sentence
 * on standard error, never a stack trace (decisions, section 7).
 */
export async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const usages = Object.values(COMMANDS).map(({ usage }) => usage)
    console.error(`usage: ordi ${usages.join(' | ')}`)
    return 2
  }
  try {
    return (await command.run(readConfig(), args)) ?? 0
  } catch (fault) {
    if (!isExpected(fault)) throw fault
    console.error(fault.message)
    return 1
  }
}

function isExpected(fault: unknown): fault is Error {
  return fault instanceof ConfigError || fault instanceof DatabaseError || fault instanceof CommandError
}
