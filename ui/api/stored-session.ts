import type { Role } from '../../src/shared/role.ts'
import { serverNow } from './server-clock.ts'

/** This module has the session as local storage has it, which all tabs share. */

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

export const SESSION_KEY = 'ordi_admin_session'

/**
 * True when local storage refuses to store; then a missing session is no sign that another tab has signed
 * out.
 */
let isStorageBlocked = false

/** Stores the session, or removes the stored one. */
export function writeStored(session: Session | undefined) {
  try {
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session))
    else localStorage.removeItem(SESSION_KEY)
    isStorageBlocked = false
  } catch {
    // Without storage the session lives in this page only.
    isStorageBlocked = true
  }
}

/** Returns the stored session, also an expired one; undefined where storage is blocked. */
export function readStored(): Session | undefined {
  try {
    return parseSession(localStorage.getItem(SESSION_KEY))
  } catch {
    return undefined
  }
}

/** Returns undefined for a text that is no JSON. */
export function parseSession(text: string | null | undefined): Session | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Session | null) ?? undefined
  } catch {
    return undefined
  }
}

export function isValid({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) > serverNow()
}

/**
 * Returns true when another tab has signed out and its storage event has not arrived yet. The session must
 * then not be stored again.
 */
export function wasRemovedElsewhere(): boolean {
  return !isStorageBlocked && readStored() === undefined
}
