import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import type { Env } from '../http/deps.ts'
import { uiRoutes } from '../http/ui.ts'
import { tempDir } from './temp-dir.ts'
import { openTestApp } from './test-app.ts'

/** The one page of the small interface. */
export const SMALL_PAGE = '<!doctype html><html lang="de-AT"><title>Terminbuchung</title></html>'
/** Its one script. */
export const SMALL_SCRIPT = 'export const answer = 42\n'.repeat(50)

/** Writes a minimal built interface. @returns its folder */
export function smallUi(): string {
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
