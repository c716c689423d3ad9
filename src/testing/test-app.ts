import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { eq } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { openSession } from '../access/sessions.ts'
import { type App, openApp, type Ports } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { admins } from '../db/schema.ts'
import { seedDemo } from '../demo.ts'
import { openLog } from '../log.ts'
import { writeSettings } from '../practice/settings.ts'
import type { Role } from '../shared/role.ts'
import { openBrowser } from './browser.ts'
import { migratedDatabase } from './databases.ts'
import { botCheckToken } from './solved-bot-check.ts'

/** Thursday, 7 January 2027, 13:40 in Vienna. */
export const NOW = Date.parse('2027-01-07T13:40:00+01:00')

/** The secret of every portal in a test that does not make its own. */
export const APP_SECRET = 'a secret for tests only, 32 bytes'

/** The e-mail address of the assistant who makes most changes. */
export const ASSISTANT_EMAIL = 'assistenz@ordination.example'

/** The demo practice, once a test has needed it. */
let demoBytes: Buffer | undefined

/**
 * Returns the bytes of a demo practice that was set up at NOW. Copying them is faster than setting it up
 * again.
 */
function demoDatabase(): Buffer {
  if (demoBytes === undefined) {
    const config = readConfig({ APP_SECRET, LOG_LEVEL: 'silent' })
    const app = openApp(config, migratedDatabase(), { clock: () => NOW })
    seedDemo(app.ctx({ kind: 'visitor' }))
    demoBytes = app.ctx({ kind: 'visitor' }).db.$client.serialize()
    app.close()
  }
  return demoBytes
}

export type TestApp = ReturnType<typeof openTestApp>

/** The settings of a test that differ from the usual ones. */
export type TestAppOptions = Readonly<{
  config?: Partial<Config>
  ports?: Partial<Ports>
  /** True for a database without the demo practice, and so without services. */
  empty?: boolean
  /** The path of the database, which may exist. By default it is in memory. */
  file?: string
}>

/** Opens the real app with the demo practice at NOW. Only the clock and the ports are fakes. */
export function openTestApp(options: TestAppOptions = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  const app = openFilledApp(options)
  const ctx = (): Ctx => app.ctx({ kind: 'visitor' })
  return {
    ...app,
    ctx,
    /** Returns the context of a call by an assistant. */
    assistant: () => app.ctx({ kind: 'admin', id: 1, email: ASSISTANT_EMAIL }),
    ...helpersForRows(ctx),
    ...helpersToSetUp(ctx),
    ...helpersForClock(),
    ...helpersToOpenBrowsers(app, ctx),
  }
}

/** Returns the helpers that read and change rows, bypassing the verbs. */
function helpersForRows(ctx: () => Ctx) {
  const rows = <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
    ctx()
      .db.$client.prepare(sql)
      .all(...values) as T[]
  return {
    rows,
    /**
     * Changes rows directly. Throws when an update matches no row, because the test would then prove nothing.
     * A delete may match none.
     */
    changeRows: (sql: string, ...values: unknown[]): void => {
      const { changes } = ctx()
        .db.$client.prepare(sql)
        .run(...values)
      if (changes === 0 && !/^\s*delete\b/.test(sql)) throw new Error(`no row has changed: ${sql}`)
    },
    /** Returns the occupied intervals in order. */
    occupied: () =>
      rows<{ starts_at: number; ends_at: number }>('select * from occupations order by starts_at').map(
        ({ starts_at, ends_at }) => [starts_at, ends_at],
      ),
    /** Returns every row that a change of a booking could affect, to compare before and after. */
    bookingState: () =>
      ['bookings', 'occupations', 'events', 'messages'].map((table) =>
        rows(`select * from ${table} order by 1`),
      ),
  }
}

