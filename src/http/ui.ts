import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Log } from '../log.ts'
import { html, markup } from '../messaging/email/html.ts'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'
import { problemResponse } from './errors.ts'
import { contentPolicy, type InlineHashes } from './headers.ts'
import { statusAnswer } from './public.ts'

/** `npm run build` makes this folder. */
const DIST = join(import.meta.dirname, '../../ui/dist')

/** Files that have a hash of their content in the name never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/**
 * Search engines must not list the admin area, a patient's appointments, and pages with an id, a signature or
 * a token.
 */
const PRIVATE_PAGE = /^\/(admin|patient|email|meine-termine)(\/|$)/

/** Files beside `index.html` that are served. */
const ROOT_FILE = /^\/[\w-]+\.(svg|png|ico|txt|webmanifest)$/

/**
 * A path like this is a file, and 404 if it does not exist. Every other path is a page. Hidden files and
 * folders count as files.
 */
const FILE_PATH = /^\/assets(\/|$)|\.\w+$|\/\./

/** The server renders the first screen of these pages; the browser renders all others. */
const RENDERED = /^\/(booking)?$/

type Status = ReturnType<typeof statusAnswer>
/** The exports of the module that is built from `ui/first-screen.tsx`. */
type FirstScreen = { renderFirstScreen: (path: string, status: Status) => Promise<string> }
/** The bytes of a page in each encoding. Browsers accept brotli over https only. */
type Page = Readonly<Record<'br' | 'gzip' | 'plain', Uint8Array<ArrayBuffer>>>

/** Serves the built pages: assets, compressed at build time, and `index.html` for every other path. */
export function uiRoutes({ ctx, log }: Pick<Deps, 'ctx' | 'log'>, dist: string = DIST) {
  const files = serveStatic({ root: dist, precompressed: true })
  const template = once(() => readFileSync(join(dist, 'index.html'), 'utf8'))
  const policy = once(() => contentPolicy(ctx({ kind: 'visitor' }).config, inlineHashes(template())))
  const pageOf = pages(dist, template, log)
  return new Hono<Env>()
    .get('/assets/*', cacheFor(IMMUTABLE), files)
    .get('*', only(ROOT_FILE, cacheFor(ONE_HOUR)), only(ROOT_FILE, files))
    .get('*', async (c) => {
      if (FILE_PATH.test(c.req.path)) return problemResponse(c, new Problem('unknown_path'))
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', policy())
      if (PRIVATE_PAGE.test(c.req.path)) c.header('X-Robots-Tag', 'noindex, nofollow')
      const page = await pageOf(c.req.path, statusAnswer(ctx({ kind: 'visitor' })))
      const accepted = c.req.header('Accept-Encoding') ?? ''
      const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
      if (encoding) c.header('Content-Encoding', encoding)
      c.header('Vary', 'Accept-Encoding')
      return c.body(page[encoding ?? 'plain'], 200, { 'Content-Type': 'text/html; charset=UTF-8' })
    })
}

/** Returns a function that builds and compresses a page, and keeps it until the status changes. */
function pages(
  dist: string,
  template: () => string,
  log: Log,
): (path: string, status: Status) => Promise<Page> {
  const code = once((): Promise<FirstScreen> => import(join(dist, 'server/first-screen.js')))
  const made = new Map<string, Promise<Page>>()
  let latest = ''

  /** Without a first screen the page still works, because the browser renders it. */
  const leaveToBrowser = (error: unknown) => {
    log.error(error, 'The first screen could not be rendered.')
    return ''
  }
  const make = async (path: string, status: Status, data: string): Promise<Page> => {
    const screen =
      path === ''
        ? ''
        : await code()
            .then(({ renderFirstScreen }) => renderFirstScreen(path, status))
            .catch(leaveToBrowser)
    const text = template()
      .replace('<title>Online-Terminbuchung', (title) => title + titleSuffix(status))
      .replace(
        '<!-- start-data -->',
        () => `<script type="application/json" id="start-data">${data}</script>`,
      )
      .replace('<!-- first-screen -->', () => screen)
      .replace('<!-- practice-phone -->', () => phoneSentence(status))
    const bytes = new TextEncoder().encode(text)
    return {
      br: new Uint8Array(brotliCompressSync(bytes)),
      gzip: new Uint8Array(gzipSync(bytes)),
      plain: bytes,
    }
  }

  return (asked, status) => {
    const data = JSON.stringify(status).replaceAll('<', '\\u003c')
    if (data !== latest) made.clear()
    latest = data
    const path = RENDERED.test(asked) ? asked : ''
    const page = made.get(path) ?? make(path, status, data)
    made.set(path, page)
    return page
  }
}

/**
 * Returns the hashes of the script and the styles that the build has put into the page. Anything injected
 * later is not allowed.
 */
function inlineHashes(template: string): InlineHashes {
  const hashes = (tag: string) =>
    [...template.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return { script: hashes('script'), style: hashes('style') }
}

function titleSuffix({ practice: { name } }: Status): string {
  return name === '' ? '' : markup(html` · ${name}`)
}

/** Returns the sentence with the practice's phone number for browsers without JavaScript. */
function phoneSentence({ practice: { phone } }: Status): string {
  const sentence = html`<p>Oder rufen Sie uns an: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>.</p>`
  return phone === '' ? '' : markup(sentence)
}

/**
 * Applies the handler to matching paths. A pattern in the route itself would make Hono use a slower router.
 */
function only(paths: RegExp, handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (paths.test(c.req.path) ? handler(c, next) : next())
}

/** Sets `Cache-Control`, but only if `serveStatic` has found the file. */
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
