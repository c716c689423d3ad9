import { writeFileSync } from 'node:fs'
import { DEFAULT_EMAIL, type NewAdmin, tryAddFirstAdmin, wantsFirstAdmin } from '../access/admins.ts'
import { hashPassword, randomPassword } from '../access/passwords.ts'
import { type App, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { checkForDamage } from '../db/nightly-backups.ts'
import { openServer, type RunningServer } from '../http/server.ts'
import { passwordRefusal } from '../password-refusal.ts'
import { isAddressKnown } from '../practice/addresses.ts'
import { readSetting } from '../practice/settings.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { VERSION } from '../version.ts'
import { type Command, CommandError } from './command.ts'
import { startDoctor } from './doctor.ts'
import { startDrill } from './drill.ts'

/** Milliseconds for a shutdown, less than the 30 s after which container runtimes usually kill a process. */
const SHUTDOWN_TIMEOUT_MS = 25_000

/** The file descriptor of standard output. */
const STDOUT = 1

/** Runs the portal until a signal or an uncaught error stops it. */
export const serve: Command = {
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
      try {
        if (firstAdmin !== undefined) createFirstAdmin(ctx(), firstAdmin)
      } catch (error) {
        await server.close()
        throw error
      }
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
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is in use already' : `cannot be opened (${code})`
    throw new CommandError(`Port ${config.port} on ${config.host} ${why}.`)
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

/** The admin to store, and the generated password to print; undefined if it comes from ADMIN_PASSWORD. */
type FirstAdmin = Readonly<{ admin: NewAdmin; password: string | undefined }>

/**
 * Prepares the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, or with a generated password. Hashes the
 * password before the port opens, but stores nothing, so that a failed start leaves no admin with an unknown
 * password.
 * @returns undefined when there already is an admin, other than the one from a start without ADMIN_EMAIL
 * @throws CommandError when ADMIN_PASSWORD is easily guessed
 */
async function prepareFirstAdmin(ctx: Ctx): Promise<FirstAdmin | undefined> {
  const { adminEmail = DEFAULT_EMAIL, adminPassword } = ctx.config
  if (!wantsFirstAdmin(ctx, adminEmail)) return undefined
  // The configuration has checked the password, but without the practice's name and the default address.
  const refusal =
    adminPassword && passwordRefusal(adminPassword, adminEmail, readSetting(ctx, 'practice', 'name'))
  if (refusal) throw new CommandError(`ADMIN_PASSWORD is refused: ${refusal}.`)
  const password = adminPassword ?? randomPassword()
  const admin = { email: adminEmail, name: '', passwordHash: await hashPassword(password) }
  return { admin, password: adminPassword === undefined ? password : undefined }
}

/**
 * Stores the first admin and prints a generated password once, as plain lines that stand out from the JSON
 * log. Container runtimes keep this output, so the text asks the admin to change the password.
 * @throws CommandError when the password cannot be printed; nothing is stored then
 */
function createFirstAdmin(ctx: Ctx, { admin, password }: FirstAdmin): void {
  inTx(ctx, () => {
    const created = tryAddFirstAdmin(ctx, admin)
    if (created === undefined || password === undefined) return
    printAtOnce(
      [
        '',
        'This portal has its first admin:',
        `  E-mail:   ${created.email}`,
        `  Password: ${password}`,
        `It is shown this once. Sign in at ${ctx.config.baseUrl}/admin/login and change it there.`,
        '',
        '',
      ].join('\n'),
    )
  })
}

/** Writes to standard output, which `console.log` does later and without a failure. @throws CommandError */
function printAtOnce(text: string): void {
  try {
    writeFileSync(STDOUT, text)
  } catch (error) {
    throw new CommandError(
      `The password of the first admin cannot be printed (${(error as NodeJS.ErrnoException).code}), so there is none yet. Set ADMIN_PASSWORD, or let standard output be written.`,
    )
  }
}
