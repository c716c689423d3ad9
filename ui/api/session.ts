import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'
import {
  concernsSession,
  isExpiredSessionText,
  isSession,
  isUnexpired,
  type Session,
  storedSession,
  storeSession,
  type User,
  wasSessionRemoved,
} from './session-storage.ts'

/**
 * Milliseconds after which the timer of a session checks again at the latest. A browser's timer for more than
 * about 24 days overflows, and fires at once.
 */
export const LONGEST_TIMEOUT_MS = 60 * 60_000

/** A session that has ended without a sign-out. A tab may not know whose it was. */
type ExpiredSession = Readonly<{ user: User | undefined }>

/** The specification knows only one role, which may do everything, so an answer may leave it out. */
const ROLE_BY_DEFAULT = { role: 'doctor' } as const

/** Called when the session begins, changes or ends. */
const listeners = new Set<() => void>()
/**
 * The present session, and the one that has expired before. The latter is undefined after a sign-out, and as
 * soon as the next session begins.
 */
let { current, expired } = sessionsAtStart()
/** The timer that ends the session. */
let expiryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Returns the present session. The component renders again when a session begins, changes or ends. There is
 * none while the server renders a page.
 */
export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, readSession, () => undefined)
}

/** Returns the present session, for code that is no component. */
export function readSession(): Session | undefined {
  return current
}

/**
 * Returns the user whose page is shown: the present user, or the one whose session has expired. A page stays
 * as it is until somebody signs in again (docs/behaviour.md 12.5).
 */
export function useUser(): User | undefined {
  return useSyncExternalStore(watchSession, readUser)
}

/** Returns the present user, or the one whose session has expired. */
export function readUser(): User | undefined {
  return current?.user ?? expired?.user
}

/** Stores the changed name of the present user, so that the header shows it at once. */
export function renameUser(name: string): void {
  if (current) beginSession({ ...current, user: { ...current.user, name } })
}

/** Returns whether the last session ended without a sign-out. */
export function isSessionExpired(): boolean {
  return expired !== undefined
}

/**
 * Returns the session in an answer to the login call.
 * @throws Error for an answer without one, such as a proxy's, because the sign-in would fail silently
 */
export function sessionOf(answer: Session): Session {
  if (isSession(answer) && isUnexpired(answer))
    return { ...answer, user: { ...ROLE_BY_DEFAULT, ...answer.user } }
  throw new Error('the answer to the login has no session')
}

/** Stores the session in local storage, so that a reload and other tabs stay signed in. */
export function beginSession(session: Session): void {
  storeSession(session)
  setCurrent(session)
}

/**
 * Postpones the end of the session. If another tab has signed out meanwhile, the session is closed instead.
 * @param expiresAt ISO instant; null if the response did not carry one
 */
export function extendSession(expiresAt: string | null): void {
  if (!current || expiresAt === null || expiresAt === current.expiresAt) return
  if (wasSessionRemoved()) closeSession()
  else beginSession({ ...current, expiresAt })
}

/** Ends a session that has expired, or that the server does not know any more. */
export function expireSession(): void {
  if (!current) return
  rememberExpired()
  // If the session were only removed, other tabs would assume a sign-out. Their clocks may be a second
  // behind, so the stored end is far in the past.
  storeSession({ ...current, expiresAt: new Date(0).toISOString() })
  removeCurrent()
}

/** Ends the session because its user signs out. */
export function closeSession(): void {
  expired = undefined
  removeCurrent()
}

/**
 * Calls the listener when the session begins, changes or ends, also in another tab.
 * @returns a function that removes the listener
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
    clearTimeout(expiryTimer)
  }
}

/** Follows another tab, which has stored or removed a session. */
function onStorage(event: StorageEvent) {
  if (!concernsSession(event)) return
  const session = storedSession()
  if (session && isUnexpired(session)) return setCurrent(session)
  const hasEndedByItself = current !== undefined && !isUnexpired(current)
  // The other tab stores the text of an expired session in `expireSession`, before it removes the session.
  if (hasEndedByItself || isExpiredSessionText(event.newValue)) rememberExpired()
  else if (current) expired = undefined
  setCurrent(undefined)
}

/** Remembers that the session has expired, and whose it was. */
function rememberExpired() {
  expired = { user: readUser() }
}

/** Removes the session from this tab and from the storage. */
function removeCurrent() {
  storeSession(undefined)
  setCurrent(undefined)
}

/** Changes the present session, and calls the listeners. A new session takes the place of an expired one. */
function setCurrent(session: Session | undefined) {
  current = session
  if (session) expired = undefined
  scheduleExpiry()
  callListeners()
}

function callListeners() {
  for (const listener of [...listeners]) listener()
}

/** Ends the session if it has expired; otherwise checks again at its end. */
function scheduleExpiry() {
  clearTimeout(expiryTimer)
  if (!current) return
  if (!isUnexpired(current)) return expireSession()
  const msLeft = Date.parse(current.expiresAt) - serverNow()
  expiryTimer = setTimeout(scheduleExpiry, Math.min(msLeft, LONGEST_TIMEOUT_MS))
}

/** Returns the sessions with which the page opens. Removes a stored session that has expired. */
function sessionsAtStart(): { current: Session | undefined; expired: ExpiredSession | undefined } {
  const stored = storedSession()
  if (!stored || isUnexpired(stored)) return { current: stored, expired: undefined }
  storeSession(undefined)
  return { current: undefined, expired: { user: stored.user } }
}
