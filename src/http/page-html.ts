import { join } from 'node:path'
import type { Log } from '../log.ts'
import { html, markup } from '../messaging/email/html.ts'
import { once } from '../shared/once.ts'
import { DATA_PAGE_MODULES, LINKED_PAGE_MODULES, moduleShowing, type PageData } from './page-data.ts'
import { delayedLink, linksToModules, type PageElements } from './page-elements.ts'
import type { statusAnswer } from './public.ts'

/** The status is in every page, so that no page begins with a call. */
export type StartStatus = ReturnType<typeof statusAnswer>

/** The exports of the module that is built from `ui/first-screen.tsx`. */
type FirstScreen = { renderFirstScreen: (page: PageRequest & { status: StartStatus }) => Promise<string> }

/** The address of a page, and the data that it shows. */
export type PageRequest = Readonly<{ path: string; search: string; data: PageData | undefined }>

/** Stands for the path of all pages that the browser renders alone, except `LINKED_PAGE_MODULES`. */
export const UNRENDERED_PATH = ''

/** The parts of a page that the template lacks: links to its files, and its first screen. */
type PageContent = Readonly<{ files: string; screen: string }>

/** A page without a first screen still works, because the browser renders it. */
const NOT_RENDERED: PageContent = { files: '', screen: '' }

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

/** The built pages: their folder, the text of `index.html`, and what each page adds to it. */
export type BuiltPages = Readonly<{ dist: string; template: () => string; elements: () => PageElements }>

/** Returns a function that builds the text of a page, with its first screen if the server renders that. */
export function pageComposer(built: BuiltPages, log: Log): ComposePage {
  const contentOf = contentComposer(built, log)
  return async (page, status, extent = 'whole') => {
    const { files, screen } = await contentOf(page, status)
    const ownElements = page.data ? files + dataElement('page-data', page.data) : files
    if (extent === 'part') return fillTemplate(PART_TEMPLATE, status, { elements: ownElements, screen })
    const elements = dataElement('start-data', status) + ownElements
    return fillTemplate(built.template(), status, { elements, screen })
  }
}

/** Puts the elements of a page and its first screen into the template. */
function fillTemplate(
  template: string,
  status: StartStatus,
  { elements, screen }: Readonly<{ elements: string; screen: string }>,
): string {
  return template
    .replace('<title>Online-Terminbuchung', (title) => title + titleSuffix(status))
    .replace('<!-- start-data -->', () => elements)
    .replace('<!-- first-screen -->', () => screen)
    .replace('<!-- practice-phone -->', () => phoneSentence(status))
}

/** Returns a function that makes what the template lacks for a page. */
function contentComposer({ dist, template, elements }: BuiltPages, log: Log) {
  const loadRenderer = once((): Promise<FirstScreen> => import(join(dist, 'server/first-screen.js')))
  const linksTo = once(() => linksToModules(dist, template()))

  /**
   * The first step fetches the files and the services of the second one together, as soon as its own code
   * runs. Fetched one after the other, they would delay a press by another second on a slow connection.
   */
  const linksToSecondStep = () =>
    linksTo()(DATA_PAGE_MODULES.services, 'ahead') +
    delayedLink({ time: 'ahead', rel: 'preload', href: '/api/services', as: 'fetch' })

  /** Returns links to the files of a page whose first screen the server renders. */
  const filesFor = ({ path, data }: PageRequest, status: StartStatus) => {
    if (data) return elements().get(moduleShowing(path, data) ?? '') ?? ''
    // Without data it is the first step, or the page of a closed booking.
    return status.booking.open ? linksToSecondStep() : ''
  }

  /** Renders the first screen; leaves that to the browser if it fails. */
  const render = async (page: PageRequest, status: StartStatus): Promise<PageContent> => {
    try {
      const { renderFirstScreen } = await loadRenderer()
      return { files: filesFor(page, status), screen: await renderFirstScreen({ ...page, status }) }
    } catch (error) {
      log.error(error, 'The first screen could not be rendered.')
      return NOT_RENDERED
    }
  }

  return async (page: PageRequest, status: StartStatus): Promise<PageContent> => {
    const linkedModule = LINKED_PAGE_MODULES.get(page.path)
    if (linkedModule !== undefined) return { files: linksTo()(linkedModule, 'later'), screen: '' }
    return page.path === UNRENDERED_PATH ? NOT_RENDERED : render(page, status)
  }
}

/** Returns an element that brings data to the page's code. */
function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}

/** Returns the name of the practice for the title; '' without a name. */
function titleSuffix({ practice: { name } }: StartStatus): string {
  return name === '' ? '' : markup(html` · ${name}`)
}

/** Returns the sentence with the practice's phone number for browsers without JavaScript. */
function phoneSentence({ practice: { phone } }: StartStatus): string {
  const sentence = html`<p>Oder rufen Sie uns an: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>.</p>`
  return phone === '' ? '' : markup(sentence)
}
