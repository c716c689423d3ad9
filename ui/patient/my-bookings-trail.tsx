import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { type AroundNavHandler, Router, useLocation } from 'wouter'
import { browserStorage } from './browser-storage.ts'

const MY_BOOKINGS = '/meine-termine'
/** The key that is stored while the list may be open in this browser. */
const OPEN_KEY = 'ordi_my_bookings'
/** The state of the entries of the history that were reached from the list. */
const FROM_LIST = { from: 'my-bookings' } as const

/** Whether the list of appointments may be open in this browser, for all its windows. */
export function isListStored(): boolean {
  return browserStorage.device.read(OPEN_KEY) !== null
}

export function storeList(isOpen: boolean): void {
  browserStorage.device.write(OPEN_KEY, isOpen ? '1' : undefined)
}

/** Calls back when another window has opened or closed the list, also while this page was frozen. */
export function onListChange(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === OPEN_KEY || key === null) listener()
  }
  // A page that comes back from the browser's back-forward cache has missed what happened meanwhile.
  const thaw = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', thaw)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('pageshow', thaw)
  }
}

/** Marks the pages of appointments that are reached by the links in it. */
export function MarksTrail({ children }: { children: ReactNode }) {
  return <Router aroundNav={markTrail}>{children}</Router>
}

const markTrail: AroundNavHandler = (navigate, to, options) => {
  const isOnTrail = to.startsWith('/patient/') && (location.pathname === MY_BOOKINGS || isMarked())
  navigate(to, isOnTrail ? { ...options, state: FROM_LIST } : options)
}

/**
 * Shows a page of an appointment. One that was reached from the list leads back to it once the list is
 * closed: the history must open nothing after "Abmelden" (docs/behaviour.md 6.12).
 */
export function OnTrail({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation()
  const isOver = useSyncExternalStore(subscribe, isTrailOver, () => false)
  useEffect(() => {
    if (isOver) navigate(MY_BOOKINGS, { replace: true })
  }, [isOver, navigate])
  return isOver ? null : <MarksTrail>{children}</MarksTrail>
}

function subscribe(listener: () => void): () => void {
  const end = onListChange(listener)
  addEventListener('popstate', listener)
  return () => {
    end()
    removeEventListener('popstate', listener)
  }
}

function isTrailOver(): boolean {
  return isMarked() && !isListStored()
}

function isMarked(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'from' in state && state.from === FROM_LIST.from
}
