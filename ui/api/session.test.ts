import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import type { Session } from './session-storage.ts'

const NOW = Date.parse('2027-01-07T13:40:00+01:00')
const KEY = 'ordi_admin_session'

const SESSION: Session = {
  token: 'kein-echtes-token',
  user: { name: 'Gerda Testner', email: 'gerda@praxis.example', role: 'doctor' as const },
  expiresAt: new Date(NOW + HOUR).toISOString(),
  ttlMinutes: 60,
}

/** Local storage, which all tabs share, and the tab's listener to its events. */
const storage = new Map<string, string>()
let onStorageEvent: ((event: { key: string | null; newValue?: string }) => void) | undefined

/** Opens a new tab, in which the module reads the stored session. */
async function openTab() {
  vi.resetModules()
  return await import('./session.ts')
}

/** Opens a new tab and signs in there. */
async function signIn() {
  const tab = await openTab()
  tab.beginSession(SESSION)
  return tab
}

/** Begins or ends a session in another tab. */
function storeInOtherTab(session: Session | undefined) {
  if (session) storage.set(KEY, JSON.stringify(session))
  else storage.delete(KEY)
  onStorageEvent?.({ key: KEY })
}

/** Returns the session in storage; null for none. */
const storedSession = () => JSON.parse(storage.get(KEY) ?? 'null') as Session | null

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  storage.clear()
  onStorageEvent = undefined
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
  vi.stubGlobal('addEventListener', (name: string, listener: NonNullable<typeof onStorageEvent>) => {
    if (name === 'storage') onStorageEvent = listener
  })
  vi.stubGlobal('removeEventListener', (name: string) => {
    if (name === 'storage') onStorageEvent = undefined
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a session', () => {
  test('is stored, so that a reload and the next tab are signed in', async () => {
    const tab = await openTab()
    expect(tab.readSession()).toBeUndefined()
    tab.beginSession(SESSION)
    expect(tab.readSession()).toEqual(SESSION)
    expect((await openTab()).readSession()).toEqual(SESSION)
  })

  test('ends by itself at expiresAt, and its token is removed', async () => {
    const tab = await signIn()
    vi.advanceTimersByTime(HOUR - 1)
    expect(tab.readSession()).toEqual(SESSION)
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
    expect(storedSession()).toBeNull()
    expect(tab.isSessionExpired()).toBe(true)
  })

  test('that the server extends ends that much later', async () => {
    const tab = await signIn()
    vi.advanceTimersByTime(50 * MINUTE)
    const expiresAt = new Date(NOW + 50 * MINUTE + HOUR).toISOString()
    tab.extendSession(expiresAt)
    expect(storedSession()?.expiresAt).toBe(expiresAt)
    vi.advanceTimersByTime(HOUR - 1)
    expect(tab.readSession()?.token).toBe(SESSION.token)
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
  })

  test('that lasts longer than a timer can wait ends on time', async () => {
    const tab = await openTab()
    tab.beginSession({ ...SESSION, expiresAt: new Date(NOW + 12 * HOUR).toISOString() })
    vi.advanceTimersByTime(12 * HOUR - 1)
    expect(tab.readSession()).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
  })

  test('that has expired before the start is removed', async () => {
    storage.set(KEY, JSON.stringify({ ...SESSION, expiresAt: new Date(NOW).toISOString() }))
    const tab = await openTab()
    expect(tab.readSession()).toBeUndefined()
    expect(storedSession()).toBeNull()
    expect(tab.isSessionExpired()).toBe(true)
  })

  test('that the admin has signed out of does not count as expired', async () => {
    const tab = await signIn()
    tab.closeSession()
    expect(tab.readSession()).toBeUndefined()
    expect(storedSession()).toBeNull()
    expect(tab.isSessionExpired()).toBe(false)
  })

  test('that the server does not know counts as expired until the next one begins', async () => {
    const tab = await signIn()
    tab.expireSession()
    expect(tab.readSession()).toBeUndefined()
    expect(tab.isSessionExpired()).toBe(true)
    tab.beginSession(SESSION)
    expect(tab.isSessionExpired()).toBe(false)
  })

  test.each(['', '{', 'null', '"text"', '{}', '{"expiresAt":"morgen"}'])(
    'cannot be read from the stored text %j',
    async (text) => {
      storage.set(KEY, text)
      expect((await openTab()).readSession()).toBeUndefined()
    },
  )

  test('is not extended by an answer without an end, nor after its own end', async () => {
    const tab = await signIn()
    tab.extendSession(null)
    expect(tab.readSession()?.expiresAt).toBe(SESSION.expiresAt)
    tab.closeSession()
    tab.extendSession(SESSION.expiresAt)
    expect(tab.readSession()).toBeUndefined()
  })

  test('lasts as long as the page where the browser blocks its storage', async () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    const tab = await signIn()
    expect(tab.readSession()).toEqual(SESSION)
    const expiresAt = new Date(NOW + 2 * HOUR).toISOString()
    tab.extendSession(expiresAt)
    expect(tab.readSession()).toEqual({ ...SESSION, expiresAt })
    tab.closeSession()
    expect(tab.readSession()).toBeUndefined()
  })
})

