import type { Ctx } from '../ctx.ts'
import { MOST_DOCTORS, seedDemo } from '../demo.ts'
import { endDemo } from '../operation/demo-end.ts'
import { assertDatabase, type Command, CommandError, readArguments, withApp } from './command.ts'

/** Fills an empty database with the demo practice, or removes the demo. */
export const seedCommand: Command = {
  usage: 'seed [--demo | --clear | --doctors N]',
  readsArguments: true,
  run: async (config, args) => {
    const { clear, doctors } = readSeedArguments(args)
    if (clear) assertDatabase(config)
    await withApp(config, (ctx) => (clear ? removeDemo(ctx()) : fillDatabase(ctx(), doctors)))
    return 0
  },
}

/** Reads the arguments. @throws CommandError with the usage */
function readSeedArguments(args: readonly string[]): Readonly<{ clear: boolean; doctors: number }> {
  const options = {
    // Filling is the default, with or without `--demo`.
    demo: { type: 'boolean' },
    clear: { type: 'boolean' },
    doctors: { type: 'string' },
  } as const
  const parsed = readArguments(args, options)
  const { demo = false, clear = false, doctors: count } = parsed?.values ?? {}
  const doctors = Number(count ?? 1)
  const isContradiction = clear && (demo || count !== undefined)
  if (parsed === undefined || parsed.positionals.length > 0 || isContradiction || !Number.isInteger(doctors))
    throw new CommandError(`usage: ordi ${seedCommand.usage}`)
  if (doctors < 1 || doctors > MOST_DOCTORS)
    throw new CommandError(`The demo practice has 1 to ${MOST_DOCTORS} doctors.`)
  return { clear, doctors }
}

function fillDatabase(ctx: Ctx, doctors: number): void {
  if (!seedDemo(ctx, doctors))
    throw new CommandError(
      'Nothing was changed: the database has services already, and the demo practice is for an empty one.',
    )
  console.log('The demo practice is in place. To remove it again: ordi seed --clear')
}

async function removeDemo(ctx: Ctx): Promise<void> {
  const ended = await endDemo(ctx)
  if (ended === undefined) throw new CommandError('Nothing was changed: there is no demo practice.')
  console.log(
    `The demo practice is gone: ${ended.services} services, ${ended.bookings} bookings. A backup from before is in backups/.`,
  )
  if (ended.kept.length > 0)
    console.log(`Kept, because somebody changed or added them: ${ended.kept.join(', ')}`)
}
