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

  test('is still known after a reload, so that the login page can fill in the address', async () => {
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

describe('a call that waits for a new sign-in', () => {
  const NEXT = { ...SAMPLE_SESSION, token: 'ein-neues-token' }

  /** Lets a session expire on a page that offers to sign in, and a call of its user wait for that. */
  async function openTabWithWaitingCall() {
    const tab = await signInNewTab()
    const withdrawOffer = tab.offerSignIn()
    tab.expireSession()
    return { tab, withdrawOffer, waiting: tab.sessionAfterSignIn(SAMPLE_SESSION.user) }
  }

  test('goes on with the session of the same user', async () => {
    const { tab, waiting } = await openTabWithWaitingCall()
    tab.beginSession(NEXT)
    expect(await waiting).toEqual(NEXT)
  })

  test('gets no session when somebody else signs in', async () => {
    const { tab, waiting } = await openTabWithWaitingCall()
    tab.beginSession({ ...NEXT, user: { ...SAMPLE_SESSION.user, email: 'resi@praxis.example' } })
    expect(await waiting).toBeUndefined()
  })

  test('gets no session when the user signs out', async () => {
    const { tab, waiting } = await openTabWithWaitingCall()
    tab.closeSession()
    expect(await waiting).toBeUndefined()
  })

  test('gets no session once the page no longer offers to sign in', async () => {
    const { tab, withdrawOffer, waiting } = await openTabWithWaitingCall()
    withdrawOffer()
    expect(await waiting).toBeUndefined()
    expect(await tab.sessionAfterSignIn(SAMPLE_SESSION.user)).toBeUndefined()
  })
})
