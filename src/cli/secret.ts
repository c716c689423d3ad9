import { join } from 'node:path'
import { findSecretOf } from '../access/app-secret.ts'
import { listEarlierSecrets, readSecret } from '../access/secret-file.ts'
import { type Rotation, rotateSecret } from '../access/secret-rotation.ts'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { lockDatabase } from './backup.ts'
import { assertDatabase, type Command, CommandError, readArguments } from './command.ts'

/**
 * Replaces the secret of the portal, and encrypts everything anew. With `--now` the old one ends at once, for
 * when others may have it. Rule: docs/behaviour.md 14.27.
 */
export const secret: Command = {
  usage: 'secret rotate [--to FILE] [--now]',
  readsArguments: true,
  run: (config, args) => {
    const { to, now } = readArgs(args)
    const given = to === undefined ? undefined : readSecret(to)
    assertWay(config, given)
    assertDatabase(config)
    if (
      given !== undefined &&
      findSecretOf(join(config.dataDir, 'ordi.db'), config.dataDir, given).isPresent
    ) {
      console.log(`It was encrypted with the secret in ${to} already. ${nextStep(to)}`)
      return 0
    }
    const app = openApp({ ...config, demo: false })
    const ctx = app.ctx({ kind: 'cli' })
    let rotation: Rotation
    try {
      if (!lockDatabase(ctx.db.$client))
        throw new CommandError('Nothing was changed: a server is running on this data. Stop it first.')
      rotation = rotateSecret(ctx, { newSecret: given, endsEarlierNow: now })
    } finally {
      ctx.db.$client.close()
    }
    console.log(`There is a new secret, and ${rotation.encryptedValues} values are encrypted with it.`)
    console.log(nextStep(to, join(config.dataDir, 'secret.key')))
    console.log(now ? OLD_ENDED : oldIsKept(to === undefined ? config.dataDir : undefined))
    console.log('By hand, after the start:')
    console.log('- the addresses for delivery reports, where an SMS provider has them (Einstellungen, SMS)')
    if (rotation.adminsWithCodes > 0)
      console.log(
        `- new recovery codes for ${rotation.adminsWithCodes} ${rotation.adminsWithCodes === 1 ? 'person' : 'people'} with a second factor`,
      )
    return 0
  },
}

const OLD_ENDED = `The old secret is worthless from now on, and Ordi keeps nothing of it. Links and codes from before do not work any more:
requests that wait are decided in the admin area. Backups made until now need the old secret; make a new one now: ordi backup`

/** @param dataDir where the old secret was kept as a file; undefined when it comes from the environment */
function oldIsKept(dataDir: string | undefined): string {
  const kept = dataDir && listEarlierSecrets(dataDir).toSorted().at(-1)
  return `Backups made until now need the secret from before${kept ? `, which is kept as ${kept}` : ''}.
Links and codes from before are valid for another day.`
}

function nextStep(to: string | undefined, file = ''): string {
  return to === undefined
    ? `Copy ${file} to where you keep the one from before.`
    : `Put the content of ${to} into APP_SECRET before you start Ordi.`
}

/** @throws CommandError */
function assertWay({ appSecret }: Config, given: string | undefined): void {
  if (appSecret === undefined && given !== undefined)
    throw new CommandError(
      'Nothing was changed: without APP_SECRET the secret is in secret.key, and the new one is made there. Leave out --to.',
    )
  if (appSecret !== undefined && given === undefined)
    throw new CommandError(
      `Nothing was changed: APP_SECRET is in the environment, where Ordi cannot replace it. Write a new one into a file
(openssl rand -base64 32 > new.txt), run ordi secret rotate --to new.txt while APP_SECRET is still the old one, and then put the
content of the file into APP_SECRET.`,
    )
  if (given !== undefined && given === appSecret)
    throw new CommandError('Nothing was changed: the new secret is the old one.')
}

/** @throws CommandError with the usage */
function readArgs(args: readonly string[]): { to?: string | undefined; now?: boolean | undefined } {
  const parsed = readArguments(args, { to: { type: 'string' }, now: { type: 'boolean' } })
  if (parsed?.positionals.join(' ') === 'rotate') return parsed.values
  throw new CommandError(`usage: ordi ${secret.usage}`)
}
