import { describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import {
  EXPIRED_SESSION,
  fakeSessionBrowser,
  openSessionTab,
  SAMPLE_SESSION,
  SESSION_NOW,
  signInNewTab,
} from '../testing/fake-session-browser.ts'
import { isExpiredSessionText } from './session-storage.ts'

const browser = fakeSessionBrowser()

describe('a session', () => {
  test('is stored, so that a reload and the next tab are signed in', async () => {
    const tab = await openSessionTab()
    expect(tab.readSession()).toBeUndefined()
    tab.beginSession(SAMPLE_SESSION)
    expect(tab.readSession()).toEqual(SAMPLE_SESSION)
    expect((await openSessionTab()).readSession()).toEqual(SAMPLE_SESSION)
  })

  test.each([{}, null, 'ok', { ...SAMPLE_SESSION, token: undefined }, EXPIRED_SESSION])(
    'is not read from an answer such as %j, which the sign-in refuses',
    async (answer) => {
      const { sessionOf } = await openSessionTab()
      expect(() => sessionOf(answer as typeof SAMPLE_SESSION)).toThrow()
      expect(sessionOf(SAMPLE_SESSION)).toEqual(SAMPLE_SESSION)
    },
  )

  test.each([
    '',
    '{',
    'null',
    '5',
    '"x"',
    '"text"',
    '[]',
    '{}',
    '{"expiresAt":"morgen"}',
    JSON.stringify({ ...SAMPLE_SESSION, user: undefined }),
  ])('is not read from the stored text %j', async (text) => {
    browser.storeText(text)
    expect((await openSessionTab()).readSession()).toBeUndefined()
  })

  test('ends automatically at expiresAt, and its token is removed', async () => {
    const tab = await signInNewTab()
    vi.advanceTimersByTime(HOUR - 1)
    expect(tab.readSession()).toEqual(SAMPLE_SESSION)
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
    expect(browser.storedSession()).toBeNull()
    expect(tab.isSessionExpired()).toBe(true)
  })

  test('that the server extends ends that much later', async () => {
    const tab = await signInNewTab()
    vi.advanceTimersByTime(50 * MINUTE)
    const expiresAt = new Date(SESSION_NOW + 50 * MINUTE + HOUR).toISOString()
    tab.extendSession(expiresAt)
    expect(browser.storedSession()?.expiresAt).toBe(expiresAt)
    vi.advanceTimersByTime(HOUR - 1)
    expect(tab.readSession()?.token).toBe(SAMPLE_SESSION.token)
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
  })

  test('that lasts longer than a timer can wait ends on time', async () => {
    const tab = await openSessionTab()
    tab.beginSession({ ...SAMPLE_SESSION, expiresAt: new Date(SESSION_NOW + 12 * HOUR).toISOString() })
    vi.advanceTimersByTime(12 * HOUR - 1)
    expect(tab.readSession()).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(tab.readSession()).toBeUndefined()
  })

  test('that has expired before the page opens is removed', async () => {
    browser.storeText(JSON.stringify(EXPIRED_SESSION))
    const tab = await openSessionTab()
    expect(tab.readSession()).toBeUndefined()
    expect(browser.storedSession()).toBeNull()
    expect(tab.isSessionExpired()).toBe(true)
  })

  test('does not count as expired after a sign-out', async () => {
    const tab = await signInNewTab()
    tab.closeSession()
    expect(tab.readSession()).toBeUndefined()
    expect(browser.storedSession()).toBeNull()
    expect(tab.isSessionExpired()).toBe(false)
  })

  test('that the server does not know counts as expired until the next session begins', async () => {
    const tab = await signInNewTab()
    tab.expireSession()
    expect(tab.readSession()).toBeUndefined()
    expect(tab.isSessionExpired()).toBe(true)
    tab.beginSession(SAMPLE_SESSION)
    expect(tab.isSessionExpired()).toBe(false)
  })

  test('that the server does not know has expired for other tabs too, even if their clocks are behind', async () => {
    const tab = await signInNewTab()
    const store = vi.spyOn(localStorage, 'setItem')
    tab.expireSession()
    vi.setSystemTime(SESSION_NOW - HOUR)
    expect(isExpiredSessionText(store.mock.lastCall?.[1])).toBe(true)
  })

  test('is not extended by an answer without an end', async () => {
    const tab = await signInNewTab()
    tab.extendSession(null)
    expect(tab.readSession()?.expiresAt).toBe(SAMPLE_SESSION.expiresAt)
  })

  test('is not extended after a sign-out', async () => {
    const tab = await signInNewTab()
    tab.closeSession()
    tab.extendSession(SAMPLE_SESSION.expiresAt)
    expect(tab.readSession()).toBeUndefined()
  })

  test('lasts as long as the page if the browser blocks its storage', async () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    const tab = await signInNewTab()
    expect(tab.readSession()).toEqual(SAMPLE_SESSION)
    const expiresAt = new Date(SESSION_NOW + 2 * HOUR).toISOString()
    tab.extendSession(expiresAt)
    expect(tab.readSession()).toEqual({ ...SAMPLE_SESSION, expiresAt })
    tab.closeSession()
    expect(tab.readSession()).toBeUndefined()
  })
})

describe('a listener of the session', () => {
  test('is called at the beginning and at the end of a session', async () => {
    const tab = await openSessionTab()
    const listener = vi.fn()
    tab.watchSession(listener)
    tab.beginSession(SAMPLE_SESSION)
    expect(listener).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(HOUR)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('is not called after it is removed', async () => {
    const tab = await openSessionTab()
    const listener = vi.fn()
    const stopWatching = tab.watchSession(listener)
    stopWatching()
    tab.beginSession(SAMPLE_SESSION)
    expect(listener).not.toHaveBeenCalled()
  })

  test('makes the tab listen to other tabs until it is removed', async () => {
    const tab = await openSessionTab()
    const stopWatching = tab.watchSession(() => {})
    expect(browser.isAnyTabListening()).toBe(true)
    stopWatching()
    expect(browser.isAnyTabListening()).toBe(false)
  })
})
