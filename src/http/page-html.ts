import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { html, markup } from '../messaging/email/html.ts'
import { once } from '../shared/once.ts'
import type { InlineHashes } from './headers.ts'
import { DATA_PAGES, LINKED_PAGES, moduleShowing, type PageData } from './page-data.ts'
import type { statusAnswer } from './public.ts'

/** The status is in every page, so that no page begins with a call. */
export type StartStatus = ReturnType<typeof statusAnswer>
/** The exports of the module that is built from `ui/first-screen.tsx`. */
type FirstScreen = { renderFirstScreen: (page: PageRequest & { status: StartStatus }) => Promise<string> }
/** The address of a page, and the data that it shows. */
export type PageRequest = Readonly<{ path: string; search: string; data: PageData | undefined }>
/** Stands for the path of all pages that the browser renders alone, except `LINKED_PAGES`. */
export const UNRENDERED_PATH = ''
const NOT_RENDERED = { files: '', screen: '' }

/**
 * Writes the text of a page. For a page with data, `part` writes only what another page takes over from it.
 */
export type ComposePage = (
  page: PageRequest,
  status: StartStatus,
  extent?: 'whole' | 'part',
) => Promise<string>

/** Replaces the template when only a part is wanted, which halves the length. */
const PART_TEMPLATE = '<!-- start-data --><div id="root"><!-- first-screen --></div>'

/** The elements that a page adds to the template, by its module in `DATA_PAGES`. */
type PageElements = ReadonlyMap<string, string>

/** Returns a function that builds the text of a page, with its first screen if the server renders that. */
export function pageComposer(
  dist: string,
  template: () => string,
  elements: () => PageElements,
  log: Log,
): ComposePage {
  const loadRenderer = once((): Promise<FirstScreen> => import(join(dist, 'server/first-screen.js')))
  const linksTo = once(() => linksToModules(dist, template()))

  /**
   * The first step fetches the files and the services of the second one together, as soon as its own code
   * runs. Fetched one after the other, they would delay a press by another second on a slow connection.
   */
  const linksToSecondStep = () =>
    linksTo()(DATA_PAGES.services, 'ahead') + link('ahead', 'preload', '/api/services', 'fetch')
  const filesFor = ({ path, data }: PageRequest, status: StartStatus) => {
    if (data) return elements().get(moduleShowing(path, data) ?? '') ?? ''
    // Without data it is the first step, or the page of a closed booking.
    return status.booking.open ? linksToSecondStep() : ''
  }
  const render = async (page: PageRequest, status: StartStatus) => {
    const { renderFirstScreen } = await loadRenderer()
    return { files: filesFor(page, status), screen: await renderFirstScreen({ ...page, status }) }
  }
  /** Without a first screen the page still works, because the browser renders it. */
  const leaveToBrowser = (error: unknown) => {
    log.error(error, 'The first screen could not be rendered.')
    return NOT_RENDERED
  }
  const contentOf = (page: PageRequest, status: StartStatus) => {
    const linked = LINKED_PAGES.get(page.path)
    if (linked !== undefined) return { files: linksTo()(linked, 'later'), screen: '' }
    if (page.path === UNRENDERED_PATH) return NOT_RENDERED
    return render(page, status).catch(leaveToBrowser)
  }
  return async (page, status, extent = 'whole') => {
    const { data } = page
    const { files, screen } = await contentOf(page, status)
    const isWhole = extent === 'whole'
    const added = [
      isWhole ? dataElement('start-data', status) : '',
      files,
      data ? dataElement('page-data', data) : '',
    ]
    return (isWhole ? template() : PART_TEMPLATE)
      .replace('<title>Online-Terminbuchung', (title) => title + titleSuffix(status))
      .replace('<!-- start-data -->', () => added.join(''))
      .replace('<!-- first-screen -->', () => screen)
      .replace('<!-- practice-phone -->', () => phoneSentence(status))
  }
}

/** Returns an element that brings data to the page's code. */
function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}

type Manifest = Readonly<Record<string, Readonly<{ file: string; imports?: string[]; css?: string[] }>>>

/**
 * Returns the elements of each of `DATA_PAGES`. Its styles are inline, because a stylesheet would delay the
 * first paint by a round trip. Its scripts are fetched in parallel after the first paint (before-paint.js). A
 * disabled link to each stylesheet keeps the loader of chunks from fetching it again, and without a `rel` the
 * parser ignores the link.
 */
export function elementsOfPages(dist: string, template: string): PageElements {
  const filesOf = filesOfModules(dist, template)
  const elementsOf = (module: string) => {
    const { styles, scripts } = filesOf(module)
    const texts = styles.map((file) => readFileSync(join(dist, file), 'utf8').trim())
    return [
      texts.length > 0 ? `<style>${texts.join('')}</style>` : '',
      ...styles.map((file) => `<link data-later="stylesheet" disabled crossorigin href="/${file}">`),
      ...scripts.map((file) => `<link data-later crossorigin href="/${file}">`),
    ].join('')
  }
  return new Map(Object.values(DATA_PAGES).map((module) => [module, elementsOf(module)]))
}

/** When before-paint.js fetches something: after the first paint, or once the page's own code runs. */
type FetchTime = 'later' | 'ahead'

/** Returns a function that lists the elements by which a page fetches all files of a module in parallel. */
function linksToModules(dist: string, template: string): (module: string, time: FetchTime) => string {
  const filesOf = filesOfModules(dist, template)
  return (module, time) => {
    const { styles, scripts } = filesOf(module)
    return [
      ...scripts.map((file) => link(time, 'modulepreload', `/${file}`)),
      ...styles.map((file) => link(time, 'preload', `/${file}`, 'style')),
    ].join('')
  }
}

/** Returns a link whose `rel` before-paint.js sets at that time. */
function link(time: FetchTime, rel: string, href: string, as?: string): string {
  const kind = as === undefined ? '' : ` as="${as}"`
  return `<link data-${time}="${rel}"${kind} crossorigin fetchpriority="low" href="${href}">`
}

/** Returns a function that lists the styles and scripts of a module that are not in the template. */
function filesOfModules(dist: string, template: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return (module: string) => {
    const chunks = new Set([module])
    for (const name of chunks) for (const imported of manifest[name]?.imports ?? []) chunks.add(imported)
    const found = [...chunks].flatMap((name) => manifest[name] ?? [])
    return {
      styles: [...new Set(found.flatMap(({ css = [] }) => css))],
      // Every page loads the files that the template names.
      scripts: found.map(({ file }) => file).filter((file) => !template.includes(file)),
    }
  }
}

/**
 * Returns the hashes of the scripts and styles of the build: of the template, and of the elements from
 * `elementsOfPages`. Anything else that is injected is not allowed.
 */
export function inlineHashes(built: string): InlineHashes {
  const hashes = (tag: string) =>
    [...new Set(built.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')).map(([, text = '']) => text))]
      .map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return { script: hashes('script'), style: hashes('style') }
}

function titleSuffix({ practice: { name } }: StartStatus): string {
  return name === '' ? '' : markup(html` · ${name}`)
}

/** Returns the sentence with the practice's phone number for browsers without JavaScript. */
function phoneSentence({ practice: { phone } }: StartStatus): string {
  const sentence = html`<p>Oder rufen Sie uns an: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>.</p>`
  return phone === '' ? '' : markup(sentence)
}
