import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { hashToken } from './crypto.ts'
import { assertProved, openSession, proveSession, resumeSession } from './sessions.ts'

/** Opens an app with an admin who has just signed in. */
function openSignedIn(email = 'assistenz@ordination.example') {
  const app = openTestApp()
  const adminId = insertAdmin(app, { email })
  const opened = openSession(app.ctx(), adminId, 'Firefox')
  return { app, adminId, ...opened }
}

/** Resumes the session by a request of its user, which extends it. */
const resumeByUser = (app: TestApp, token: string) => resumeSession(app.ctx(), token, { keepAlive: true })
/** Resumes the session by polling, which does not extend it. */
const resumeByPolling = (app: TestApp, token: string) => resumeSession(app.ctx(), token, { keepAlive: false })

/** Resumes the session like `resumeByUser`. @throws Error when it has ended */
function resumeLiveSession(app: TestApp, token: string) {
  const session = resumeByUser(app, token)
  if (session === undefined) throw new Error('no session')
  return session
}

describe('a session', () => {
  it('has its admin and its expiry', () => {
    const { app, adminId, token, expiresAt } = openSignedIn()
    expect(expiresAt).toBe(app.ctx().now + 60 * MINUTE)
    expect(resumeByUser(app, token)).toEqual({
      id: expect.any(Number),
      adminId,
      email: 'assistenz@ordination.example',
      name: 'Assistenz',
      role: 'doctor',
      resourceId: null,
      provedUntil: app.ctx().now + 10 * MINUTE,
      expiresAt,
      lastsUntil: app.ctx().now + 12 * HOUR,
    })
  })

  it('counts its user as present for ten minutes after the login and after each further proof', () => {
    const { app, token } = openSignedIn()
    const isPresent = () =>
      refusalOf(() => assertProved(app.ctx(), resumeLiveSession(app, token))) === undefined
    app.pass(10 * MINUTE - 1)
    expect(isPresent()).toBe(true)
    app.pass(1)
    expect(isPresent()).toBe(false)
    expect(proveSession(app.ctx(), resumeLiveSession(app, token))).toBe(app.ctx().now + 10 * MINUTE)
    expect(isPresent()).toBe(true)
    app.pass(10 * MINUTE)
    expect(isPresent()).toBe(false)
  })

  it('ends after an hour without a request', () => {
    const { app, token } = openSignedIn()
    app.pass(60 * MINUTE - 1)
    expect(resumeByPolling(app, token)).toBeDefined()
    app.pass(1)
    expect(resumeByUser(app, token)).toBeUndefined()
  })

  it('is extended by requests, to twelve hours at most', () => {
    const { app, token } = openSignedIn()
    const latestEnd = app.ctx().now + 12 * HOUR
    // Pauses of 50 minutes keep the session alive. After fourteen of them, 20 of the 720 minutes are left.
    for (let request = 1; request <= 14; request++) {
      app.pass(50 * MINUTE)
      expect(resumeByUser(app, token)?.expiresAt).toBe(Math.min(app.ctx().now + HOUR, latestEnd))
    }
    app.pass(20 * MINUTE - 1)
    expect(resumeByUser(app, token)?.expiresAt).toBe(latestEnd)
    app.pass(1)
    expect(resumeByUser(app, token)).toBeUndefined()
  })

  it('is not extended by polling', () => {
    const { app, token, expiresAt } = openSignedIn()
    for (let i = 0; i < 59; i++) {
      app.pass(MINUTE)
      expect(resumeByPolling(app, token)?.expiresAt).toBe(expiresAt)
    }
    app.pass(MINUTE)
    expect(resumeByPolling(app, token)).toBeUndefined()
  })

  it('is not found with an invented token, or with the stored hash', () => {
    const { app, token } = openSignedIn()
    for (const wrong of ['', 'x', 'x'.repeat(32), `' or 1=1 --`, hashToken(token)])
      expect(resumeByUser(app, wrong)).toBeUndefined()
  })
})

describe('the row of a session', () => {
  it('has a hash of its token', () => {
    const { app, token } = openSignedIn()
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(app.rows('select token from sessions')).toEqual([{ token: hashToken(token) }])
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('is written at most once a minute', () => {
    const { app, token, expiresAt } = openSignedIn()
    app.pass(MINUTE - 1)
    expect(resumeByUser(app, token)?.expiresAt).toBe(expiresAt)
    app.pass(1)
    expect(resumeByUser(app, token)?.expiresAt).toBe(expiresAt + MINUTE)

    const written = app.rows('select seen_at from sessions')
    app.pass(MINUTE / 2)
    resumeByUser(app, token)
    expect(app.rows('select seen_at from sessions')).toEqual(written)
  })

  it('keeps its stored expiry when a request comes too soon to extend it', () => {
    const { app, token, expiresAt } = openSignedIn()
    app.pass(MINUTE / 2)
    expect(resumeByUser(app, token)?.expiresAt).toBe(expiresAt)
    app.pass(expiresAt - app.ctx().now - 1)
    expect(resumeByPolling(app, token)).toBeDefined()
    app.pass(1)
    expect(resumeByUser(app, token)).toBeUndefined()
  })

  it('has 200 characters of the User-Agent', () => {
    const { app, adminId } = openSignedIn()
    openSession(app.ctx(), adminId, 'x'.repeat(5000))
    expect(app.rows('select max(length(device)) as longest from sessions')).toEqual([{ longest: 200 }])
  })
})
