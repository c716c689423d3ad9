import { createContext, useContext, useEffect, useState } from 'react'
import type { PageData } from '../../src/http/page-data.ts'
import { setServerTime } from '../api/server-clock.ts'

/** The id of the element with the data that the server has put into the page. */
const DATA_ELEMENT_ID = 'page-data'

/** The data while the server renders a page. Each rendering has its own. */
export const RenderedData = createContext<PageData | undefined>(undefined)

/** The data that came with the page; undefined without any, and once a component has taken them. */
let brought: PageData | undefined
if (!import.meta.env.SSR) {
  const text = document.getElementById(DATA_ELEMENT_ID)?.textContent
  if (text) {
    brought = JSON.parse(text) as PageData
    setServerTime(brought.now)
  }
}

/**
 * The time at which the page was asked for, in epoch milliseconds. The data that came with it are that old.
 */
export const BROUGHT_AT = import.meta.env.SSR ? 0 : performance.timeOrigin

/**
 * Returns the data that came with the page. This is for data that everybody may read, such as services and
 * free times; their age follows from `BROUGHT_AT`.
 */
export function broughtData(): PageData | undefined {
  return brought
}

/**
 * Returns the data that came with the page to the first component that asks for them, and then forgets them.
 * Data of a patient get old, and after a logout none of them may be shown again.
 */
export function usePageData(): PageData | undefined {
  useEffect(() => {
    brought = undefined
    document.getElementById(DATA_ELEMENT_ID)?.remove()
  }, [])
  return useContext(RenderedData) ?? brought
}

/**
 * Returns the text that a person or a password manager has entered in the field of this name before the
 * page's code arrived, in a page that the server has rendered; otherwise ''. Forms begin with this text, so
 * that nothing is lost.
 */
export function useEnteredEarly(name: string): string {
  const isRendered = usePageData() !== undefined
  const [entered] = useState(() => (isRendered && !import.meta.env.SSR ? valueInPage(name) : ''))
  return entered
}

function valueInPage(name: string): string {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#root [name="${name}"]`)
  return field?.value ?? ''
}
