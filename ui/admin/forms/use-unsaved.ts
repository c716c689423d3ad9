import { useEffect } from 'react'

/** The part of the Navigation API's event that is used here. */
type NavigateEvent = Event & {
  canIntercept: boolean
  destination: { url: string }
  navigationType: 'push' | 'replace' | 'reload' | 'traverse'
}

/** The Navigation API. TypeScript declares it as always present, but older browsers do not have it. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation

/** Events that another form of the page has already asked about, so that the user is asked once. */
const answeredEvents = new WeakSet<Event>()

/** The forms on the page that have unsaved changes, with the question before the page is left. */
const unsavedForms = new Map<symbol, string>()

/** True once `guardHistory` has replaced `pushState`, which it does once for the whole document. */
let isHistoryGuarded = false

const UNSAVED_SENTENCE = 'Ihre Änderungen sind noch nicht gespeichert.'

/**
 * Asks for confirmation before the user leaves the page in any way while `dirty` is true, or goes back from a
 * sheet that the URL opens.
 */
export function useUnsaved(dirty: boolean, question = `${UNSAVED_SENTENCE} Seite trotzdem verlassen?`): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol()
    unsavedForms.set(form, question)
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const askBeforeNavigation = (event: Event) => {
      const { destination, canIntercept, navigationType } = event as NavigateEvent
      const isBack = navigationType === 'traverse'
      // Not every navigation can be stopped here. `beforeunload` asks before leaving for another site.
      const canStay = event.cancelable && canIntercept
      if (!canStay || !wouldLoseChanges(destination.url, { isBack }) || answeredEvents.has(event)) return
      answeredEvents.add(event)
      if (!confirm(question)) event.preventDefault()
    }
    addEventListener('beforeunload', askBeforeUnload)
    if (!navigation) guardHistory()
    navigation?.addEventListener('navigate', askBeforeNavigation)
    return () => {
      unsavedForms.delete(form)
      removeEventListener('beforeunload', askBeforeUnload)
      navigation?.removeEventListener('navigate', askBeforeNavigation)
    }
  }, [dirty, question])
}

/**
 * Asks before links and keys lead to another page in browsers without the Navigation API, such as Safari
 * before 26.2. Their Back button cannot be stopped.
 */
function guardHistory(): void {
  if (isHistoryGuarded) return
  isHistoryGuarded = true
  const { pushState } = history
  history.pushState = (state, unused, url) => {
    const [question] = unsavedForms.values()
    const isAsked =
      question !== undefined && wouldLoseChanges(new URL(url ?? '', location.href).href, { isBack: false })
    if (!isAsked || confirm(question)) pushState.call(history, state, unused, url)
  }
}

/** Returns whether a sheet may close: nothing in its forms is unsaved, or the user is asked and agrees. */
export function confirmClosing(): boolean {
  return unsavedForms.size === 0 || confirmLossOfChanges('Trotzdem schließen?')
}

/** Asks whether unsaved changes may be lost, and returns the answer. */
export function confirmLossOfChanges(question: string): boolean {
  return confirm(`${UNSAVED_SENTENCE} ${question}`)
}

/**
 * Returns whether navigating to a URL loses changes that could still be saved. The login page does not
 * count, because an ended session cannot save, nor does a target within the page. The browser's Back button
 * closes a sheet without asking its form; other ways to close one ask by themselves.
 */
function wouldLoseChanges(url: string, { isBack }: { isBack: boolean }): boolean {
  const { pathname, search } = new URL(url)
  if (pathname !== location.pathname) return pathname !== '/admin/login'
  return isBack && search !== location.search
}
