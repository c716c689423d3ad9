import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import type { Session } from './session.ts'

const NOW = Date.parse('2027-01-07T13:40:00+01:00')
const KEY = 'ordi_admin_session'

const SESSION: Session = {
  token: 'kein-echtes-token',
  user: { name: 'Gerda Testner', email: 'gerda@praxis.example' },
  expiresAt: new Date(NOW + HOUR).toISOString(),
  ttlMinutes: 60,
}

/** The browser: its local storage, which all tabs share, and its storage event. */
const storage = new Map<string, string>()
let tellTab: ((event: { key: string | null }) => void) | undefined

/** Opens a tab: the module reads what the browser remembers. */
async function openTab() {
  vi.resetModules()
  return await import('./session.ts')
}

/** What another tab has done, as this one is told of it. */
function elsewhere(session: Session | undefined) {
  if (session) storage.set(KEY, JSON.stringify(session))
  else storage.delete(KEY)
  tellTab?.({ key: KEY })
}

const remembered = () => JSON.parse(storage.get(KEY) ?? 'null') as Session | null

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  storage.clear()
  tellTab = undefined
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
  vi.stubGlobal('addEventListener', (name: string, listener: NonNullable<typeof tellTab>) => {
    if (name === 'storage') tellTab = listener
  })
  vi.stubGlobal('removeEventListener', (name: string) => {
    if (name === 'storage') tellTab = undefined
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a session', () => {
  test('is remembered, so that a reload and the next tab are signed in', async () => {
    const tab = await openTab()
    expect(tab.readSession()).toBeUndefined()
    tab.beginSession(SESSION)
    expect(tab.readSession()).toEqual(SESSION)
    expect((await openTab()).readSession()).toEqual(SESSION)
  })

  test('ends by itself at expiresAt, and its token is not kept', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    vi.advanceTimersByTime(HOUR - 1)
    expect(tab.readSession()).toEqual(SESSION)
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
    expect(remembered()).toBeNull()
    expect(tab.sessionHasRunOut()).toBe(true)
  })

  test('is pushed on by the server, and ends that much later', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    vi.advanceTimersByTime(50 * MINUTE)
    const expiresAt = new Date(NOW + 50 * MINUTE + HOUR).toISOString()
    tab.prolongSession(expiresAt)
    expect(remembered()?.expiresAt).toBe(expiresAt)
    vi.advanceTimersByTime(HOUR - 1)
    expect(tab.readSession()?.token).toBe(SESSION.token)
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
  })

  test('that lasts longer than a timer can wait ends on time too', async () => {
    const tab = await openTab()
    tab.beginSession({ ...SESSION, expiresAt: new Date(NOW + 12 * HOUR).toISOString() })
    vi.advanceTimersByTime(12 * HOUR - 1)
    expect(tab.readSession()).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
  })

  test('of yesterday is none, and its token is not kept', async () => {
    storage.set(KEY, JSON.stringify({ ...SESSION, expiresAt: new Date(NOW).toISOString() }))
    const tab = await openTab()
    expect(tab.readSession()).toBeUndefined()
    expect(remembered()).toBeNull()
    expect(tab.sessionHasRunOut()).toBe(true)
  })

  test('that was signed out on purpose has not run out', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    tab.forgetSession()
    expect(tab.readSession()).toBeUndefined()
    expect(remembered()).toBeNull()
    expect(tab.sessionHasRunOut()).toBe(false)
  })

  test('that the server no longer knows has run out, until somebody signs in anew', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    tab.endSession()
    expect(tab.readSession()).toBeUndefined()
    expect(tab.sessionHasRunOut()).toBe(true)
    tab.beginSession(SESSION)
    expect(tab.sessionHasRunOut()).toBe(false)
  })

  test.each(['', '{', 'null', '"text"', '{}', '{"expiresAt":"morgen"}'])('is none in %j', async (text) => {
    storage.set(KEY, text)
    expect((await openTab()).readSession()).toBeUndefined()
  })

  test('is not pushed on by an answer that says nothing of it, nor after its end', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    tab.prolongSession(null)
    expect(tab.readSession()?.expiresAt).toBe(SESSION.expiresAt)
    tab.forgetSession()
    tab.prolongSession(SESSION.expiresAt)
    expect(tab.readSession()).toBeUndefined()
  })

  test('holds for the page where storage is blocked', async () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    const tab = await openTab()
    tab.beginSession(SESSION)
    expect(tab.readSession()).toEqual(SESSION)
    const expiresAt = new Date(NOW + 2 * HOUR).toISOString()
    tab.prolongSession(expiresAt)
    expect(tab.readSession()).toEqual({ ...SESSION, expiresAt })
    tab.forgetSession()
    expect(tab.readSession()).toBeUndefined()
  })
})

describe('another tab', () => {
  test('is followed when it signs in, pushes on and signs out', async () => {
    const tab = await openTab()
    const told = vi.fn()
    tab.watchSession(told)
    elsewhere(SESSION)
    expect(tab.readSession()).toEqual(SESSION)
    const later = { ...SESSION, expiresAt: new Date(NOW + 2 * HOUR).toISOString() }
    elsewhere(later)
    vi.advanceTimersByTime(HOUR)
    expect(tab.readSession()).toEqual(later)
    elsewhere(undefined)
    expect(tab.readSession()).toBeUndefined()
    expect(told).toHaveBeenCalledTimes(3)
  })

  test('that empties the whole storage ends the session here too', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    tab.watchSession(() => {})
    storage.clear()
    tellTab?.({ key: null })
    expect(tab.readSession()).toBeUndefined()
  })

  test('that has just signed out is not signed in again by an answer that comes before its word', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    const told = vi.fn()
    tab.watchSession(told)
    storage.delete(KEY)
    tab.prolongSession(new Date(NOW + 2 * HOUR).toISOString())
    expect([remembered(), tab.readSession(), tab.sessionHasRunOut()]).toEqual([null, undefined, false])
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('that keeps something else changes nothing here', async () => {
    const tab = await openTab()
    tab.beginSession(SESSION)
    const told = vi.fn()
    tab.watchSession(told)
    storage.delete(KEY)
    tellTab?.({ key: 'ui_theme' })
    expect(tab.readSession()).toEqual(SESSION)
    expect(told).not.toHaveBeenCalled()
  })
})

test('who watches is told of the beginning and the end, and no more afterwards', async () => {
  const tab = await openTab()
  const told = vi.fn()
  const stop = tab.watchSession(told)
  tab.beginSession(SESSION)
  vi.advanceTimersByTime(HOUR)
  expect(told).toHaveBeenCalledTimes(2)
  stop()
  expect(tellTab).toBeUndefined()
  tab.beginSession(SESSION)
  expect(told).toHaveBeenCalledTimes(2)
})
