import { afterEach, beforeEach, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import type { Session } from '../api/session-storage.ts'

/** The present instant in all tests of the session. */
export const SESSION_NOW = Date.parse('2027-01-07T13:40:00+01:00')

/** Milliseconds until the end of `SAMPLE_SESSION`. */
export const SESSION_LENGTH = HOUR

export const SAMPLE_SESSION: Session = {
  token: 'kein-echtes-token',
  user: { name: 'Gerda Testner', email: 'gerda@praxis.example', role: 'doctor' },
  expiresAt: new Date(SESSION_NOW + SESSION_LENGTH).toISOString(),
  ttlMinutes: SESSION_LENGTH / MINUTE,
}

/** The same session, which expires at `SESSION_NOW`. */
export const EXPIRED_SESSION: Session = {
  ...SAMPLE_SESSION,
  expiresAt: new Date(SESSION_NOW).toISOString(),
}

/** The name under which all tabs share the session in local storage. */
const SESSION_KEY = 'ordi_admin_session'

/** A change of local storage as a tab hears of it. `key` is null when all of the storage is cleared. */
type StorageChange = { key: string | null; newValue?: string }

/**
 * Stands for a browser whose local storage is empty at the beginning of each test. Only the tab that was
 * opened last hears what other tabs store.
 */
export function fakeSessionBrowser() {
  const storage = new Map<string, string>()
  let listener: ((event: StorageChange) => void) | undefined

  beforeEach(() => {
    vi.useFakeTimers({ now: SESSION_NOW })
    storage.clear()
    listener = undefined
    vi.stubEnv('SSR', false)
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => void storage.set(key, text),
      removeItem: (key: string) => void storage.delete(key),
    })
    vi.stubGlobal('addEventListener', (name: string, added: (event: StorageChange) => void) => {
      if (name === 'storage') listener = added
    })
    vi.stubGlobal('removeEventListener', (name: string) => {
      if (name === 'storage') listener = undefined
    })
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  return {
    /** Returns the session in storage; null for none. */
    storedSession: () => JSON.parse(storage.get(SESSION_KEY) ?? 'null') as Session | null,
    /** Stores a text instead of the session, without telling any tab. */
    storeText: (text: string) => void storage.set(SESSION_KEY, text),
    /** Removes the session from storage, without telling any tab yet. */
    removeStored: () => void storage.delete(SESSION_KEY),
    /** Begins a session in another tab. */
    beginInOtherTab(session: Session) {
      storage.set(SESSION_KEY, JSON.stringify(session))
      listener?.({ key: SESSION_KEY })
    },
    /** Signs out in another tab. */
    signOutInOtherTab() {
      storage.delete(SESSION_KEY)
      listener?.({ key: SESSION_KEY })
    },
    /**
     * Lets the session expire in another tab, which stores it with its end and then removes it. Both happen
     * before this tab hears of the first.
     */
    expireInOtherTab() {
      storage.delete(SESSION_KEY)
      listener?.({ key: SESSION_KEY, newValue: JSON.stringify(EXPIRED_SESSION) })
      listener?.({ key: SESSION_KEY })
    },
    /** Clears the whole storage in another tab. */
    clearInOtherTab() {
      storage.clear()
      listener?.({ key: null })
    },
    /** Stores something else in another tab. */
    storeOtherKeyInOtherTab: () => listener?.({ key: 'ui_theme' }),
    /** Returns whether a tab listens for what other tabs store. */
    isAnyTabListening: () => listener !== undefined,
  }
}

/** Opens a new tab, in which the module of the session begins anew and reads what is stored. */
export async function openSessionTab() {
  vi.resetModules()
  return await import('../api/session.ts')
}

/** Opens a new tab and signs in there. */
export async function signInNewTab() {
  const tab = await openSessionTab()
  tab.beginSession(SAMPLE_SESSION)
  return tab
}
