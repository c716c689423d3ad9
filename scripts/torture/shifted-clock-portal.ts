import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openServer } from '../../src/http/server.ts'
import { installShiftedClock } from '../../src/testing/shifted-clock.ts'
import { runSql } from './test-practice.ts'

/**
 * This file in DATA_DIR holds the milliseconds by which the clock is wrong. The portal takes it over at
 * SIGUSR2, and then deletes it.
 */
export const CLOCK_FILE = 'clock'

/** Serves the portal in a process whose clock can step. */
async function serve(): Promise<void> {
  const config = readConfig()
  const file = join(config.dataDir, CLOCK_FILE)
  const setOffset = installShiftedClock()
  process.on('SIGUSR2', () => {
    if (!existsSync(file)) return
    setOffset(Number(readFileSync(file, 'utf8')))
    moveSessions(config.dataDir, Date.now())
    rmSync(file)
  })
  const app = openApp(config)
  const server = await openServer(app.http.fetch, config)
  const stopJobs = app.startJobs()
  process.once('SIGTERM', async () => {
    await Promise.all([server.close(), stopJobs()])
    app.close()
  })
}

/**
 * Sessions and verified e-mail addresses move along with the clock, because otherwise the step would end them
 * and the clients could not go on. It happens within the step, so that no job sees one without the other.
 */
function moveSessions(dataDir: string, now: number): void {
  runSql(
    { dataDir },
    `update sessions set created_at = ${now}, seen_at = ${now}; update email_verifications set verified_at = ${now}`,
  )
}

if (import.meta.main) await serve()
