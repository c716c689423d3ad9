#!/usr/bin/env node
import { run } from './cli/run.ts'

// Every file is its owner's only, SQLite's too.
process.umask(0o077)

process.exitCode = await run(process.argv.slice(2))
