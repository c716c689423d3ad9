import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { decrypt, encrypt, randomSecret } from './access/crypto.ts'
import { type Config, ConfigError } from './config.ts'
import { type Actor, type Clock, type Ctx, type OpenedConfig, systemClock } from './ctx.ts'
import { type Db, openDatabase } from './db/open.ts'
import { settings } from './db/schema.ts'
import { seedDemo } from './demo.ts'
import { type Lookup, systemLookup } from './erp/guarded-call.ts'
import { buildApp } from './http/app.ts'
import { startJobs } from './jobs/schedule.ts'
import { type Log, openLog } from './log.ts'
import { type MailPort, openMailPort } from './messaging/email/smtp.ts'

/** The ways out of the process. Tests replace these and nothing else. */
export type Ports = Readonly<{
  mail: MailPort | undefined
  ask: typeof fetch
  lookup: Lookup
  clock: Clock
  log: Log
}>

export type App = ReturnType<typeof openApp>

const SECRET_LENGTH = 32
const CANARY = { name: 'canary', place: 'settings:value:canary', text: 'ordi' }

/**
 * The whole machine over one data directory: database, secret, doors, jobs. The tests open the same.
 * @throws ConfigError when the directory cannot be used or the secret is not the one the database was sealed with;
 * DatabaseError when the database is a newer Ordi's.
 */
export function openApp(config: Config, file = join(config.dataDir, 'ordi.db'), given: Partial<Ports> = {}) {
  if (file !== ':memory:') makeDirectory(config.dataDir)
  const db = openDatabase(file)
  try {
    return openRooms(config, db, given)
  } catch (fault) {
    db.$client.close()
    throw fault
  }
}

function openRooms(config: Config, db: Db, given: Partial<Ports>) {
  const opened: OpenedConfig = Object.freeze({
    ...config,
    appSecret: config.appSecret ?? readOrMakeSecret(config, db),
  })
  const ports: Ports = {
    mail: openMailPort(config),
    ask: fetch,
    lookup: systemLookup,
    clock: systemClock,
    log: openLog(config),
    ...given,
  }
  const ctx = (actor: Actor): Ctx => ({ db, now: ports.clock(), actor, config: opened })

  checkCanary(ctx({ kind: 'job' }))
  if (config.demo) seedDemo(ctx({ kind: 'cli' }))

  let draining = false
  return {
    ctx,
    log: ports.log,
    seedDemo: () => seedDemo(ctx({ kind: 'cli' })),
    app: buildApp({ ...ports, config: opened, ctx, draining: () => draining }),
    /** Starts the clockwork; the answer stops it again. */
    startJobs: () => startJobs(ctx, ports),
    /** From now on health says 503, so that a proxy sends nobody here any more. */
    drain: () => {
      draining = true
    },
    close: () => {
      // Of no effect on a database in memory.
      db.$client.pragma('wal_checkpoint(TRUNCATE)')
      db.$client.close()
    },
  }
}

function makeDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch {
    throw new ConfigError(
      `DATA_DIR cannot be made or written: ${dir}. Give it to the user that runs Ordi, for example: chown -R ${process.getuid?.() ?? 'ordi'} ${dir}`,
    )
  }
}

/** Reads `secret.key`, or makes it once for a database that holds nothing sealed yet. */
function readOrMakeSecret(config: Config, db: Db): string {
  const path = join(config.dataDir, 'secret.key')
  if (existsSync(path)) return readSecret(path)
  if (db.select().from(settings).where(eq(settings.name, CANARY.name)).get() !== undefined) {
    throw new ConfigError(
      `This database was sealed with a secret that is missing: put it back as ${path} or APP_SECRET.`,
    )
  }
  const secret = randomSecret()
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return secret
}

function readSecret(path: string): string {
  let secret: string
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError(`The secret cannot be read: ${path}. Give it to the user that runs Ordi.`)
  }
  if (secret.length < SECRET_LENGTH)
    throw new ConfigError(`The secret is cut short: ${path}. Put the whole file back.`)
  return secret
}

/** A known text, sealed at the first start: it opens only with the secret that everything else was sealed with. */
function checkCanary(ctx: Ctx): void {
  const stored = ctx.db.select().from(settings).where(eq(settings.name, CANARY.name)).get()
  if (stored === undefined) {
    ctx.db
      .insert(settings)
      .values({ name: CANARY.name, value: encrypt(ctx, CANARY.place, CANARY.text), updatedAt: ctx.now })
      .run()
    return
  }
  try {
    decrypt(ctx, CANARY.place, stored.value)
  } catch {
    throw new ConfigError(
      'APP_SECRET is not the one this database was sealed with. Start with the right one.',
    )
  }
}
