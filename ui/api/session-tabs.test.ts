import { describe, expect, test, vi } from 'vitest'
import { HOUR } from '../../src/shared/day.ts'
import {
  fakeSessionBrowser,
  openSessionTab,
  SAMPLE_SESSION,
  SESSION_NOW,
  signInNewTab,
} from '../testing/fake-session-browser.ts'

const browser = fakeSessionBrowser()

/** Opens a tab, and watches its session by a listener that counts its calls. */
async function openWatchedTab(open: typeof openSessionTab) {
  const tab = await open()
  const listener = vi.fn()
  tab.watchSession(listener)
  return { tab, listener }
}

describe('another tab', () => {
  test('that signs in signs in this tab too', async () => {
    const { tab, listener } = await openWatchedTab(openSessionTab)
    browser.beginInOtherTab(SAMPLE_SESSION)
    expect(tab.readSession()).toEqual(SAMPLE_SESSION)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('that extends the session extends it in this tab too', async () => {
    const { tab, listener } = await openWatchedTab(signInNewTab)
    const extended = { ...SAMPLE_SESSION, expiresAt: new Date(SESSION_NOW + 2 * HOUR).toISOString() }
    browser.beginInOtherTab(extended)
    expect(listener).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(HOUR)
    expect(tab.readSession()).toEqual(extended)
  })

  test('that signs out signs out this tab too', async () => {
    const { tab, listener } = await openWatchedTab(signInNewTab)
    browser.signOutInOtherTab()
    expect(tab.readSession()).toBeUndefined()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('that clears the whole storage ends the session of this tab', async () => {
    const tab = await signInNewTab()
    tab.watchSession(() => {})
    browser.clearInOtherTab()
    expect(tab.readSession()).toBeUndefined()
  })

  test('stays signed out when an answer arrives here before its storage event', async () => {
    const { tab, listener } = await openWatchedTab(signInNewTab)
    browser.removeStored()
    tab.extendSession(new Date(SESSION_NOW + 2 * HOUR).toISOString())
    expect(browser.storedSession()).toBeNull()
    expect(tab.readSession()).toBeUndefined()
    expect(tab.isSessionExpired()).toBe(false)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('that stores anything but a session changes nothing in this tab', async () => {
    const { tab, listener } = await openWatchedTab(signInNewTab)
    // Only an event about the session makes the tab read it again, so this removal goes unnoticed.
    browser.removeStored()
    browser.storeOtherKeyInOtherTab()
    expect(tab.readSession()).toEqual(SAMPLE_SESSION)
    expect(listener).not.toHaveBeenCalled()
  })
})