describe('the user whose page is shown', () => {
  test('stays known after the session has expired, and not after a sign-out', async () => {
    const tab = await signIn()
    vi.advanceTimersByTime(HOUR)
    expect([tab.readSession(), tab.readUser()]).toEqual([undefined, SESSION.user])
    tab.closeSession()
    expect(tab.readUser()).toBeUndefined()
  })

  test('is known after a reload too, so that the login page has the address', async () => {
    storage.set(KEY, JSON.stringify({ ...SESSION, expiresAt: new Date(NOW).toISOString() }))
    expect((await openTab()).readUser()).toEqual(SESSION.user)
  })

  test('is known in a tab whose session has expired in another one, but not after a sign-out there', async () => {
    const tab = await signIn()
    tab.watchSession(() => {})
    storage.delete(KEY)
    onStorageEvent?.({
      key: KEY,
      newValue: JSON.stringify({ ...SESSION, expiresAt: new Date(NOW).toISOString() }),
    })
    onStorageEvent?.({ key: KEY })
    expect([tab.readSession(), tab.readUser()]).toEqual([undefined, SESSION.user])
    storeInOtherTab(SESSION)
    storeInOtherTab(undefined)
    expect(tab.readUser()).toBeUndefined()
  })

  test('has a changed name at once', async () => {
    const tab = await signIn()
    tab.renameUser('Gerda Neuname')
    expect(tab.readUser()?.name).toBe('Gerda Neuname')
    expect(storedSession()?.user.name).toBe('Gerda Neuname')
  })
})

describe('a call that waits for a new sign-in', () => {
  const NEXT = { ...SESSION, token: 'ein-neues-token' }

  test('goes on with the session of the same user', async () => {
    const tab = await signIn()
    tab.offerSignIn()
    tab.expireSession()
    const waiting = tab.sessionAfterSignIn(SESSION.user)
    tab.beginSession(NEXT)
    expect(await waiting).toEqual(NEXT)
  })

  test('gets no session when somebody else signs in, or the user signs out', async () => {
    const tab = await signIn()
    tab.offerSignIn()
    tab.expireSession()
    const waiting = tab.sessionAfterSignIn(SESSION.user)
    tab.beginSession({ ...NEXT, user: { ...SESSION.user, email: 'resi@praxis.example' } })
    expect(await waiting).toBeUndefined()
    tab.expireSession()
    const leaving = tab.sessionAfterSignIn({ ...SESSION.user, email: 'resi@praxis.example' })
    tab.closeSession()
    expect(await leaving).toBeUndefined()
  })

  test('gets no session where no page offers to sign in', async () => {
    const tab = await signIn()
    const withdraw = tab.offerSignIn()
    tab.expireSession()
    const waiting = tab.sessionAfterSignIn(SESSION.user)
    withdraw()
    expect(await waiting).toBeUndefined()
    expect(await tab.sessionAfterSignIn(SESSION.user)).toBeUndefined()
  })
})

describe('another tab', () => {
  test('signs this one in and out, and extends its session', async () => {
    const tab = await openTab()
    const listener = vi.fn()
    tab.watchSession(listener)
    storeInOtherTab(SESSION)
    expect(tab.readSession()).toEqual(SESSION)
    const later = { ...SESSION, expiresAt: new Date(NOW + 2 * HOUR).toISOString() }
    storeInOtherTab(later)
    vi.advanceTimersByTime(HOUR)
    expect(tab.readSession()).toEqual(later)
    storeInOtherTab(undefined)
    expect(tab.readSession()).toBeUndefined()
    expect(listener).toHaveBeenCalledTimes(3)
  })

  test('that clears the whole storage ends the session', async () => {
    const tab = await signIn()
    tab.watchSession(() => {})
    storage.clear()
    onStorageEvent?.({ key: null })
    expect(tab.readSession()).toBeUndefined()
  })

  test('that has just signed out is not signed in again by an answer that arrives before its storage event', async () => {
    const tab = await signIn()
    const listener = vi.fn()
    tab.watchSession(listener)
    storage.delete(KEY)
    tab.extendSession(new Date(NOW + 2 * HOUR).toISOString())
    expect([storedSession(), tab.readSession(), tab.isSessionExpired()]).toEqual([null, undefined, false])
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('that stores something else changes nothing', async () => {
    const tab = await signIn()
    const listener = vi.fn()
    tab.watchSession(listener)
    storage.delete(KEY)
    onStorageEvent?.({ key: 'ui_theme' })
    expect(tab.readSession()).toEqual(SESSION)
    expect(listener).not.toHaveBeenCalled()
  })
})

test('a listener is called at the beginning and the end of a session, until it is removed', async () => {
  const tab = await openTab()
  const listener = vi.fn()
  const stop = tab.watchSession(listener)
  tab.beginSession(SESSION)
  vi.advanceTimersByTime(HOUR)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  expect(onStorageEvent).toBeUndefined()
  tab.beginSession(SESSION)
  expect(listener).toHaveBeenCalledTimes(2)
})
