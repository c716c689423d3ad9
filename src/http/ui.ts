import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Ctx } from '../ctx.ts'
import { html, markup } from '../messaging/email/html.ts'
import { readSettings } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'
import { problemResponse } from './errors.ts'

/** Made by `npm run build`. */
const DIST = join(import.meta.dirname, '../../ui/dist')

/** For files with a hash of their content in the name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/** The admin area, and pages with an id, a signature or a token in the address. */
const PRIVATE_PAGE = /^\/(admin|patient|email)(\/|$)/

/** Files beside `index.html` that are served. */
const ROOT_FILE = /^\/[\w-]+\.(js|svg|png|ico|txt|webmanifest)$/

/** A missing file is 404, every other path is a page. */
const FILE = /^\/assets(\/|$)|\.\w+$/

/** Replaced in `index.html` by the practice's phone number, for browsers without JavaScript. */
const PHONE_PLACEHOLDER = '<!-- practice-phone -->'

/** Serves the built pages: assets, compressed at build time, and `index.html` for every other path. */
export function uiRoutes({ ctx }: Pick<Deps, 'ctx'>, dist: string = DIST) {
  const files = serveStatic({ root: dist, precompressed: true })
  const page = once(() => readFileSync(join(dist, 'index.html'), 'utf8'))
  return new Hono<Env>()
    .get('/assets/*', cacheFor(IMMUTABLE), files)
    .get('*', only(ROOT_FILE, cacheFor(ONE_HOUR)), only(ROOT_FILE, files))
    .get('*', (c) => {
      if (FILE.test(c.req.path)) return problemResponse(c, new Problem('unknown_path'))
      c.header('Cache-Control', 'no-store')
      if (PRIVATE_PAGE.test(c.req.path)) c.header('X-Robots-Tag', 'noindex, nofollow')
      return c.html(page().replace(PHONE_PLACEHOLDER, () => phoneSentence(ctx({ kind: 'visitor' }))))
    })
}

function phoneSentence(ctx: Ctx): string {
  const { phone } = readSettings(ctx, 'practice')
  const sentence = html`<p>Oder rufen Sie uns an: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>.</p>`
  return phone === '' ? '' : markup(sentence)
}

/** A pattern in the route itself would make Hono use a slower router. */
function only(paths: RegExp, handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (paths.test(c.req.path) ? handler(c, next) : next())
}

/** Sets the header after `serveStatic` has found the file. */
function cacheFor(time: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('Cache-Control', time)
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
