import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineHashes } from './headers.ts'
import { DATA_PAGE_MODULES } from './page-data.ts'

/** The elements that a page adds to the template, by its module in `DATA_PAGE_MODULES`. */
export type PageElements = ReadonlyMap<string, string>

/**
 * Returns the elements of each of `DATA_PAGE_MODULES`. Its styles are inline, because a stylesheet would
 * delay the first paint by a round trip. Its scripts are fetched in parallel after the first paint
 * (before-paint.js). A disabled link to each stylesheet keeps the loader of chunks from fetching it again,
 * and without a `rel` the parser ignores the link.
 */
export function elementsOfPages(dist: string, template: string): PageElements {
  const filesOf = filesOfModules(dist, template)
  const elementsOf = (module: string) => {
    const { styles, scripts } = filesOf(module)
    const styleTexts = styles.map((file) => readFileSync(join(dist, file), 'utf8').trim())
    return [
      styleTexts.length > 0 ? `<style>${styleTexts.join('')}</style>` : '',
      ...styles.map((file) => `<link data-later="stylesheet" disabled crossorigin href="/${file}">`),
      ...scripts.map((file) => `<link data-later crossorigin href="/${file}">`),
    ].join('')
  }
  return new Map(Object.values(DATA_PAGE_MODULES).map((module) => [module, elementsOf(module)]))
}

/** When before-paint.js fetches something: after the first paint, or once the page's own code runs. */
type FetchTime = 'later' | 'ahead'

/** Returns a function that lists the elements by which a page fetches all files of a module in parallel. */
export function linksToModules(dist: string, template: string): (module: string, time: FetchTime) => string {
  const filesOf = filesOfModules(dist, template)
  return (module, time) => {
    const { styles, scripts } = filesOf(module)
    return [
      ...scripts.map((file) => delayedLink({ time, rel: 'modulepreload', href: `/${file}` })),
      ...styles.map((file) => delayedLink({ time, rel: 'preload', href: `/${file}`, as: 'style' })),
    ].join('')
  }
}

type DelayedLink = Readonly<{ time: FetchTime; rel: string; href: string; as?: string }>

/** Returns a link whose `rel` before-paint.js sets at that time. */
export function delayedLink({ time, rel, href, as }: DelayedLink): string {
  const asAttribute = as === undefined ? '' : ` as="${as}"`
  return `<link data-${time}="${rel}"${asAttribute} crossorigin fetchpriority="low" href="${href}">`
}

type Manifest = Readonly<Record<string, Readonly<{ file: string; imports?: string[]; css?: string[] }>>>

/** Returns a function that lists the styles and scripts of a module that are not in the template. */
function filesOfModules(dist: string, template: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return (module: string) => {
    const chunks = new Set([module])
    for (const name of chunks) for (const imported of manifest[name]?.imports ?? []) chunks.add(imported)
    const entries = [...chunks].flatMap((name) => manifest[name] ?? [])
    return {
      styles: [...new Set(entries.flatMap(({ css = [] }) => css))],
      // Every page loads the files that the template names.
      scripts: entries.map(({ file }) => file).filter((file) => !template.includes(file)),
    }
  }
}

/**
 * Returns the hashes of the scripts and styles of the build: of the template, and of the elements from
 * `elementsOfPages`. Anything else that is injected is not allowed.
 */
export function inlineHashes(built: string): InlineHashes {
  const hashesOf = (tag: 'script' | 'style') => {
    const inlineElement = new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')
    const texts = new Set(Array.from(built.matchAll(inlineElement), ([, text = '']) => text))
    return Array.from(texts, (text) => ` 'sha256-${sha256(text)}'`).join('')
  }
  return { script: hashesOf('script'), style: hashesOf('style') }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
