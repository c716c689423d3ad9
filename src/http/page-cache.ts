import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Encoding } from './encodings.ts'
import { LINKED_PAGES } from './page-data.ts'
import { type ComposePage, type StartStatus, UNRENDERED_PATH } from './page-html.ts'

/** The bytes of a page in each encoding. */
type Page = Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>

/**
 * The server renders the first screen of these two pages, and of those that bring data along (page-data.ts).
 * The browser renders all others.
 */
const RENDERED = /^\/(booking)?$/

/** Returns a function that keeps compressed pages until the status changes. They hold no patient's data. */
export function openPageCache(compose: ComposePage): (path: string, status: StartStatus) => Promise<Page> {
  const cache = new Map<string, Promise<Page>>()
  let latestStatus = ''
  const make = async (path: string, status: StartStatus): Promise<Page> => {
    const bytes = new TextEncoder().encode(await compose({ path, search: '', data: undefined }, status))
    // A page that is kept is sent often, so that brotli's best setting pays, which is its default.
    return {
      br: new Uint8Array(brotliCompressSync(bytes)),
      gzip: new Uint8Array(gzipSync(bytes)),
      plain: bytes,
    }
  }
  return (requestedPath, status) => {
    const statusText = JSON.stringify(status)
    if (statusText !== latestStatus) cache.clear()
    latestStatus = statusText
    const isUnlikeOthers = RENDERED.test(requestedPath) || LINKED_PAGES.has(requestedPath)
    const path = isUnlikeOthers ? requestedPath : UNRENDERED_PATH
    const page = cache.get(path) ?? make(path, status)
    cache.set(path, page)
    // A failure is not kept, so the next visitor's page is made anew.
    page.catch(() => cache.delete(path))
    return page
  }
}
