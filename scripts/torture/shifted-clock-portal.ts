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

/** Serves the portal in a process whose clock can step, also that of its cron tasks. */
async function serve(): Promise<void> {
  const config = readConfig()
  const readOffset = () => Number(readFileSync(join(config.dataDir, CLOCK_FILE), 'utf8'))
  let offset = readOffset()
  process.on('SIGUSR2', () => {
    offset = readOffset()
  })
  const { now } = Date
  Date.now = () => now() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (date, parts, made) => Reflect.construct(date, parts.length > 0 ? parts : [Date.now()], made),
  })
  const app = openApp(config)
  const server = await openServer(app.http.fetch, config)
  const stopJobs = app.startJobs()
  process.once('SIGTERM', async () => {
    await Promise.all([server.close(), stopJobs()])
    app.close()
  })
}

if (import.meta.main) await serve()
