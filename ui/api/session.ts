import { useSyncExternalStore } from 'react'
import type { Role } from '../../src/shared/role.ts'
import { serverNow } from './server-clock.ts'

/** The staff member who is signed in. */
export type User = { name: string; email: string; role: Role }

/** The answer to the login call. Rules: docs/behaviour.md 12.3 to 12.5. */
export type Session = {
  token: string
  user: User
  /** ISO instant at which the session ends. Each call of the admin moves it on. */
  expiresAt: string
  /** ISO instant beyond which no call moves `expiresAt`. A session that an older version stored has none. */
  lastsUntil?: string
  ttlMinutes: number
}

/** The name of the session in local storage. */
const KEY = 'ordi_admin_session'
/** Milliseconds. A much longer timeout would overflow the browser's timer, and end at once. */
export const LONGEST_TIMEOUT = 60 * 60_000

/** Called when the session begins, changes or ends. */
const listeners = new Set<() => void>()
/** True when the last session ended without a sign-out. */
let isExpired = false
/** The user of the session that has expired; undefined after a sign-out. */
let expiredUser: User | undefined
/** True while a page is shown over which its user can sign in again. */
let isSignInOffered = false
/**
 * True when the browser refuses to store. A session that is not in storage is then no sign that another tab
 * has signed out.
 */
let isStorageBlocked = false
/** The present session. */
let current = storedAtStart()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Returns the present session. The component renders again when a session begins, changes or ends. While the
 * server renders a page there is none.
 */
export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, readSession, () => undefined)
}

/** Returns the present session, for code that is no component. */
export function readSession(): Session | undefined {
  return current
}

/**
 * Returns whose page is shown: the present user, or the one whose session has expired. A page stays as it is
 * until somebody signs in again (docs/behaviour.md 12.5).
 */
export function useUser(): User | undefined {
  return useSyncExternalStore(watchSession, readUser)
}

/** Returns the present user, or the one whose session has expired. */
export function readUser(): User | undefined {
  return current?.user ?? expiredUser
}

/** Stores the changed name of the present user, so that the header shows it at once. */
export function renameUser(name: string): void {
  if (current) beginSession({ ...current, user: { ...current.user, name } })
}

/**
 * Says that a page is shown over which its user can sign in again.
 * @returns a function that takes that back; calls that wait for the sign-in then learn that there is none
 */
export function offerSignIn(): () => void {
  isSignInOffered = true
  return () => {
    isSignInOffered = false
    notify()
  }
}

/**
 * Waits until a user whose session has expired has signed in again.
 * @returns the new session; undefined if nobody can sign in, the user signs out, or somebody else signs in
 */
export function sessionAfterSignIn({ email }: User): Promise<Session | undefined> {
  return new Promise((resolve) => {
    const check = () => {
      const isWaiting = isSignInOffered && !current && expiredUser?.email === email
      if (isWaiting) return
      stop()
      resolve(current?.user.email === email ? current : undefined)
    }
    const stop = watchSession(check)
    check()
  })
}

/** Returns whether the last session ended without a sign-out. */
export function isSessionExpired(): boolean {
  return isExpired
}

/** Stores the session in local storage, so that a reload and other tabs stay signed in. */
export function beginSession(session: Session): void {
  store(session)
  takeSession(session)
}

/** Moves the end of the session on. @param expiresAt ISO instant; null if the response did not carry one */
export function extendSession(expiresAt: string | null): void {
  if (!current || expiresAt === null || expiresAt === current.expiresAt) return
  if (wasRemoved()) closeSession()
  else beginSession({ ...current, expiresAt })
}

/** Ends a session that has expired or that the server does not know. */
export function expireSession(): void {
  if (!current) return
  noteExpiry()
  // Other tabs would take a session that is only removed for one that its user has signed out of.
  store({ ...current, expiresAt: new Date(serverNow()).toISOString() })
  removeSession()
}

/** Ends the session because its user signs out. */
export function closeSession(): void {
  forgetUser()
  removeSession()
}

/**
 * Calls the listener when the session begins, changes or ends, also in another tab.
 * @returns a function that ends this
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

/** Takes over what another tab has stored or removed. */
function onStorage(event: StorageEvent) {
  // Null stands for everything at once: the storage was cleared.
  if (event.key !== KEY && event.key !== null) return
  const session = stored()
  if (session && isValid(session)) return takeSession(session)
  const isEndOfTime = current !== undefined && !isValid(current)
  if (isEndOfTime || isExpiredText(event.newValue)) noteExpiry()
  else if (current) forgetUser()
  setSession(undefined)
}

/** Returns whether this is the text that `expireSession` of another tab has stored before it removed it. */
function isExpiredText(text: string | null | undefined): boolean {
  const session = parsed(text)
  return session !== undefined && !isValid(session)
}

/** Makes a session the present one. */
function takeSession(session: Session) {
  forgetUser()
  setSession(session)
}

/** Remembers that the session has expired, and whose it was. */
function noteExpiry() {
  isExpired = true
  expiredUser = current?.user ?? expiredUser
}

/** Forgets an expired session. */
function forgetUser() {
  isExpired = false
  expiredUser = undefined
}

function removeSession() {
  store(undefined)
  setSession(undefined)
}

function setSession(session: Session | undefined) {
  current = session
  scheduleExpiry()
  notify()
}

function notify() {
  for (const listener of [...listeners]) listener()
}

/** Ends the session now if its time is up, and otherwise looks again when it will be. */
function scheduleExpiry() {
  clearTimeout(timer)
  if (!current) return
  if (!isValid(current)) return expireSession()
  const left = Date.parse(current.expiresAt) - serverNow()
  timer = setTimeout(scheduleExpiry, Math.min(left, LONGEST_TIMEOUT))
}

/** Stores the session, or removes the stored one. */
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
  expiredUser = session.user
  store(undefined)
  return undefined
}

function isValid({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) > serverNow()
}

/** Returns the session in storage, which may have expired. */
function stored(): Session | undefined {
  try {
    return parsed(localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

/** Reads a stored session. Returns undefined for a text that is no JSON. */
function parsed(text: string | null | undefined): Session | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Session | null) ?? undefined
  } catch {
    return undefined
  }
}
