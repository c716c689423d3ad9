import { describe, expect, test } from 'vitest'
import { fakeSessionBrowser, SAMPLE_SESSION, signInNewTab } from '../testing/fake-session-browser.ts'

fakeSessionBrowser()

describe('a call that waits for a new sign-in', () => {
  const NEXT_SESSION = { ...SAMPLE_SESSION, token: 'ein-neues-token' }

  /** Lets a session expire on a page that offers to sign in, and a call of its user wait for that. */
  async function openTabWithWaitingCall() {
    const tab = await signInNewTab()
    // Imported anew, because each tab has its own modules.
    const { offerSignIn, sessionAfterSignIn } = await import('./sign-in-again.ts')
    const withdrawOffer = offerSignIn()
    tab.expireSession()
    return { tab, withdrawOffer, sessionAfterSignIn, waiting: sessionAfterSignIn(SAMPLE_SESSION.user) }
  }

  test('goes on with the session of the same user', async () => {
    const { tab, waiting } = await openTabWithWaitingCall()
    tab.beginSession(NEXT_SESSION)
    expect(await waiting).toEqual(NEXT_SESSION)
  })

  test('gets no session when somebody else signs in', async () => {
    const { tab, waiting } = await openTabWithWaitingCall()
    tab.beginSession({ ...NEXT_SESSION, user: { ...SAMPLE_SESSION.user, email: 'resi@praxis.example' } })
    expect(await waiting).toBeUndefined()
  })

  test('gets no session when the user signs out', async () => {
    const { tab, waiting } = await openTabWithWaitingCall()
    tab.closeSession()
    expect(await waiting).toBeUndefined()
  })

  test('gets no session once the page no longer offers to sign in', async () => {
    const { withdrawOffer, sessionAfterSignIn, waiting } = await openTabWithWaitingCall()
    withdrawOffer()
    expect(await waiting).toBeUndefined()
    expect(await sessionAfterSignIn(SAMPLE_SESSION.user)).toBeUndefined()
  })
})
