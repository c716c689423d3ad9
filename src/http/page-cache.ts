import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Encoding } from './encodings.ts'
import { LINKED_PAGE_MODULES } from './page-data.ts'
import { type ComposePage, type StartStatus, UNRENDERED_PATH } from './page-html.ts'

/** The bytes of a page in each encoding. */
type Page = Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>

/**
 * The server renders the first screen of these two pages, and of pages with data (page-data.ts). The browser
 * renders all others.
 */
const RENDERED_PATH = /^\/(booking)?$/

/**
 * Returns a function that caches compressed pages until the status changes. They contain no patient's data.
 */
export function openPageCache(compose: ComposePage): (path: string, status: StartStatus) => Promise<Page> {
  const cache = new Map<string, Promise<Page>>()
  let latestStatus = ''
  const makePage = async (path: string, status: StartStatus): Promise<Page> => {
    const bytes = new TextEncoder().encode(await compose({ path, search: '', data: undefined }, status))
    // A cached page is sent often, so brotli's best setting, which is its default, pays.
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
    const isUnlikeOthers = RENDERED_PATH.test(requestedPath) || LINKED_PAGE_MODULES.has(requestedPath)
    const path = isUnlikeOthers ? requestedPath : UNRENDERED_PATH
    const page = cache.get(path) ?? makePage(path, status)
    cache.set(path, page)
    // A failure is not cached, so the next visitor's page is rendered again.
    page.catch(() => cache.delete(path))
    return page
  }
}
