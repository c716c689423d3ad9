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

/** The built pages; `npm run build` makes them. */
const DIST = join(import.meta.dirname, '../../ui/dist')

/** A name that carries its content's hash may be kept for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/** Pages whose address carries an id, a signature or a token, and the admin's own. */
const PRIVATE_PAGE = /^\/(admin|patient|email)(\/|$)/

/** The files beside the pages, and no other that the build has left there. */
const ROOT_FILE = /^\/[\w-]+\.(js|svg|png|ico|txt|webmanifest)$/

/** What is a file and no page: when it is missing, it is missing. */
const FILE = /^\/assets(\/|$)|\.\w+$/

/** Where the page tells a browser without JavaScript whom to call. */
const PHONE_PLACE = '<!-- practice-phone -->'

/** The browser's part of the portal: hashed assets as they were compressed at build time, one page for every path. */
export function uiRoutes({ ctx }: Pick<Deps, 'ctx'>, dist: string = DIST) {
  const files = serveStatic({ root: dist, precompressed: true })
  const page = once(() => readFileSync(join(dist, 'index.html'), 'utf8'))
  return new Hono<Env>()
    .get('/assets/*', keepFor(FOR_EVER), files)
    .get('*', only(ROOT_FILE, keepFor(ONE_HOUR)), only(ROOT_FILE, files))
    .get('*', (c) => {
      if (FILE.test(c.req.path)) return problemResponse(c, new Problem('unknown_path'))
      c.header('Cache-Control', 'no-store')
      if (PRIVATE_PAGE.test(c.req.path)) c.header('X-Robots-Tag', 'noindex, nofollow')
      return c.html(page().replace(PHONE_PLACE, () => whomToCall(ctx({ kind: 'visitor' }))))
    })
}

function whomToCall(ctx: Ctx): string {
  const { phone } = readSettings(ctx, 'practice')
  const sentence = html`<p>Oder rufen Sie uns an: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>.</p>`
  return phone === '' ? '' : markup(sentence)
}

/** Asked here and not by the route's own pattern, which would keep the router from its fast way for every address. */
function only(paths: RegExp, handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (paths.test(c.req.path) ? handler(c, next) : next())
}

/** Set afterwards, for the answer is made before `serveStatic` says that it found the file. */
function keepFor(time: string): MiddlewareHandler<Env> {
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
