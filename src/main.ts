#!/usr/bin/env node
import { run } from './cli/run.ts'

// Only the system user who runs Ordi may read the files that it makes, SQLite's own too.
process.umask(0o077)

process.exitCode = await run(process.argv.slice(2))
