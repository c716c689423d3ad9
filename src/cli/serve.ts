import { type App, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { checkForDamage } from '../db/nightly-backups.ts'
import { openServer, type RunningServer } from '../http/server.ts'
import { isAddressKnown } from '../practice/addresses.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { VERSION } from '../version.ts'
import { type Command, CommandError } from './command.ts'
import { findClockBehind } from './doctor/clock.ts'
import { startDoctor } from './doctor.ts'
import { startDrill } from './drill.ts'
import { createFirstAdmin, prepareFirstAdmin } from './first-admin.ts'

/** Milliseconds for a shutdown, less than the 30 s after which container runtimes usually kill a process. */
const SHUTDOWN_TIMEOUT_MS = 25_000

/** Why the port cannot be opened, and what to do, by the code of the system's error. */
const PORT_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use already. Stop the other program, or set PORT.',
  EACCES: 'is closed to this user. Set PORT to 1024 or more, and let the proxy have the lower ones.',
}

/** Runs the portal until a signal or an uncaught error stops it. */
export const serveCommand: Command = {
  usage: 'serve [--new]',
  run: async (config, args) => {
    const app = openApp(
      config,
      // The configuration determines the database file.
      undefined,
      { drill: startDrill, examine: startDoctor },
      { startEmpty: args.includes('--new') },
    )
    const { log } = app
    const stopRequested = waitForStop(log)
    let status: number
    try {
      const ctx = () => app.ctx({ kind: 'cli' })
      const firstAdmin = await prepareFirstAdmin(ctx())
      closeHolidays(app.ctx({ kind: 'job' }))
      const server = await startServer(app, config)
      if (firstAdmin !== undefined) await createOrClose(server, () => createFirstAdmin(ctx(), firstAdmin))
      const stopJobs = app.startJobs()
      logStart(app, config, firstAdmin !== undefined)
      const check = checkForDamage(ctx(), log).catch((err) =>
        log.error({ err }, 'the check for damage failed'),
      )
      status = await stopRequested
      await shutDown(app, () => Promise.all([server.close(), stopJobs(), check]))
    } finally {
      app.close()
    }
    log.info('Ordi is closed')
    return status
  },
}

/** Creates the first admin, without whom the server must not stay open. */
async function createOrClose(server: RunningServer, create: () => void): Promise<void> {
  try {
    create()
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Waits until everything in progress has finished, or ends the process after SHUTDOWN_TIMEOUT_MS. */
async function shutDown({ drain, rescue, log }: App, finishRunning: () => Promise<unknown>): Promise<void> {
  drain()
  const force = setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS)
  await finishRunning()
  await rescue().catch((err) => log.fatal({ err }, 'the copy of the database failed'))
  clearTimeout(force)
}

/** Logs that the portal is open, and what its admin should know about this start. */
function logStart(app: App, config: Config, isFirstStart: boolean): void {
  const { log, upgradedFrom, closedToOthers } = app
  log.info({ version: VERSION, port: config.port, url: config.baseUrl }, 'Ordi is open')
  if (upgradedFrom !== undefined)
    log.info({ copy: upgradedFrom }, 'The database was upgraded. The copy is from before.')
  // At the first start there was no data that others could have read.
  if (closedToOthers > 0 && !isFirstStart)
    log.warn({ files: closedToOthers }, 'Other users could reach files in DATA_DIR, and cannot any more.')
  const { db, now } = app.ctx({ kind: 'cli' })
  const clock = findClockBehind(db, now)
  if (clock !== undefined) log.warn(`The clock is wrong: ${clock.text}`)
  if (!isAddressKnown(app.ctx({ kind: 'cli' })))
    log.warn(
      { url: config.baseUrl },
      'BASE_URL is not set: links in e-mails lead to this address, which only this machine can open.',
    )
  if (!config.rateLimits) log.warn('RATE_LIMITS=off: no limits by origin or recipient. For load tests only!')
}

/** Opens the port. @throws CommandError when it cannot be opened */
async function startServer({ http }: App, config: Config): Promise<RunningServer> {
  try {
    return await openServer(http.fetch, config)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = PORT_FAULTS[code] ?? `cannot be opened (${code}). Set HOST to an address of this machine.`
    throw new CommandError(`Port ${config.port} on ${config.host} ${why}`)
  }
}

/**
 * Resolves with the exit status when the process receives a signal or has an uncaught error, after which its
 * state is unknown.
 */
function waitForStop(log: App['log']): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(0))
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (err) => {
        log.fatal({ err }, event)
        resolve(1)
      })
    }
  })
}
