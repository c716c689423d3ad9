import { countExpired, deleteExpired } from '../privacy/retention.ts'
import { assertDatabase, type Command, withApp } from './command.ts'

/**
 * Deletes what has exceeded its retention period, as the server does every hour. The server may be running.
 */
export const retentionCommand: Command = {
  usage: 'retention [--dry-run]',
  run: async (config, args) => {
    assertDatabase(config)
    await withApp(config, async (ctx) => {
      const isDryRun = args.includes('--dry-run')
      const { messages, svnr, answers, bookings } = isDryRun ? countExpired(ctx()) : await deleteExpired(ctx)
      console.log(isDryRun ? 'Nothing was changed. Due now:' : 'Done:')
      console.log(`messages to empty: ${messages}`)
      console.log(`social security numbers to delete: ${svnr}`)
      console.log(`answers to questions to delete: ${answers}`)
      console.log(`bookings to anonymise: ${bookings}`)
    })
    return 0
  },
}
