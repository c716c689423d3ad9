import { useEffect } from 'react'

type Navigate = Event & {
  canIntercept: boolean
  destination: { url: string }
  navigationType: 'push' | 'replace' | 'reload' | 'traverse'
}

/** The Navigation API, which TypeScript's DOM library does not know everywhere yet. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation

/** Where several forms stand on one page, one question is enough. */
const asked = new WeakSet<Event>()

const UNSAVED = 'Ihre Änderungen sind noch nicht gespeichert.'

/** Asks before somebody leaves the page, in whichever way, while something stands there that was not saved. */
export function useUnsaved(dirty: boolean, question = `${UNSAVED} Seite trotzdem verlassen?`): void {
  useEffect(() => {
    if (!dirty) return
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const beforeNavigate = (event: Event) => {
      const { destination, canIntercept } = event as Navigate
      if (!event.cancelable || !canIntercept || !isOtherPage(destination.url) || asked.has(event)) return
      asked.add(event)
      if (!confirm(question)) event.preventDefault()
    }
    addEventListener('beforeunload', beforeUnload)
    navigation?.addEventListener('navigate', beforeNavigate)
    return () => {
      removeEventListener('beforeunload', beforeUnload)
      navigation?.removeEventListener('navigate', beforeNavigate)
    }
  }, [dirty, question])
}

/** Whether what was typed may go; asked by the browser itself, which stops everything else. */
export function givesUpChanges(question: string): boolean {
  return confirm(`${UNSAVED} ${question}`)
}

/** Being signed out is no choice: the login page comes without a question. */
function isOtherPage(url: string): boolean {
  const { pathname } = new URL(url)
  return pathname !== location.pathname && pathname !== '/admin/login'
}
