import { useSyncExternalStore } from 'react'
import { serverNow } from '../api/server-clock.ts'

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
let hasRunOut = false
/** The storage takes nothing: then what is missing in it tells nothing. */
let isBlocked = false
let current = opening()
let timer: ReturnType<typeof setTimeout> | undefined

/** The session that lives, or undefined; the page is drawn anew when it begins, ends or expires. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, readSession)
}

export function readSession(): Session | undefined {
  return current
}

/** True when the last session was not ended by whoever had it; the login page says so. */
export function sessionHasRunOut(): boolean {
  return hasRunOut
}

/** Kept in local storage, so that a reload and other tabs stay signed in. */
export function beginSession(session: Session): void {
  hasRunOut = false
  keep(session)
  settle(session)
}

/** The server has said until when the session now lives. */
export function prolongSession(expiresAt: string | null): void {
  if (!current || expiresAt === null || expiresAt === current.expiresAt) return
  if (hasVanished()) forgetSession()
  else beginSession({ ...current, expiresAt })
}

/** Expired, or no longer known to the server. */
export function endSession(): void {
  hasRunOut = current !== undefined
  forget()
}

/** Signed out on purpose. */
export function forgetSession(): void {
  hasRunOut = false
  forget()
}

/** Calls the listener when the session begins, ends or is pushed on, also by another tab. Returns how to stop it. */
export function watchSession(listener: () => void): () => void {
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
  if (event.key !== KEY && event.key !== null) return
  const session = stored()
  settle(session && isAlive(session) ? session : undefined)
}

function forget() {
  keep(undefined)
  settle(undefined)
}

function settle(session: Session | undefined) {
  current = session
  awaitExpiry()
  for (const listener of listeners) listener()
}

function awaitExpiry() {
  clearTimeout(timer)
  if (!current) return
  if (!isAlive(current)) return endSession()
  const left = Date.parse(current.expiresAt) - serverNow()
  timer = setTimeout(awaitExpiry, Math.min(left, LONGEST_WAIT))
}

function keep(session: Session | undefined) {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
    isBlocked = false
  } catch {
    // The session holds for this page.
    isBlocked = true
  }
}

/** Another tab has just signed out, and its word is still on the way: what it took away must not be put back. */
function hasVanished(): boolean {
  return !isBlocked && stored() === undefined
}

/** What this browser remembers from last time; a token that has died meanwhile is not kept. */
function opening(): Session | undefined {
  const session = stored()
  if (!session || isAlive(session)) return session
  hasRunOut = true
  keep(undefined)
  return undefined
}

function isAlive({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) > serverNow()
}

function stored(): Session | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | null) ?? undefined
  } catch {
    return undefined
  }
}
