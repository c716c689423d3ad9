import { useSyncExternalStore } from 'react'
import { serverNow } from '../server-clock.ts'

/** Who is signed in, as the login call answers it (specification section 3, admin session). */
export type Session = {
  token: string
  user: { name: string; email: string }
  /** ISO; pushed on by every call of somebody who is really there. */
  expiresAt: string
  ttlMinutes: number
}

const KEY = 'ordi_admin_session'
/** Longer waits overflow the browser's timer. */
const LONGEST_WAIT = 60 * 60_000

const listeners = new Set<() => void>()
let current = stored()
let timer: ReturnType<typeof setTimeout> | undefined

/** The session that lives, or undefined; the page is drawn anew when it begins, ends or expires. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, readSession)
}

export function readSession(): Session | undefined {
  return current
}

/** Kept in local storage, so that a reload and other tabs stay signed in. */
export function beginSession(session: Session): void {
  keep(session)
  settle(session)
}

/** The server has said until when the session now lives. */
export function prolongSession(expiresAt: string | null): void {
  if (current && expiresAt !== null && expiresAt !== current.expiresAt)
    beginSession({ ...current, expiresAt })
}

/** Signed out, expired, or ended by the server. */
export function forgetSession(): void {
  keep(undefined)
  settle(undefined)
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    addEventListener('storage', followOtherTab)
    awaitExpiry()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', followOtherTab)
    clearTimeout(timer)
  }
}

function followOtherTab(event: StorageEvent) {
  if (event.key === KEY || event.key === null) settle(stored())
}

function settle(session: Session | undefined) {
  current = session
  awaitExpiry()
  for (const listener of listeners) listener()
}

function awaitExpiry() {
  clearTimeout(timer)
  if (!current) return
  const left = Date.parse(current.expiresAt) - serverNow()
  timer = setTimeout(left <= 0 ? forgetSession : awaitExpiry, Math.min(Math.max(0, left), LONGEST_WAIT))
}

function keep(session: Session | undefined) {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the session holds for this page.
  }
}

function stored(): Session | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | null
    return session && Date.parse(session.expiresAt) > Date.now() ? session : undefined
  } catch {
    return undefined
  }
}
