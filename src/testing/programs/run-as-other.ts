/**
 * This program runs the commands in its arguments as a user that may not read root's files. It loads the
 * modules first, because they may be root's too.
 */
import { run } from '../../cli/run.ts'

/** The id of the user `nobody`, who owns no files. */
const NOBODY = 65_534

if (process.getuid?.() === 0) process.setuid?.(NOBODY)
for (const command of process.argv.slice(2)) {
  const status = await run(command.split(' '))
  process.stdout.write(`status ${status}\n`)
}
