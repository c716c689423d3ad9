#!/usr/bin/env node
import { reportLostOutput } from './cli/lost-output.ts'
import { run } from './cli/run.ts'

// Only the system user who runs Ordi may read the files that it makes, SQLite's own too.
process.umask(0o077)

// The log of the server has an output of its own (log.ts).
if (process.argv[2] !== 'serve') reportLostOutput()

process.exitCode = await run(process.argv.slice(2))