/** Returns the helpers that set up other services, which nobody calls. */
function helpersToSetUp(ctx: () => Ctx) {
  return {
    /** Sets up an SMS provider. */
    setUpSms: () => writeSettings(ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' }),
    /** Sets up Odoo. */
    setUpOdoo: () => {
      const login = { ODOO_URL: 'https://odoo.example', ODOO_DB: 'd', ODOO_USER: 'u', ODOO_PASS: 'p' }
      writeSettings(ctx(), 'odoo', { ...login, odoo_sync: true })
    },
  }
}

/** Returns the helpers that move the clock, which otherwise stands still. */
function helpersForClock() {
  return {
    /** Moves the clock forward. */
    pass: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
    /** Moves the clock to an ISO instant. */
    setClock: (iso: string) => vi.setSystemTime(Date.parse(iso)),
  }
}

/** Returns the helpers that call the app as browsers do. */
function helpersToOpenBrowsers({ http }: App, ctx: () => Ctx) {
  return {
    /** Opens a browser at an IP address. It sends the headers with every call. */
    browser: (address = '203.0.113.7', headers: Record<string, string> = {}, cookies?: Map<string, string>) =>
      openBrowser(http, { address, headers, ...(cookies && { cookies }) }),
    /**
     * Returns a browser in which an admin is signed in. A new e-mail address gets an account with this role.
     */
    admin: (email = ASSISTANT_EMAIL, role: Role = 'doctor') => {
      const { token } = signIn(ctx(), email, role)
      return openBrowser(http, { address: '203.0.113.8', headers: { authorization: `Bearer ${token}` } })
    },
    /** Returns a token of a bot check that was passed. */
    botToken: () => botCheckToken(ctx()),
  }
}

const noNetwork = () => Promise.reject(new Error('no network in this test'))

/** Opens the app with the demo practice, unless `empty` is set. */
function openFilledApp(options: TestAppOptions): App {
  const config = configOf(options)
  // The copied database depends on `NOW`, and on `APP_SECRET`, which encrypted its values. With another
  // secret or time, the demo practice is set up again.
  const isUsual = config.appSecret === APP_SECRET && options.ports?.clock === undefined
  const isNew = options.file === undefined || !existsSync(options.file)
  const copiesDemo = isNew && isUsual && !options.empty
  const bytes = copiesDemo ? demoDatabase() : migratedDatabase()
  if (options.file && isNew) writeFileSync(options.file, bytes)
  const app = openApp(config, options.file ?? bytes, {
    log: openLog({ logLevel: 'silent' }),
    mail: { send: noNetwork },
    httpFetch: noNetwork,
    resolveHost: noNetwork,
    ...options.ports,
  })
  if (!options.empty && !copiesDemo) seedDemo(app.ctx({ kind: 'visitor' }))
  return app
}

function configOf({ file, ports, config }: TestAppOptions): Config {
  return {
    ...readConfig({
      APP_SECRET,
      LOG_LEVEL: 'silent',
      // The default folder `data` may contain a practice from `npm start`.
      ...(file && { DATA_DIR: dirname(file) }),
    }),
    // The portal sends mails only when it has a mail server.
    ...(ports?.mail && { smtpUrl: 'smtp://mail.example' }),
    ...config,
  }
}

/** Opens a log whose lines can be read. */
export function recordLog(logLevel: Config['logLevel'] = 'info') {
  const lines: string[] = []
  return { lines, log: openLog({ logLevel }, { write: (line) => lines.push(line) }) }
}

/** Starts a session without a login, and adds the admin if the e-mail address is new. */
function signIn(ctx: Ctx, email: string, role: Role) {
  const existing = ctx.db.select().from(admins).where(eq(admins.email, email)).get()
  const { id } =
    existing ??
    ctx.db
      .insert(admins)
      .values({ email, name: 'Assistenz', role, passwordHash: '', createdAt: ctx.now, updatedAt: ctx.now })
      .returning()
      .get()
  return openSession(ctx, id, 'Testbrowser')
}
