import type { Role } from '../../src/shared/role.ts'
import { serverNow } from './server-clock.ts'

/** The staff member who is signed in. */
export type User = { name: string; email: string; role: Role }

/** The answer to the login call. Rules: docs/behaviour.md 12.3 to 12.5. */
export type Session = {
  token: string
  user: User
  /** ISO instant at which the session ends. Each call of the user postpones it. */
  expiresAt: string
  /**
   * ISO instant beyond which no call postpones `expiresAt`. A session that an older version stored has none.
   */
  lastsUntil?: string
  ttlMinutes: number
}

/** The name of the session in local storage, which all tabs share. */
const SESSION_KEY = 'ordi_admin_session'

/**
 * True if the browser blocks its storage. A missing session then does not mean that another tab has signed
 * out.
 */
let isStorageBlocked = false

/**
 * Stores the session; undefined removes the stored one. If the browser blocks its storage, the session lives
 * in this page only.
 */
export function storeSession(session: Session | undefined): void {
  try {
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session))
    else localStorage.removeItem(SESSION_KEY)
    isStorageBlocked = false
  } catch {
    isStorageBlocked = true
  }
}

/** Returns the session in storage, which may have expired; undefined for none. */
export function storedSession(): Session | undefined {
  // The server, which renders the sign-in too, would warn in its log that Node has no storage.
  if (import.meta.env.SSR) return undefined
  try {
    return parsedSession(localStorage.getItem(SESSION_KEY))
  } catch {
    return undefined
  }
}

/**
 * Returns true if another tab has signed out, but its storage event has not arrived yet. The session must
 * then not be stored again.
 */
export function wasSessionRemoved(): boolean {
  return !isStorageBlocked && storedSession() === undefined
}

/** Returns whether a storage event is about the session. */
export function concernsSession({ key }: StorageEvent): boolean {
  // A key of null means that the whole storage was cleared.
  return key === SESSION_KEY || key === null
}

/** Returns whether a session has not expired yet. */
export function isUnexpired({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) > serverNow()
}

/** Returns whether a text is a stored session that has expired. */
export function isExpiredSessionText(text: string | null | undefined): boolean {
  const session = parsedSession(text)
  return session !== undefined && !isUnexpired(session)
}

/** Parses a stored session. Returns undefined for any other text. */
function parsedSession(text: string | null | undefined): Session | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isSession(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a value has what every session has, also one that an older version stored. */
export function isSession(value: unknown): value is Session {
  const { token, expiresAt, user } = Object(value) as Partial<Record<keyof Session, unknown>>
  const { name, email } = Object(user) as Partial<Record<keyof User, unknown>>
  return [token, expiresAt, name, email].every((field) => typeof field === 'string')
}
