import { describe, expect, test, vi } from 'vitest'
import { HOUR } from '../../src/shared/day.ts'
import {
  EXPIRED_SESSION,
  fakeSessionBrowser,
  openSessionTab,
  SAMPLE_SESSION,
  signInNewTab,
} from '../testing/fake-session-browser.ts'

const browser = fakeSessionBrowser()

describe('the user whose page is shown', () => {
  test('stays known after the session has expired, and not after a sign-out', async () => {
    const tab = await signInNewTab()
    vi.advanceTimersByTime(HOUR)
    expect([tab.readSession(), tab.readUser()]).toEqual([undefined, SAMPLE_SESSION.user])
    tab.closeSession()
    expect(tab.readUser()).toBeUndefined()
  })

  test('is still known after a reload, so that the login page can fill in the e-mail address', async () => {
    browser.storeText(JSON.stringify(EXPIRED_SESSION))
    expect((await openSessionTab()).readUser()).toEqual(SAMPLE_SESSION.user)
  })

  test('stays known after the session has expired in another tab', async () => {
    const tab = await signInNewTab()
    tab.watchSession(() => {})
    browser.expireInOtherTab()
    expect([tab.readSession(), tab.readUser()]).toEqual([undefined, SAMPLE_SESSION.user])
  })

  test('is unknown after a sign-out in another tab, even if an earlier session has expired', async () => {
    const tab = await signInNewTab()
    tab.watchSession(() => {})
    browser.expireInOtherTab()
    browser.beginInOtherTab(SAMPLE_SESSION)
    browser.signOutInOtherTab()
    expect(tab.readUser()).toBeUndefined()
  })

  test('has a new name at once', async () => {
    const tab = await signInNewTab()
    tab.renameUser('Gerda Neuname')
    expect(tab.readUser()?.name).toBe('Gerda Neuname')
    expect(browser.storedSession()?.user.name).toBe('Gerda Neuname')
  })
})
