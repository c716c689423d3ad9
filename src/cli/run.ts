import { readFile } from 'node:fs/promises'
import { ConfigError, describeConfig, REVISION, readConfig, VERSION } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { DatabaseError } from '../db/database-error.ts'
import { FAULT_MESSAGES, faultOf } from '../db/health.ts'
import { MOST_DOCTORS, seedDemo } from '../demo.ts'
import { endDemo } from '../operation/demo-end.ts'
import { admin } from './admin.ts'
import { backup, backupKey, restore, verify } from './backup.ts'
import { assertArguments, type Command, CommandError, readArguments, withApp } from './command.ts'
import { doctor, healthcheck } from './doctor.ts'
import { drill } from './drill.ts'
import { person, retention } from './privacy.ts'
import { secret } from './secret.ts'
import { serve } from './serve.ts'

const config: Command = {
  usage: 'config',
  run: (current) => {
    console.log(JSON.stringify(describeConfig(current), null, 2))
    return 0
  },
}

const seed: Command = {
  usage: 'seed [--demo | --clear | --doctors N]',
  readsArguments: true,
  run: async (current, args) => {
    const { clear: isClear, doctors } = readSeed(args)
    await withApp(current, (ctx) => (isClear ? clear(ctx()) : fill(ctx(), doctors)))
    return 0
  },
}

/** @throws CommandError with the usage */
function readSeed(args: readonly string[]): Readonly<{ clear: boolean; doctors: number }> {
  const options = {
    demo: { type: 'boolean' },
    clear: { type: 'boolean' },
    doctors: { type: 'string', default: '1' },
  } as const
  const read = readArguments(args, options)
  const doctors = Number(read?.values.doctors)
  if (read === undefined || read.positionals.length > 0 || !Number.isInteger(doctors))
    throw new CommandError(`usage: ordi ${seed.usage}`)
  if (doctors < 1 || doctors > MOST_DOCTORS)
    throw new CommandError(`The demo practice has 1 to ${MOST_DOCTORS} doctors.`)
  return { clear: read.values.clear === true, doctors }
}

function fill(ctx: Ctx, doctors: number): void {
  if (!seedDemo(ctx, doctors))
    throw new CommandError(
      'Nothing was changed: the database has services already, and the demo practice is for an empty one.',
    )
  console.log('The demo practice is in place. To remove it again: ordi seed --clear')
}

async function clear(ctx: Ctx): Promise<void> {
  const ended = await endDemo(ctx)
  if (ended === undefined) throw new CommandError('Nothing was changed: there is no demo practice.')
  console.log(
    `The demo practice is gone: ${ended.services} services, ${ended.bookings} bookings. A backup from before is in backups/.`,
  )
  if (ended.kept.length > 0)
    console.log(`Kept, because somebody changed or added them: ${ended.kept.join(', ')}`)
}

/**
 * Prints version and commit. Only when asked, looks for a newer version in a file or at an address; nothing
 * else is sent there.
 */
const version: Command = {
  usage: 'version [--check FILE|URL]',
  readsArguments: true,
  run: async (_config, [option, source, ...rest]) => {
    const checks = option === '--check' && source !== undefined && rest.length === 0
    if (option !== undefined && !checks) throw new CommandError(`usage: ordi ${version.usage}`)
    console.log(`${VERSION} (commit ${REVISION})`)
    if (source === undefined) return 0
    const newest = await readNewest(source)
    const isNewer = newest.localeCompare(VERSION, 'en', { numeric: true }) > 0
    console.log(
      isNewer
        ? `There is a newer version: ${newest}. CHANGELOG.md says what it brings and what is to be done.`
        : `There is no newer version: ${source} names ${newest}.`,
    )
    return 0
  },
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  config,
  seed,
  backup,
  restore,
  verify,
  'backup-key': backupKey,
  drill,
  secret,
  admin,
  retention,
  person,
  doctor,
  healthcheck,
  version,
}

/**
 * Runs one command of `ordi`. Expected errors are one sentence on standard error.
 * @returns the exit status
 */
export async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const usages = Object.values(COMMANDS).map(({ usage }) => usage)
    console.error(`usage: ordi ${usages.join(' | ')}`)
    return 2
  }
  try {
    assertArguments(command, args)
    return (await command.run(readConfig(), args)) ?? 0
  } catch (error) {
    const fault = faultOf(error)
    if (isExpected(error)) console.error(error.message)
    else if (fault !== undefined) console.error(FAULT_MESSAGES[fault])
    else throw error
    return 1
  }
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof DatabaseError ||
    error instanceof CommandError ||
    isFileError(error)
  )
}

/** A folder of another user, a read-only or full disk: the message names the path. */
function isFileError(error: unknown): error is Error {
  return (
    error instanceof Error && 'path' in error && /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR):/.test(error.message)
  )
}

const TIMEOUT_MS = 10_000
const VERSION_AT_START = /^\s*v?(\d+\.\d+\.\d+)\b/

/** @throws CommandError when the source cannot be read or names no version */
async function readNewest(source: string): Promise<string> {
  const text = await (/^https?:\/\//i.test(source) ? download(source) : readFile(source, 'utf8')).catch(
    ({ cause, message }: Error) => {
      const why = cause instanceof Error ? cause.message : message
      throw new CommandError(`The newest version is not known: ${source} cannot be read (${why}).`)
    },
  )
  const [, newest] = VERSION_AT_START.exec(fieldIn(text) ?? text) ?? []
  if (newest === undefined)
    throw new CommandError(
      `The newest version is not known: ${source} has neither a version in its first line nor JSON with "version".`,
    )
  return newest
}

/** `version` of JSON, or `tag_name` as GitHub answers it. */
function fieldIn(text: string): string | undefined {
  try {
    const { version, tag_name } = JSON.parse(text)
    return String(version ?? tag_name)
  } catch {
    return undefined
  }
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}
