import { useEffect } from 'react'

/** The event of the Navigation API, as far as it is used here. */
type NavigateEvent = Event & {
  canIntercept: boolean
  destination: { url: string }
  navigationType: 'push' | 'replace' | 'reload' | 'traverse'
}

/** The Navigation API. TypeScript declares it as always present, but older browsers do not have it. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation

/** Events about which another form of the page has asked already, so that one question is enough. */
const answered = new WeakSet<Event>()

const UNSAVED = 'Ihre Änderungen sind noch nicht gespeichert.'

/** Asks before the user leaves the page, in any way, with unsaved changes. There are some while `dirty`. */
export function useUnsaved(dirty: boolean, question = `${UNSAVED} Seite trotzdem verlassen?`): void {
  useEffect(() => {
    if (!dirty) return
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const beforeNavigate = (event: Event) => {
      const { destination, canIntercept } = event as NavigateEvent
      // The browser does not let everything be stopped. About the way to another site `beforeunload` asks.
      const canStay = event.cancelable && canIntercept
      if (!canStay || !wouldLoseChanges(destination.url) || answered.has(event)) return
      answered.add(event)
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

/** Asks whether unsaved changes may be lost, and returns the answer. */
export function confirmsLoss(question: string): boolean {
  return confirm(`${UNSAVED} ${question}`)
}

/**
 * Returns whether the way to an address loses changes that could still be saved. One to the login page does
 * not, because an ended session cannot save, and nor does one within the page.
 */
function wouldLoseChanges(url: string): boolean {
  const { pathname } = new URL(url)
  return pathname !== location.pathname && pathname !== '/admin/login'
}
