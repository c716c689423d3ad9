import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { openRequestLimit } from '../access/rate-limit.ts'
import type { Log } from '../log.ts'
import { html, markup } from '../messaging/email/html.ts'
import { Problem } from '../shared/problems.ts'
import type { Deps, Env } from './deps.ts'
import { problemResponse } from './errors.ts'
import { contentPolicy, type InlineHashes } from './headers.ts'
import { originOf } from './origin.ts'
import { findPageData, type PageData, PERSONAL_PAGES } from './page-data.ts'
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

/**
 * The server renders the first screen of these pages and of `PERSONAL_PAGES`; the browser renders all others.
 */
const RENDERED = /^\/(booking)?$/

/** The limit for each origin. Above it the browser renders the page, and the limits of the calls count. */
const RENDERED_PER_SECOND = 10

/** Somebody waits for these pages, and the best compression takes longer than it saves. */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type Status = ReturnType<typeof statusAnswer>
/** The exports of the module that is built from `ui/first-screen.tsx`. */
type FirstScreen = { renderFirstScreen: (asked: Asked & { status: Status }) => Promise<string> }
/** A page as it was asked for, and the data of one patient that it shows. */
type Asked = Readonly<{ path: string; search: string; data: PageData | undefined }>
/** The bytes of a page in each encoding. Browsers accept brotli over https only. */
type Page = Readonly<Record<'br' | 'gzip' | 'plain', Uint8Array<ArrayBuffer>>>

/** Serves the built pages: assets, compressed at build time, and `index.html` for every other path. */
export function uiRoutes({ ctx, log }: Pick<Deps, 'ctx' | 'log'>, dist: string = DIST) {
  const files = serveStatic({ root: dist, precompressed: true })
  const template = once(() => readFileSync(join(dist, 'index.html'), 'utf8'))
  const policy = once(() => contentPolicy(ctx({ kind: 'visitor' }).config, inlineHashes(template())))
  const compose = pageComposer(dist, template, log)
  const pageOf = keptPages(compose)
  const withinLimit = openRequestLimit(RENDERED_PER_SECOND)
  return new Hono<Env>()
    .get('/assets/*', cacheFor(IMMUTABLE), files)
    .get('*', only(ROOT_FILE, cacheFor(ONE_HOUR)), only(ROOT_FILE, files))
    .get('*', async (c) => {
      if (FILE_PATH.test(c.req.path)) return problemResponse(c, new Problem('unknown_path'))
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', policy())
      if (PRIVATE_PAGE.test(c.req.path)) c.header('X-Robots-Tag', 'noindex, nofollow')
      const visitor = ctx({ kind: 'visitor' })
      const { config } = visitor
      const status = statusAnswer(visitor)
      const { path } = c.req
      const isPersonal =
        path in PERSONAL_PAGES && (!config.rateLimits || withinLimit(originOf(c, config), visitor.now))
      const data = isPersonal ? findPageData(c, visitor, config) : undefined
      const accepted = c.req.header('Accept-Encoding') ?? ''
      const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'plain'
      if (encoding !== 'plain') c.header('Content-Encoding', encoding)
      c.header('Vary', 'Accept-Encoding')
      const { search } = new URL(c.req.url)
      const bytes = data
        ? COMPRESS[encoding](await compose({ path, search, data }, status))
        : (await pageOf(path, status))[encoding]
      return c.body(bytes, 200, { 'Content-Type': 'text/html; charset=UTF-8' })
    })
}

/** Compresses a page that is sent once. */
const COMPRESS: Readonly<Record<keyof Page, (text: string) => Uint8Array<ArrayBuffer>>> = {
  br: (text) => new Uint8Array(brotliCompressSync(text, FAST_BROTLI)),
  gzip: (text) => new Uint8Array(gzipSync(text)),
  plain: (text) => new TextEncoder().encode(text),
}

const NOT_RENDERED = { files: '', screen: '' }

type Compose = (asked: Asked, status: Status) => Promise<string>

/** Returns a function that builds the text of a page, with its first screen if the server renders that. */
function pageComposer(dist: string, template: () => string, log: Log): Compose {
  const code = once((): Promise<FirstScreen> => import(join(dist, 'server/first-screen.js')))
  const filesOf = once(() => pageFiles(dist, template()))

  const render = async (asked: Asked, status: Status) => {
    const { renderFirstScreen } = await code()
    const files = asked.data ? (filesOf().get(asked.path) ?? '') : ''
    return { files, screen: await renderFirstScreen({ ...asked, status }) }
  }
  /** Without a first screen the page still works, because the browser renders it. */
  const leaveToBrowser = (error: unknown) => {
    log.error(error, 'The first screen could not be rendered.')
    return NOT_RENDERED
  }
  return async (asked, status) => {
    const { path, data } = asked
    const { files, screen } = path === '' ? NOT_RENDERED : await render(asked, status).catch(leaveToBrowser)
    const elements = [dataElement('start-data', status), files, data ? dataElement('page-data', data) : '']
    return template()
      .replace('<title>Online-Terminbuchung', (title) => title + titleSuffix(status))
      .replace('<!-- start-data -->', () => elements.join(''))
      .replace('<!-- first-screen -->', () => screen)
      .replace('<!-- practice-phone -->', () => phoneSentence(status))
  }
}

/** Returns a function that keeps compressed pages until the status changes. They hold no patient's data. */
function keptPages(compose: Compose): (path: string, status: Status) => Promise<Page> {
  const made = new Map<string, Promise<Page>>()
  let latest = ''
  const make = async (path: string, status: Status): Promise<Page> => {
    const bytes = new TextEncoder().encode(await compose({ path, search: '', data: undefined }, status))
    return {
      br: new Uint8Array(brotliCompressSync(bytes)),
      gzip: new Uint8Array(gzipSync(bytes)),
      plain: bytes,
    }
  }
  return (asked, status) => {
    const text = JSON.stringify(status)
    if (text !== latest) made.clear()
    latest = text
    const path = RENDERED.test(asked) ? asked : ''
    const page = made.get(path) ?? make(path, status)
    made.set(path, page)
    return page
  }
}

/** Returns an element that brings data to the page's code. */
function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}

type Manifest = Readonly<Record<string, Readonly<{ file: string; imports?: string[]; css?: string[] }>>>

/**
 * Returns for each of `PERSONAL_PAGES` the elements that fetch its files: its styles at once, and its
 * scripts after the first paint (before-paint.js), all of them in parallel.
 */
function pageFiles(dist: string, template: string): ReadonlyMap<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const elementsOf = (module: string) => {
    const chunks = new Set([module])
    for (const name of chunks) for (const imported of manifest[name]?.imports ?? []) chunks.add(imported)
    const found = [...chunks].flatMap((name) => manifest[name] ?? [])
    const styles = new Set(found.flatMap(({ css = [] }) => css))
    // Every page loads the files that the template names.
    const scripts = found.map(({ file }) => file).filter((file) => !template.includes(file))
    return [
      ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...scripts.map((file) => `<link data-later crossorigin href="/${file}">`),
    ].join('')
  }
  return new Map(Object.entries(PERSONAL_PAGES).map(([path, module]) => [path, elementsOf(module)]))
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
