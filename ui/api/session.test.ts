import { describe, expect, test, vi } from 'vitest'
import { HOUR } from '../../src/shared/day.ts'
import {
  EXPIRED_SESSION,
  fakeSessionBrowser,
  openSessionTab,
  SAMPLE_SESSION,
  SESSION_LENGTH,
  SESSION_NOW,
  signInNewTab,
} from '../testing/fake-session-browser.ts'

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

  test('without a role is that of a doctor, because the specification knows no other', async () => {
    const { sessionOf } = await openSessionTab()
    const { name, email } = SAMPLE_SESSION.user
    const answer = { ...SAMPLE_SESSION, user: { name, email } } as typeof SAMPLE_SESSION
    expect(sessionOf(answer).user).toEqual({ name, email, role: 'doctor' })
    const ofAssistant = { ...SAMPLE_SESSION, user: { name, email, role: 'assistant' as const } }
    expect(sessionOf(ofAssistant)).toEqual(ofAssistant)
  })

  test.each([
    '',
    '5',
    'null',
    '"text"',
    '"x"',
    '[]',
    '{',
    '{}',
    '{"expiresAt":"morgen"}',
    JSON.stringify({ ...SAMPLE_SESSION, user: undefined }),
  ])('is not read from the stored text %j', async (text) => {
    browser.storeText(text)
    expect((await openSessionTab()).readSession()).toBeUndefined()
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
    vi.advanceTimersByTime(SESSION_LENGTH)
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
