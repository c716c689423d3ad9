import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { type AroundNavHandler, Router, useLocation } from 'wouter'
import { browserStorage } from './browser-storage.ts'

/** The URL of the list of a patient's appointments. */
const LIST_PATH = '/meine-termine'
/** The key that is stored while the list may be open in this browser. */
const OPEN_KEY = 'ordi_my_bookings'
/**
 * The state of history entries that were reached from the list, directly or by further links. These entries
 * are the trail.
 */
const FROM_LIST = { from: 'my-bookings' } as const

/** Returns whether the list of appointments may be open in this browser. All its windows share the answer. */
export function isListOpen(): boolean {
  return browserStorage.device.read(OPEN_KEY) !== null
}

/** Stores for all windows of the browser whether the list is open. */
export function setListOpen(isOpen: boolean): void {
  browserStorage.device.write(OPEN_KEY, isOpen ? '1' : undefined)
}

/**
 * Calls the listener when another window may have opened or closed the list, also while this page was frozen.
 * Returns a function that ends the calls.
 */
export function watchList(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when a window has cleared the whole storage.
    if (key === OPEN_KEY || key === null) listener()
  }
  // A page that comes back from the browser's back-forward cache has missed what happened meanwhile.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
  }
}

/** Marks the history entries of the patients' pages that are opened by links inside `children`. */
export function MarksTrail({ children }: { children: ReactNode }) {
  return <Router aroundNav={markTrail}>{children}</Router>
}

/** Goes to a URL, and marks the new entry if it continues the trail from the list. */
const markTrail: AroundNavHandler = (navigate, to, options) => {
  const isOnTrail = to.startsWith('/patient/') && (location.pathname === LIST_PATH || isEntryMarked())
  navigate(to, isOnTrail ? { ...options, state: FROM_LIST } : options)
}

/**
 * Shows a page of an appointment. Once the list is closed, a page that was reached from the list goes back to
 * it, because the history must open nothing after "Abmelden" (docs/behaviour.md 6.12).
 */
export function OnTrail({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation()
  // The server has no history, so on the server no trail is over.
  const isOver = useSyncExternalStore(subscribeToTrail, isTrailOver, () => false)
  useEffect(() => {
    if (isOver) navigate(LIST_PATH, { replace: true })
  }, [isOver, navigate])
  return isOver ? null : <MarksTrail>{children}</MarksTrail>
}

/** Calls the listener when the list or the present entry of the history has changed. */
function subscribeToTrail(listener: () => void): () => void {
  const endListening = watchList(listener)
  addEventListener('popstate', listener)
  return () => {
    endListening()
    removeEventListener('popstate', listener)
  }
}

/** Returns whether the present page was reached from a list that is closed by now. */
function isTrailOver(): boolean {
  return isEntryMarked() && !isListOpen()
}

function isEntryMarked(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_LIST.from
}
