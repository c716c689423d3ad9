import { createContext, useContext, useEffect, useState } from 'react'
import type { PageData } from '../../src/http/page-data.ts'
import { setServerTime } from '../api/server-clock.ts'

/** The id of the element with the data that the server has put into the page. */
const ELEMENT = 'page-data'

/** The data while the server renders a page. Each rendering has its own. */
export const RenderedData = createContext<PageData | undefined>(undefined)

let brought: PageData | undefined
if (!import.meta.env.SSR) {
  const text = document.getElementById(ELEMENT)?.textContent
  if (text) {
    brought = JSON.parse(text) as PageData
    setServerTime(brought.now)
  }
}

/** The time at which the page was asked for, in epoch milliseconds: what came with it is so old. */
export const BROUGHT_AT = import.meta.env.SSR ? 0 : performance.timeOrigin

/**
 * Returns what came with the page, for what is known to everybody. It is old after a while (`BROUGHT_AT`).
 */
export function broughtData(): PageData | undefined {
  return brought
}

/**
 * Returns what came with the page, until a component that shows it is in the page. Then it is forgotten: it
 * gets old, and after a logout nothing of it may be shown again.
 */
export function usePageData(): PageData | undefined {
  useEffect(() => {
    brought = undefined
    document.getElementById(ELEMENT)?.remove()
  }, [])
  return useContext(RenderedData) ?? brought
}

/**
 * Returns what a person or a password manager has entered in a field of a page that the server has rendered,
 * before the page's code arrived; otherwise ''. It is the field's first value, so that nothing is lost.
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
