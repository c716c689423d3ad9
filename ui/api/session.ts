import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'
import {
  isValid,
  parseSession,
  readStored,
  SESSION_KEY,
  type Session,
  type User,
  wasRemovedElsewhere,
  writeStored,
} from './stored-session.ts'

/** Milliseconds. A much longer timeout would overflow the browser's timer. */
export const LONGEST_TIMEOUT = 60 * 60_000

const listeners = new Set<() => void>()
let isExpired = false
/** The user of the session that has expired; undefined after a sign-out. */
let expiredUser: User | undefined
/** True while a page is shown over which its user can sign in again. */
let isSignInOffered = false
let current = storedAtStart()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Returns the present session. The component renders again when a session begins, changes or ends. While the
 * server renders a page there is none.
 */
export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, readSession, () => undefined)
}

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
 * @returns how to take that back; who waits for the sign-in is told that there is none
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
 * @returns undefined if nobody can, if the user signs out, or if somebody else signs in
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

/** True when the last session ended without the admin signing out. */
export function isSessionExpired(): boolean {
  return isExpired
}

/** Stores the session in local storage, so that a reload and other tabs stay signed in. */
export function beginSession(session: Session): void {
  writeStored(session)
  takeSession(session)
}

/** Moves the end of the session on. @param expiresAt ISO instant; null if the response did not carry one */
export function extendSession(expiresAt: string | null): void {
  if (!current || expiresAt === null || expiresAt === current.expiresAt) return
  if (wasRemovedElsewhere()) closeSession()
  else beginSession({ ...current, expiresAt })
}

/** Ends a session that has expired or that the server does not know. */
export function expireSession(): void {
  if (!current) return
  noteExpiry()
  // Other tabs would take a session that is only removed for one that its user has signed out of.
  writeStored({ ...current, expiresAt: new Date(serverNow()).toISOString() })
  removeSession()
}

/** Ends the session because the admin signs out. */
export function closeSession(): void {
  forgetUser()
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
  if (event.key !== SESSION_KEY && event.key !== null) return
  const session = readStored()
  if (session && isValid(session)) return takeSession(session)
  const isEndOfTime = current !== undefined && !isValid(current)
  if (isEndOfTime || isExpiredText(event.newValue)) noteExpiry()
  else if (current) forgetUser()
  setSession(undefined)
}

/** True for the text that `expireSession` of another tab has stored before it removed the session. */
function isExpiredText(text: string | null | undefined): boolean {
  const session = parseSession(text)
  return session !== undefined && !isValid(session)
}

function takeSession(session: Session) {
  forgetUser()
  setSession(session)
}

function noteExpiry() {
  isExpired = true
  expiredUser = current?.user ?? expiredUser
}

function forgetUser() {
  isExpired = false
  expiredUser = undefined
}

function removeSession() {
  writeStored(undefined)
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

function scheduleExpiry() {
  clearTimeout(timer)
  if (!current) return
  if (!isValid(current)) return expireSession()
  const left = Date.parse(current.expiresAt) - serverNow()
  timer = setTimeout(scheduleExpiry, Math.min(left, LONGEST_TIMEOUT))
}

/** Returns the stored session. An expired one is removed instead. */
function storedAtStart(): Session | undefined {
  const session = readStored()
  if (!session || isValid(session)) return session
  isExpired = true
  expiredUser = session.user
  writeStored(undefined)
  return undefined
}
