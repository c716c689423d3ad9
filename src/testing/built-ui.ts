import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import type { Env } from '../http/deps.ts'
import { securityHeaders } from '../http/headers.ts'
import { uiRoutes } from '../http/ui.ts'
import { tempDir } from './temp-dir.ts'
import { openTestApp } from './test-app.ts'

/** The one page of the small interface. */
export const SMALL_PAGE = '<!doctype html><html lang="de-AT"><title>Terminbuchung</title></html>'
/** Its one script. */
export const SMALL_SCRIPT = 'export const answer = 42\n'.repeat(50)

/** Writes a minimal built interface. @returns its folder */
export function writeSmallUi(): string {
  const folder = tempDir()
  for (const name of ['assets', 'server', '.vite']) mkdirSync(join(folder, name))
  const files = {
    'server/first-screen.js': `export const renderFirstScreen = async () => ''`,
    '.vite/manifest.json': '{}',
    'index.html': SMALL_PAGE,
    'icon.svg': '<svg/>',
    'assets/main-Bx1.js': SMALL_SCRIPT,
    'assets/main-Bx1.js.br': brotliCompressSync(SMALL_SCRIPT),
    'assets/main-Bx1.js.gz': gzipSync(SMALL_SCRIPT),
    'assets/figtree-Cy2.woff2': 'font',
    '.env': 'SECRET=1',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Opens a test app with the pages as `npm run build` has made them. `textOf` returns the HTML of a page. */
export function openBuiltPages() {
  const app = openTestApp()
  const pages = new Hono<Env>().route('/', uiRoutes(app))
  return { app, pages, textOf: async (path: string) => (await pages.request(path)).text() }
}

/**
 * Opens the same pages behind the security headers, for a visitor with an IP address. `get` returns headers
 * and HTML of a page.
 */
export function openVisitedPages() {
  const app = openTestApp()
  const pages = new Hono<Env>().use(securityHeaders(app.ctx().config)).route('/', uiRoutes(app))
  const visitor = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await pages.request(path, { headers }, visitor)
    return { headers: answer.headers, text: await answer.text() }
  }
  return { app, get }
}

/** Returns the hash of an inline element as the content policy names it. */
export function policyHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
