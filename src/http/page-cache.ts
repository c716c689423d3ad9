import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { LINKED_PAGES } from './page-data.ts'
import { type ComposePage, type StartStatus, UNRENDERED_PATH } from './page-html.ts'

/** The bytes of a page in each encoding. Browsers accept brotli over https only. */
export type Page = Readonly<Record<'br' | 'gzip' | 'plain', Uint8Array<ArrayBuffer>>>

/**
 * The server renders the first screen of these pages and of those with data; the browser renders all others.
 */
const RENDERED = /^\/(booking)?$/

/** Somebody waits for these pages, and the best compression takes longer than it saves. */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses a page that is sent once. */
export const COMPRESS: Readonly<Record<keyof Page, (text: string) => Uint8Array<ArrayBuffer>>> = {
  br: (text) => new Uint8Array(brotliCompressSync(text, FAST_BROTLI)),
  gzip: (text) => new Uint8Array(gzipSync(text)),
  plain: (text) => new TextEncoder().encode(text),
}

/** Returns the best encoding that the browser accepts. */
export function encodingFor({ req }: Pick<Context, 'req'>): keyof Page {
  const accepted = req.header('Accept-Encoding') ?? ''
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'plain'
}

/** Returns a function that keeps compressed pages until the status changes. They hold no patient's data. */
export function openPageCache(compose: ComposePage): (path: string, status: StartStatus) => Promise<Page> {
  const cache = new Map<string, Promise<Page>>()
  let latest = ''
  const make = async (path: string, status: StartStatus): Promise<Page> => {
    const bytes = new TextEncoder().encode(await compose({ path, search: '', data: undefined }, status))
    return {
      br: new Uint8Array(brotliCompressSync(bytes)),
      gzip: new Uint8Array(gzipSync(bytes)),
      plain: bytes,
    }
  }
  return (requestedPath, status) => {
    const text = JSON.stringify(status)
    if (text !== latest) cache.clear()
    latest = text
    const isOwn = RENDERED.test(requestedPath) || LINKED_PAGES.has(requestedPath)
    const path = isOwn ? requestedPath : UNRENDERED_PATH
    const page = cache.get(path) ?? make(path, status)
    cache.set(path, page)
    // A failure is not kept, so the next visitor's page is made anew.
    page.catch(() => cache.delete(path))
    return page
  }
}
