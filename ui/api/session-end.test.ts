import { expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import {
  EXPIRED_SESSION,
  fakeSessionBrowser,
  openSessionTab,
  SAMPLE_SESSION,
  SESSION_LENGTH,
  SESSION_NOW,
  signInNewTab,
} from '../testing/fake-session-browser.ts'
import { LONGEST_TIMEOUT_MS } from './session.ts'
import { isExpiredSessionText } from './session-storage.ts'

// When and how the session of a tab ends, and what postpones its end.

const browser = fakeSessionBrowser()

test('a session ends by itself at its `expiresAt`, and its token is removed', async () => {
  const tab = await signInNewTab()
  vi.advanceTimersByTime(SESSION_LENGTH - 1)
  expect(tab.readSession()).toEqual(SAMPLE_SESSION)
  vi.advanceTimersByTime(1)
  expect(tab.readSession()).toBeUndefined()
  expect(browser.storedSession()).toBeNull()
  expect(tab.isSessionExpired()).toBe(true)
})

test('a session that the server extends ends that much later', async () => {
  const tab = await signInNewTab()
  const extendedAfter = SESSION_LENGTH - 10 * MINUTE
  vi.advanceTimersByTime(extendedAfter)
  const expiresAt = new Date(SESSION_NOW + extendedAfter + SESSION_LENGTH).toISOString()
  tab.extendSession(expiresAt)
  expect(browser.storedSession()?.expiresAt).toBe(expiresAt)
  vi.advanceTimersByTime(SESSION_LENGTH - 1)
  expect(tab.readSession()?.token).toBe(SAMPLE_SESSION.token)
  vi.advanceTimersByTime(1)
  expect(tab.readSession()).toBeUndefined()
})

test('a session that lasts longer than its timer waits ends on time', async () => {
  const tab = await openSessionTab()
  const length = 12 * LONGEST_TIMEOUT_MS
  tab.beginSession({ ...SAMPLE_SESSION, expiresAt: new Date(SESSION_NOW + length).toISOString() })
  vi.advanceTimersByTime(length - 1)
  expect(tab.readSession()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(tab.readSession()).toBeUndefined()
})

test('a session that has expired before the page opens is removed', async () => {
  browser.storeText(JSON.stringify(EXPIRED_SESSION))
  const tab = await openSessionTab()
  expect(tab.readSession()).toBeUndefined()
  expect(browser.storedSession()).toBeNull()
  expect(tab.isSessionExpired()).toBe(true)
})

test('a session does not count as expired after a sign-out', async () => {
  const tab = await signInNewTab()
  tab.closeSession()
  expect(tab.readSession()).toBeUndefined()
  expect(browser.storedSession()).toBeNull()
  expect(tab.isSessionExpired()).toBe(false)
})

test('a session that the server does not know counts as expired until the next session begins', async () => {
  const tab = await signInNewTab()
  tab.expireSession()
  expect(tab.readSession()).toBeUndefined()
  expect(tab.isSessionExpired()).toBe(true)
  tab.beginSession(SAMPLE_SESSION)
  expect(tab.isSessionExpired()).toBe(false)
})

test('a session that the server does not know has expired for other tabs too, even if their clocks are behind', async () => {
  const tab = await signInNewTab()
  const store = vi.spyOn(localStorage, 'setItem')
  tab.expireSession()
  vi.setSystemTime(SESSION_NOW - HOUR)
  expect(isExpiredSessionText(store.mock.lastCall?.[1])).toBe(true)
})

test('a session is not extended by an answer without an end', async () => {
  const tab = await signInNewTab()
  tab.extendSession(null)
  expect(tab.readSession()?.expiresAt).toBe(SAMPLE_SESSION.expiresAt)
})

test('a session is not extended after a sign-out', async () => {
  const tab = await signInNewTab()
  tab.closeSession()
  tab.extendSession(SAMPLE_SESSION.expiresAt)
  expect(tab.readSession()).toBeUndefined()
})
