import { useEffect } from 'react'

type Navigate = Event & {
  canIntercept: boolean
  destination: { url: string }
  navigationType: 'push' | 'replace' | 'reload' | 'traverse'
}

/** The Navigation API, which TypeScript's DOM library does not have everywhere yet. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation

/** Events that one of several forms on the page has asked about already. */
const asked = new WeakSet<Event>()

const UNSAVED = 'Ihre Änderungen sind noch nicht gespeichert.'

/** Asks before the page is left in any way while it holds unsaved changes. */
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

/** Asks whether unsaved changes may be lost. */
export function confirmsLoss(question: string): boolean {
  return confirm(`${UNSAVED} ${question}`)
}

/** The login page comes without a question, since an expired session cannot save. */
function isOtherPage(url: string): boolean {
  const { pathname } = new URL(url)
  return pathname !== location.pathname && pathname !== '/admin/login'
}
