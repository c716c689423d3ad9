import { ConfigError, readConfig } from '../config.ts'
import { describeConfig } from '../config-description.ts'
import { DatabaseError } from '../db/database-error.ts'
import { databaseFaultIn, FAULT_MESSAGES } from '../db/database-fault.ts'
import { fileFaultIn } from '../db/file-fault.ts'
import { adminCommand } from './admin.ts'
import { backupCommand, backupKeyCommand } from './backup.ts'
import { assertArguments, type Command, CommandError } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { drillCommand } from './drill.ts'
import { healthcheckCommand } from './healthcheck.ts'
import { personCommand } from './person.ts'
import { restoreCommand } from './restore.ts'
import { retentionCommand } from './retention-command.ts'
import { secretCommand } from './secret.ts'
import { seedCommand } from './seed.ts'
import { serveCommand } from './serve.ts'
import { verifyCommand } from './verify.ts'
import { versionCommand } from './version.ts'

/** Prints the configuration, with its secrets masked. */
const configCommand: Command = {
  usage: 'config',
  run: (current) => {
    console.log(JSON.stringify(describeConfig(current), null, 2))
    return 0
  },
}

/** The commands of `ordi` by their names. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  config: configCommand,
  seed: seedCommand,
  backup: backupCommand,
  restore: restoreCommand,
  verify: verifyCommand,
  'backup-key': backupKeyCommand,
  drill: drillCommand,
  secret: secretCommand,
  admin: adminCommand,
  retention: retentionCommand,
  person: personCommand,
  doctor: doctorCommand,
  healthcheck: healthcheckCommand,
  version: versionCommand,
}

const USAGES = Object.values(COMMANDS).map(({ usage }) => usage)

/**
 * Runs one command of `ordi`. Expected errors are printed to standard error as one sentence.
 * @returns the exit status
 */
export async function run([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === 'help' || asksForHelp(name)) {
    console.log(['usage: ordi COMMAND', '', ...USAGES.map((usage) => `  ordi ${usage}`)].join('\n'))
    return 0
  }
  const commandName = name === '--version' ? 'version' : name
  const command = Object.hasOwn(COMMANDS, commandName) ? COMMANDS[commandName] : undefined
  if (command === undefined) {
    if (name !== '') console.error(`There is no command ${name}.`)
    console.error(`usage: ordi ${USAGES.join(' | ')}`)
    return 2
  }
  if (args.some(asksForHelp)) {
    console.log(command.help ?? `usage: ordi ${command.usage}`)
    return 0
  }
  try {
    assertArguments(command, args)
    return (await command.run(readConfig(), args)) ?? 0
  } catch (error) {
    const sentence = sentenceAbout(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    return 1
  }
}

function asksForHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

/** Returns the sentence about an expected error; undefined for a bug. */
function sentenceAbout(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DatabaseError || error instanceof CommandError)
    return error.message
  const fault = databaseFaultIn(error)
  return fault === undefined ? fileFaultIn(error) : FAULT_MESSAGES[fault]
}
