import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { anAdmin } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { hashToken } from './crypto.ts'
import {
  assertProved,
  deleteExpiredSessions,
  endOtherSessions,
  endSession,
  listSessions,
  openSession,
  proveSession,
  resumeSession,
  signOut,
} from './sessions.ts'

/** Opens an app with an admin who has just signed in. */
function openSignedIn(email = 'assistenz@ordination.example') {
  const app = openTestApp()
  const adminId = anAdmin(app, { email })
  const opened = openSession(app.ctx(), adminId, 'Firefox')
  return { app, adminId, ...opened }
}

const resume = (app: TestApp, token: string, keepAlive = true) =>
  resumeSession(app.ctx(), token, { keepAlive })

function getSession(app: TestApp, token: string) {
  const session = resume(app, token)
  if (session === undefined) throw new Error('no session')
  return session
}

describe('a session', () => {
  it('has its admin and its expiry', () => {
    const { app, adminId, token, expiresAt } = openSignedIn()
    expect(expiresAt).toBe(app.ctx().now + 60 * MINUTE)
    expect(resume(app, token)).toEqual({
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

  it('is stored with a hash of its token', () => {
    const { app, token } = openSignedIn()
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(app.rows('select token from sessions')).toEqual([{ token: hashToken(token) }])
    expect(app.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('counts its user as present for ten minutes after the login, and after each further proof', () => {
    const { app, token } = openSignedIn()
    const isPresent = () => refusalOf(() => assertProved(app.ctx(), getSession(app, token))) === undefined
    app.pass(10 * MINUTE - 1)
    expect(isPresent()).toBe(true)
    app.pass(1)
    expect(isPresent()).toBe(false)
    expect(proveSession(app.ctx(), getSession(app, token))).toBe(app.ctx().now + 10 * MINUTE)
    expect(isPresent()).toBe(true)
    app.pass(10 * MINUTE)
    expect(isPresent()).toBe(false)
  })

  it('ends after an hour without a request', () => {
    const { app, token } = openSignedIn()
    app.pass(60 * MINUTE - 1)
    expect(resume(app, token, false)).toBeDefined()
    app.pass(1)
    expect(resume(app, token)).toBeUndefined()
  })

  it('is extended by requests, to twelve hours at most', () => {
    const { app, token } = openSignedIn()
    const start = app.ctx().now
    for (let i = 1; i <= 14; i++) {
      app.pass(50 * MINUTE)
      expect(resume(app, token)?.expiresAt).toBe(Math.min(start + i * 50 * MINUTE + HOUR, start + 12 * HOUR))
    }
    app.pass(20 * MINUTE - 1)
    expect(resume(app, token)?.expiresAt).toBe(start + 12 * HOUR)
    app.pass(1)
    expect(resume(app, token)).toBeUndefined()
  })

  it('is not extended by polling', () => {
    const { app, token, expiresAt } = openSignedIn()
    for (let i = 0; i < 59; i++) {
      app.pass(MINUTE)
      expect(resume(app, token, false)?.expiresAt).toBe(expiresAt)
    }
    app.pass(MINUTE)
    expect(resume(app, token, false)).toBeUndefined()
  })

  it('writes at most once a minute, and answers the stored expiry', () => {
    const { app, token, expiresAt } = openSignedIn()
    app.pass(MINUTE - 1)
    expect(resume(app, token)?.expiresAt).toBe(expiresAt)
    app.pass(1)
    expect(resume(app, token)?.expiresAt).toBe(expiresAt + MINUTE)

    const written = app.rows('select seen_at from sessions')
    app.pass(30_000)
    const promised = resume(app, token)?.expiresAt ?? 0
    expect(app.rows('select seen_at from sessions')).toEqual(written)
    app.pass(promised - app.ctx().now - 1)
    expect(resume(app, token, false)).toBeDefined()
    app.pass(1)
    expect(resume(app, token)).toBeUndefined()
  })

  it('is not found with an invented token, or with the stored hash', () => {
    const { app, token } = openSignedIn()
    for (const wrong of ['', 'x', 'x'.repeat(32), `' or 1=1 --`, hashToken(token)])
      expect(resume(app, wrong)).toBeUndefined()
  })

  it('stores 200 characters of the User-Agent', () => {
    const { app, adminId } = openSignedIn()
    openSession(app.ctx(), adminId, 'x'.repeat(5000))
    expect(app.rows('select max(length(device)) as longest from sessions')).toEqual([{ longest: 200 }])
  })
})

describe('the sessions of an admin', () => {
  /** Opens an app with two sessions of an admin, and one of another. */
  function openThreeSessions() {
    const app = openTestApp()
    const ownAdminId = anAdmin(app)
    const otherAdminId = anAdmin(app, { email: 'dr.muster@ordination.example' })
    const open = (adminId: number, device: string) => {
      app.pass(MINUTE)
      return openSession(app.ctx(), adminId, device).token
    }
    const tokens = [open(ownAdminId, 'one'), open(ownAdminId, 'two'), open(otherAdminId, 'foreign')] as const
    const areLive = () => tokens.map((token) => resume(app, token, false) !== undefined)
    return { app, ownAdminId, otherAdminId, tokens, areLive }
  }

  it('are listed, most recently used first, without ended ones', () => {
    const { app, ownAdminId, tokens } = openThreeSessions()
    const devices = () => listSessions(app.ctx(), ownAdminId).map(({ device }) => device)
    expect(devices()).toEqual(['two', 'one'])
    app.pass(50 * MINUTE)
    resume(app, tokens[0])
    expect(devices()).toEqual(['one', 'two'])
    app.pass(20 * MINUTE)
    expect(devices()).toEqual(['one'])
  })

  it('end by signing out', () => {
    const { app, tokens, areLive } = openThreeSessions()
    signOut(app.ctx(), getSession(app, tokens[0]))
    expect(areLive()).toEqual([false, true, true])
  })

  it('can be ended one by one, but not those of other admins', () => {
    const { app, ownAdminId, otherAdminId, tokens, areLive } = openThreeSessions()
    const session = getSession(app, tokens[0])
    const idOf = (admin: number, device: string) =>
      listSessions(app.ctx(), admin).find((each) => each.device === device)?.id ?? 0
    endSession(app.ctx(), session, idOf(otherAdminId, 'foreign'))
    for (const invalid of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5])
      endSession(app.ctx(), session, invalid)
    expect(areLive()).toEqual([true, true, true])
    expect(app.rows('select action from audit')).toEqual([])
    endSession(app.ctx(), session, idOf(ownAdminId, 'two'))
    expect(areLive()).toEqual([true, false, true])
    expect(app.rows('select action from audit')).toEqual([{ action: 'sessions-ended' }])
  })

  it('can be ended except the current one', () => {
    const { app, tokens, areLive } = openThreeSessions()
    endOtherSessions(app.ctx(), getSession(app, tokens[1]))
    expect(areLive()).toEqual([false, true, true])
    endOtherSessions(app.ctx(), getSession(app, tokens[1]))
    expect(app.rows('select action from audit')).toEqual([{ action: 'sessions-ended' }])
  })

  it('are deleted after they have ended', () => {
    const { app, ownAdminId, tokens } = openThreeSessions()
    app.pass(50 * MINUTE)
    resume(app, tokens[0])
    app.pass(8 * MINUTE)
    const left = () => app.rows<{ device: string }>('select device from sessions').map(({ device }) => device)
    deleteExpiredSessions(app.ctx())
    expect(left()).toEqual(['one', 'two', 'foreign'])
    app.pass(2 * MINUTE)
    deleteExpiredSessions(app.ctx())
    expect(left()).toEqual(['one'])

    // No use keeps a session for more than twelve hours.
    for (let i = 0; i < 14; i++) {
      app.pass(50 * MINUTE)
      resume(app, tokens[0])
    }
    deleteExpiredSessions(app.ctx())
    expect([left(), listSessions(app.ctx(), ownAdminId)]).toEqual([[], []])
  })
})
