import { join } from 'node:path'
import { openSecret } from './access/app-secret.ts'
import { type ResolveHost, resolveHostBySystem } from './access/guarded-call.ts'
import { assertSecretFits, checkSecretAtStart } from './access/secret-check.ts'
import { readEarlierSecret } from './access/secret-rotation.ts'
import type { Config } from './config.ts'
import { type Actor, type Clock, type Ctx, type OpenedConfig, systemClock } from './ctx.ts'
import { prepareDataDirectory } from './db/data-directory.ts'
import { closeToOthers } from './db/folder-access.ts'
import { recordDatabaseError } from './db/health.ts'
import { waitForCommitsOnly } from './db/lock.ts'
import { type Db, openDatabase } from './db/open.ts'
import { rescueWhenMoved } from './db/rescue.ts'
import { seedDemo } from './demo.ts'
import { buildApp } from './http/app.ts'
import type { ExaminePort } from './http/deps.ts'
import type { DrillPort } from './jobs/drills.ts'
import { startJobs } from './jobs/schedule.ts'
import { type Log, openLog } from './log.ts'
import { type MailPort, openMailPort } from './messaging/email/smtp.ts'
import { isDemoEnded } from './practice/demo-mark.ts'
import type { Instant } from './shared/day.ts'

/** Everything that reaches outside the process. Tests replace these and nothing else. */
export type Ports = Readonly<{
  mail: MailPort
  httpFetch: typeof fetch
  resolveHost: ResolveHost
  clock: Clock
  log: Log
  drill: DrillPort | undefined
  examine: ExaminePort
}>

export type App = ReturnType<typeof openApp>

/**
 * Opens the database and the secret, and connects routes, jobs and ports.
 * @param file the database's path, or `:memory:`, or the bytes of a database that stays in memory
 * @param startEmpty makes a new database even where there was one
 * @throws ConfigError when the data directory cannot be used, its database is missing, or the secret is not
 * the one of this database; DatabaseError when the database was written by a newer version
 */
export function openApp(
  config: Config,
  file: string | Buffer = join(config.dataDir, 'ordi.db'),
  ports: Partial<Ports> = {},
  { startEmpty = false } = {},
) {
  if (typeof file === 'string' && file !== ':memory:')
    prepareDataDirectory(config.dataDir, { file, mayBeNew: startEmpty })
  let copyFromBefore: string | undefined
  const db = openDatabase(file, {
    // With a wrong secret nothing may be upgraded: the earlier version could no longer open the database.
    beforeUpgrade: (old) => assertOwnSecret(config, old),
    upgraded: (path) => {
      copyFromBefore = path
    },
  })
  try {
    return {
      ...assemble(config, db, ports),
      /** The copy of the database from before, if this start has upgraded it. */
      upgradedFrom: copyFromBefore,
    }
  } catch (error) {
    db.$client.close()
    throw error
  }
}

/** Builds the running portal, with the real ports except for `overrides`. */
function assemble(config: Config, db: Db, overrides: Partial<Ports>) {
  const ports: Ports = { ...realPorts(config), ...overrides }
  const openedConfig = openConfig(config, db, ports.clock())
  const ctx = (actor: Actor): Ctx => ({ db, now: ports.clock(), actor, config: openedConfig })
  if (config.demo && !isDemoEnded({ db })) seedDemo(ctx({ kind: 'cli' }))

  let isDraining = false
  return {
    /** The number of files and folders of DATA_DIR that other users could access until now. */
    closedToOthers: db.$client.memory ? 0 : closeToOthers(config.dataDir),
    ctx,
    log: ports.log,
    http: buildApp({
      ...ports,
      config: openedConfig,
      ctx,
      isDraining: () => isDraining,
    }),
    /** @returns a function that stops the jobs */
    startJobs: () => {
      // Jobs run in the thread that answers the requests.
      waitForCommitsOnly(db)
      return startJobs(ctx, ports)
    },
    /** Makes the health check answer 503, so that a proxy sends no more requests. */
    drain: () => {
      isDraining = true
    },
    /** Copies the database if its file is gone, before the only connection to it closes. */
    rescue: () => rescueWhenMoved(ctx({ kind: 'job' }), ports.log),
    close: () => closeDatabase(db),
  }
}

function realPorts(config: Config): Ports {
  return {
    mail: openMailPort(),
    httpFetch: fetch,
    resolveHost: resolveHostBySystem,
    clock: systemClock,
    log: openLog(config),
    // Only `ordi serve` sets these two, which start commands of cli/.
    drill: undefined,
    examine: undefined,
  }
}

/** Closes the database, after writing the WAL into its file where that is possible. */
function closeDatabase(db: Db): void {
  try {
    db.$client.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // The commits stay in the WAL, which the next start reads.
    if (recordDatabaseError(db, error) === undefined) throw error
  }
  db.$client.close()
}

/** Refuses a missing or wrong secret. @throws ConfigError */
function assertOwnSecret(config: Config, db: Db): void {
  assertSecretFits({ db, config: { ...config, appSecret: openSecret(config, db, systemClock()) } })
}

/** Adds the secret to the configuration. @throws ConfigError when it is missing or wrong */
function openConfig(config: Config, db: Db, now: Instant): OpenedConfig {
  const opened = { ...config, appSecret: openSecret(config, db, now) }
  const ctx: Ctx = { db, now, actor: { kind: 'job' }, config: opened }
  checkSecretAtStart(ctx)
  return Object.freeze({ ...opened, earlierSecret: readEarlierSecret(ctx) })
}
