import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { openRequestLimit } from '../access/request-limit.ts'
import type { Ctx } from '../ctx.ts'
import { once } from '../shared/once.ts'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'
import { COMPRESS_FAST, type Encoding, encodingFor } from './encodings.ts'
import { problemResponse } from './errors.ts'
import { contentPolicy, NOT_INDEXED } from './headers.ts'
import { originOf } from './origin.ts'
import { openPageCache } from './page-cache.ts'
import { findPageData, mayHaveData } from './page-data.ts'
import { elementsOfPages, inlineHashes } from './page-elements.ts'
import { type BuiltPages, pageComposer } from './page-html.ts'
import { statusAnswer } from './public.ts'

/** `npm run build` makes this folder. */
const DIST = join(import.meta.dirname, '../../ui/dist')

/** Files that have a hash of their content in the name never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/**
 * Search engines must not list the admin area, a patient's appointments, or pages with an id, a signature or
 * a token. The browser finds a page in capitals too.
 */
const PRIVATE_PAGE = /^\/(admin|patient|email|meine-termine)(\/|$)/i

/** Files beside `index.html` that are served. */
const ROOT_FILE = /^\/[\w-]+\.(svg|png|ico|txt|webmanifest)$/

/** A path that matches is a file, and 404 if it does not exist. Hidden files and folders count as files. */
const FILE_PATH = /^\/assets(\/|$)|\/\./

/**
 * A path with an extension is a file for a script, and a page for a visitor who opens it in a browser, for
 * example from an old bookmark of `/index.html`. Every other path is a page.
 */
const DOTTED_PATH = /\.\w+$/

/**
 * Pages per second that the server renders for one origin. Above that the browser renders them, and the
 * limits of its calls apply.
 */
const RENDERED_PER_SECOND = 10

/** Serves the built pages: assets, compressed at build time, and `index.html` for every other path. */
export function uiRoutes({ ctx, log }: Pick<Deps, 'ctx' | 'log'>, dist: string = DIST) {
  const files = serveStatic({ root: dist, precompressed: true })
  const built = openBuiltPages(dist)
  const compressedPage = pageCompressor({ ctx, log }, built)
  // All pages have the same policy, because one may take over the elements of another (before-paint.js).
  const policy = once(() => {
    const { config } = ctx({ kind: 'visitor' })
    return contentPolicy(config, inlineHashes([built.template(), ...built.elements().values()].join('')))
  })

  return new Hono<Env>()
    .get('/assets/*', cacheFor(IMMUTABLE), files)
    .get('*', onPaths(ROOT_FILE, cacheFor(ONE_HOUR)), onPaths(ROOT_FILE, files))
    .get('*', async (c) => {
      if (isMissingFile(c)) return problemResponse(c, new Problem('unknown_path'))
      const { pathname, search } = new URL(c.req.url)
      // A browser takes what follows two slashes for a host, and refuses to add a step to such a URL.
      if (pathname.startsWith('//')) return c.redirect(pathname.replace(/^\/+/, '/') + search)
      const encoding = encodingFor(c)
      const bytes = await compressedPage(c, search, encoding)
      setPageHeaders(c, encoding)
      c.header('Content-Security-Policy', policy())
      return c.body(bytes, 200, { 'Content-Type': 'text/html; charset=UTF-8' })
    })
}

/** Returns what the build has made of the pages. Its files are read when they are first needed. */
function openBuiltPages(dist: string): BuiltPages {
  const template = once(() => readFileSync(join(dist, 'index.html'), 'utf8'))
  return { dist, template, elements: once(() => elementsOfPages(dist, template())) }
}

/**
 * Returns a function that makes the bytes of the requested page: rendered with its data if it has any, and
 * otherwise from the cache.
 */
function pageCompressor({ ctx, log }: Pick<Deps, 'ctx' | 'log'>, built: BuiltPages) {
  const composePage = pageComposer(built, log)
  const cachedPage = openPageCache(composePage)
  const isWithinLimit = openRequestLimit(RENDERED_PER_SECOND)
  const mayRender = (c: Context<Env>, { config, now }: Ctx) =>
    !config.rateLimits || isWithinLimit(originOf(c, config), now)

  return async (c: Context<Env>, search: string, encoding: Encoding) => {
    const { path } = c.req
    const visitorCtx = ctx({ kind: 'visitor' })
    const status = statusAnswer(visitorCtx)
    const isRendered = mayHaveData(path, search, { isOpen: status.booking.open }) && mayRender(c, visitorCtx)
    const data = isRendered ? findPageData(c, visitorCtx, visitorCtx.config) : undefined
    if (data === undefined) return (await cachedPage(path, status))[encoding]
    return COMPRESS_FAST[encoding](await composePage({ path, search, data }, status, extentFor(c)))
  }
}

/** Returns how much of a page with data is wanted. A link can ask only for the whole page. */
function extentFor(c: Context<Env>): 'whole' | 'part' {
  return c.req.header('X-Requested-With') === 'XMLHttpRequest' ? 'part' : 'whole'
}

/** Returns whether the path is that of a file, although no earlier route has found one. */
function isMissingFile(c: Context<Env>): boolean {
  const { path } = c.req
  return FILE_PATH.test(path) || (DOTTED_PATH.test(path) && !acceptsPages(c))
}

/** Returns whether somebody opens the URL in a browser. Its images, scripts and calls accept no page. */
function acceptsPages(c: Context<Env>): boolean {
  return /\btext\/html\b/i.test(c.req.header('Accept') ?? '')
}

/** Sets the headers of a page, except those that every answer has and its policy. */
function setPageHeaders(c: Context<Env>, encoding: Encoding): void {
  c.header('Cache-Control', 'no-store')
  if (PRIVATE_PAGE.test(c.req.path)) c.header('X-Robots-Tag', NOT_INDEXED['X-Robots-Tag'])
  if (encoding !== 'plain') c.header('Content-Encoding', encoding)
  c.header('Vary', 'Accept-Encoding')
}

/**
 * Applies the handler to matching paths. A pattern in the route itself would make Hono use a slower router.
 */
function onPaths(paths: RegExp, handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (paths.test(c.req.path) ? handler(c, next) : next())
}

/** Sets `Cache-Control` if `serveStatic` has found the file. */
function cacheFor(directives: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('Cache-Control', directives)
  }
}
