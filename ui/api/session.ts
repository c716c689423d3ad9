import { useSyncExternalStore } from 'react'
import type { Role } from '../../src/shared/role.ts'
import { serverNow } from './server-clock.ts'

/** The answer to the login call. Rules: docs/behaviour.md 12.3 to 12.5. */
export type Session = {
  token: string
  user: { name: string; email: string; role: Role }
  /** ISO instant at which the session ends. Each call of the admin moves it on. */
  expiresAt: string
  ttlMinutes: number
}

const KEY = 'ordi_admin_session'
/** Milliseconds. A much longer timeout would overflow the browser's timer. */
const LONGEST_TIMEOUT = 60 * 60_000

const listeners = new Set<() => void>()
let isExpired = false
/**
 * True when local storage refuses to store; then a missing session is no sign that another tab has signed
 * out.
 */
let isStorageBlocked = false
let current = storedAtStart()
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns the present session. The component renders again when a session begins, changes or ends. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, readSession)
}

export function readSession(): Session | undefined {
  return current
}

/** True when the last session ended without the admin signing out. */
export function isSessionExpired(): boolean {
  return isExpired
}

/** Stores the session in local storage, so that a reload and other tabs stay signed in. */
export function beginSession(session: Session): void {
  isExpired = false
  store(session)
  setSession(session)
}

/** Moves the end of the session on. @param expiresAt ISO instant; null if the response did not carry one */
export function extendSession(expiresAt: string | null): void {
  if (!current || expiresAt === null || expiresAt === current.expiresAt) return
  if (wasRemoved()) closeSession()
  else beginSession({ ...current, expiresAt })
}

/** Ends a session that has expired or that the server does not know. */
export function expireSession(): void {
  isExpired = current !== undefined
  removeSession()
}

/** Ends the session because the admin signs out. */
export function closeSession(): void {
  isExpired = false
  removeSession()
}

/**
 * Calls the listener when the session begins, changes or ends, also in another tab.
 * @returns how to stop it
 */
export function watchSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    scheduleExpiry()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    clearTimeout(timer)
  }
}

function onStorage(event: StorageEvent) {
  if (event.key !== KEY && event.key !== null) return
  const session = stored()
  setSession(session && isValid(session) ? session : undefined)
}

function removeSession() {
  store(undefined)
  setSession(undefined)
}

function setSession(session: Session | undefined) {
  current = session
  scheduleExpiry()
  for (const listener of listeners) listener()
}

function scheduleExpiry() {
  clearTimeout(timer)
  if (!current) return
  if (!isValid(current)) return expireSession()
  const left = Date.parse(current.expiresAt) - serverNow()
  timer = setTimeout(scheduleExpiry, Math.min(left, LONGEST_TIMEOUT))
}

function store(session: Session | undefined) {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
    isStorageBlocked = false
  } catch {
    // Without storage the session lives in this page only.
    isStorageBlocked = true
  }
}

/**
 * Returns true when another tab has signed out and its storage event has not arrived yet. The session must
 * then not be stored again.
 */
function wasRemoved(): boolean {
  return !isStorageBlocked && stored() === undefined
}

/** Returns the stored session. An expired one is removed instead. */
function storedAtStart(): Session | undefined {
  const session = stored()
  if (!session || isValid(session)) return session
  isExpired = true
  store(undefined)
  return undefined
}

function isValid({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) > serverNow()
}

function stored(): Session | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | null) ?? undefined
  } catch {
    return undefined
  }
}
