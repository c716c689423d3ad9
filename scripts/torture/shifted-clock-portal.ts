import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openServer } from '../../src/http/server.ts'

/**
 * This file in DATA_DIR holds the milliseconds by which the clock is wrong. The portal reads it again at
 * SIGUSR2.
 */
export const CLOCK_FILE = 'clock'

/** Serves the portal with a clock that can jump. */
async function serve(): Promise<void> {
  const config = readConfig()
  const readOffset = () => Number(readFileSync(join(config.dataDir, CLOCK_FILE), 'utf8'))
  let offset = readOffset()
  process.on('SIGUSR2', () => {
    offset = readOffset()
  })
  const app = openApp(config, undefined, { clock: () => Date.now() + offset })
  const server = await openServer(app.http.fetch, config)
  const stopJobs = app.startJobs()
  process.once('SIGTERM', async () => {
    await Promise.all([server.close(), stopJobs()])
    app.close()
  })
}

if (import.meta.main) await serve()
