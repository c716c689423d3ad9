import { join } from 'node:path'
import { findSecretOf } from '../access/app-secret.ts'
import { inspectSecretFile, listEarlierSecrets, type SecretFault } from '../access/secret-file.ts'
import { type Rotation, rotateSecret } from '../access/secret-rotation.ts'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { assertDatabase, type Command, CommandError, readArguments } from './command.ts'
import { tryLockDatabase } from './database-lock.ts'

const OLD_IS_WORTHLESS = `The old secret is worthless from now on, and Ordi keeps nothing of it. Links and codes from before do not work any more:
requests that wait are decided in the admin area. Backups made until now need the old secret; make a new one now: ordi backup`

/** The ends of sentences about a file that has no new secret. */
const FILE_FAULTS: Readonly<Record<SecretFault, (file: string) => string>> = {
  missing: (file) =>
    `there is no file ${file} with the new secret. To make one: openssl rand -base64 32 > ${file}`,
  unreadable: (file) => `${file} cannot be read. Let the user that runs Ordi read it.`,
  short: (file) =>
    `${file} has fewer than 32 characters, too few for a secret. To make one: openssl rand -base64 32 > ${file}`,
}

/**
 * Replaces the secret of the portal, and re-encrypts everything. With `--now` the old secret ends at once, in
 * case others may have it. Rule: docs/behaviour.md 14.27.
 */
export const secretCommand: Command = {
  usage: 'secret rotate [--to FILE] [--now]',
  readsArguments: true,
  run: (config, args) => {
    const { newSecretFile, endsOldNow } = readSecretArguments(args)
    const newSecret = readNewSecret(config, newSecretFile)
    assertDatabase(config)
    if (newSecret !== undefined && isSecretOfDatabase(config, newSecret)) {
      console.log(
        `It was encrypted with the secret in ${newSecretFile} already. ${sentenceOnNextStep(config, newSecretFile)}`,
      )
      return 0
    }
    const rotation = rotateLocked(config, { newSecret, endsEarlierNow: endsOldNow })
    console.log(`There is a new secret, and ${rotation.encryptedValues} values are encrypted with it.`)
    console.log(sentenceOnNextStep(config, newSecretFile))
    console.log(
      endsOldNow
        ? OLD_IS_WORTHLESS
        : sentencesOnOld(newSecretFile === undefined ? config.dataDir : undefined),
    )
    printManualSteps(rotation)
    return 0
  },
}

function isSecretOfDatabase({ dataDir }: Config, secret: string): boolean {
  return findSecretOf(join(dataDir, 'ordi.db'), { dataDir, present: secret }).isPresent
}

/** Rotates the secret while no other process has the database open. @throws CommandError when one has */
function rotateLocked(config: Config, input: Parameters<typeof rotateSecret>[1]): Rotation {
  const ctx = openApp({ ...config, demo: false }).ctx({ kind: 'cli' })
  try {
    if (!tryLockDatabase(ctx.db.$client))
      throw new CommandError('Nothing was changed: a server is running on this data. Stop it first.')
    return rotateSecret(ctx, input)
  } finally {
    ctx.db.$client.close()
  }
}

function printManualSteps({ adminsWithCodes }: Rotation): void {
  console.log('By hand, after the start:')
  console.log('- the addresses for delivery reports, where an SMS provider has them (Einstellungen, SMS)')
  if (adminsWithCodes === 0) return
  const people = adminsWithCodes === 1 ? 'person' : 'people'
  console.log(`- new recovery codes for ${adminsWithCodes} ${people} with a second factor`)
}

/**
 * Returns what the old secret is still good for.
 * @param dataDir the folder with its file; undefined for APP_SECRET
 */
function sentencesOnOld(dataDir: string | undefined): string {
  const kept = dataDir && listEarlierSecrets(dataDir).toSorted().at(-1)
  return `Backups made until now need the secret from before${kept ? `, which is kept as ${kept}` : ''}.
Links and codes from before are valid for another day.`
}

/** Returns the next step. @param newSecretFile undefined when the new secret is in `secret.key` */
function sentenceOnNextStep({ dataDir }: Config, newSecretFile: string | undefined): string {
  return newSecretFile === undefined
    ? `Copy ${join(dataDir, 'secret.key')} to where you keep the one from before.`
    : `Put the content of ${newSecretFile} into APP_SECRET before you start Ordi.`
}

/**
 * Reads the new secret. Refuses one that does not suit the place of the present one.
 * @returns undefined when the secret is in `secret.key`, where the new one is made
 * @throws CommandError
 */
function readNewSecret({ appSecret }: Config, newSecretFile: string | undefined): string | undefined {
  if (appSecret === undefined && newSecretFile !== undefined)
    throw new CommandError(
      'Nothing was changed: without APP_SECRET the secret is in secret.key, and the new one is made there. Leave out --to.',
    )
  if (appSecret !== undefined && newSecretFile === undefined)
    throw new CommandError(
      `Nothing was changed: APP_SECRET is in the environment, where Ordi cannot replace it. Write a new one into a file
(openssl rand -base64 32 > new.txt), run ordi secret rotate --to new.txt while APP_SECRET is still the old one, and then put the
content of the file into APP_SECRET.`,
    )
  if (newSecretFile === undefined) return undefined
  const { secret, fault } = inspectSecretFile(newSecretFile)
  if (fault !== undefined) throw new CommandError(`Nothing was changed: ${FILE_FAULTS[fault](newSecretFile)}`)
  if (secret === appSecret) throw new CommandError('Nothing was changed: the new secret is the old one.')
  return secret
}

/** Reads the arguments. @throws CommandError with the usage */
function readSecretArguments(args: readonly string[]) {
  const parsed = readArguments(args, { to: { type: 'string' }, now: { type: 'boolean' } })
  if (parsed?.positionals.join(' ') !== 'rotate') throw new CommandError(`usage: ordi ${secretCommand.usage}`)
  const { to: newSecretFile, now: endsOldNow = false } = parsed.values
  return { newSecretFile, endsOldNow }
}
