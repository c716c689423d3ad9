import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import Database from 'better-sqlite3'
import { test as base, expect, type Page } from 'playwright/test'
import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/ctx.ts'
import { type Db, openDatabase } from '../../src/db/open.ts'
import { openSmtpServer, type ReceivedMail } from '../../src/testing/smtp-server.ts'

const PROGRAM = join(import.meta.dirname, '../../src/dist/main.js')
const PICTURES = join(import.meta.dirname, 'pictures')

/**
 * A refused call is part of many walks; a refused script or style is not, unless it is the test's own that a frame without
 * rights keeps out.
 */
const EXPECTED =
  /^(Failed to load resource|Blocked script execution in '(about:(blank|srcdoc)|http:[^']*\/api\/letters\/[^']*)')/

export type Portal = Awaited<ReturnType<typeof openPortal>>

type Given = {
  /** What the program finds in its environment beside the usual. */
  environment: NodeJS.ProcessEnv
  portal: Portal
  /** Saves pictures of the whole page in light and dark, and lets axe look for barriers in both. */
  look: (page: Page, name: string) => Promise<void>
}

/** A portal of its own for each test: the real program, the demo practice, a real SMTP server. */
export const test = base.extend<Given>({
  environment: [{}, { option: true }],
  portal: async ({ environment }, use) => {
    const portal = await openPortal(environment)
    await use(portal)
    await portal.close()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the names from the pattern
  look: async ({}, use, info) => {
    await use(async (page, name) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await photograph(page, join(PICTURES, `${name}-${info.project.name}-${colorScheme}.png`))
        expect(await barriers(page), `${name}, ${colorScheme}`).toEqual([])
      }
      await page.emulateMedia({ colorScheme: null })
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    })
  },
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }

/** What axe finds. Nothing runs in a frame without rights, axe neither; it would only wait there. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe[sandbox=""]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`)
}

/** The whole page as one tall window, so that what is fixed to its bottom stands at the bottom of the picture. */
async function photograph(page: Page, path: string): Promise<void> {
  const window = page.viewportSize() ?? { width: 1280, height: 900 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: window.width, height: Math.max(height, window.height) })
  await page.screenshot({ path, animations: 'disabled' })
  await page.setViewportSize(window)
}

async function openPortal(environment: NodeJS.ProcessEnv) {
  const mailbox = await openSmtpServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'ordi-walk-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    ORDI_DEMO: '1',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  let program = await start(env, url)
  let opened: Db | undefined
  const withDatabase = <T>(work: (db: Database.Database) => T): T => {
    const db = new Database(join(dataDir, 'ordi.db'), { timeout: 5000 })
    try {
      return work(db)
    } finally {
      db.close()
    }
  }

  return {
    url,
    /** The newest mail to the address whose subject fits; waits for it to arrive over SMTP. */
    mailTo: async (address: string, subject: RegExp): Promise<ReceivedMail> => {
      const found = () =>
        mailbox.mails.findLast(
          (mail) => mail.envelope.to.includes(address) && subject.test(mail.subject ?? ''),
        )
      await expect
        .poll(found, { timeout: 20_000, message: `a mail to ${address} about ${subject}` })
        .toBeDefined()
      return found() as ReceivedMail
    },
    mails: mailbox.mails,
    /** Rows of the portal's database, read or changed behind its back. */
    rows: <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
      withDatabase((db) => db.prepare(sql).all(...values) as T[]),
    /** For using the portal's own verbs behind its back, at whatever time. */
    ctx: (now = Date.now()): Ctx => {
      opened ??= openDatabase(join(dataDir, 'ordi.db'))
      const appSecret = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
      return { db: opened, now, actor: { kind: 'job' }, config: { ...readConfig(env), appSecret } }
    },
    /** Everything the database holds, for telling whether anything has changed. */
    dump: () =>
      withDatabase((db) => {
        const tables = db
          .prepare(`select name from sqlite_master where type = 'table' order by name`)
          .pluck()
          .all() as string[]
        return JSON.stringify(tables.map((table) => [table, db.prepare(`select * from "${table}"`).all()]))
      }),
    restart: async () => {
      await stop(program)
      program = await start(env, url)
    },
    stop: () => stop(program),
    start: async () => {
      program = await start(env, url)
    },
    close: async () => {
      opened?.$client.close()
      await stop(program)
      await mailbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function start(env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const program = spawn(process.execPath, [PROGRAM, 'serve'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await expect
    .poll(async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.status, { timeout: 20_000 })
    .toBe(200)
  return program
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  program.kill('SIGTERM')
  const [code] = await once(program, 'exit')
  expect(code, 'the portal ends cleanly').toBe(0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
