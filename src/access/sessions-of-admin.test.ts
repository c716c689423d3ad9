import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { endOtherSessions, endSession, signOut } from './ended-sessions.ts'
import {
  deleteExpiredSessions,
  IDLE_MINUTES,
  listSessions,
  MAX_SESSION_HOURS,
  openSession,
  resumeSession,
} from './sessions.ts'

/** Opens an app with sessions of one admin on the devices one and two, and of another on a foreign device. */
function openThreeSessions() {
  const app = openTestApp()
  const ownAdminId = insertAdmin(app)
  const otherAdminId = insertAdmin(app, { email: 'dr.muster@ordination.example' })
  const openLater = (adminId: number, device: string) => {
    app.pass(MINUTE)
    return openSession(app.ctx(), adminId, device).token
  }
  const tokens = {
    one: openLater(ownAdminId, 'one'),
    two: openLater(ownAdminId, 'two'),
    foreign: openLater(otherAdminId, 'foreign'),
  }
  const isLive = (token: string) => resumeSession(app.ctx(), token, { keepAlive: false }) !== undefined
  return {
    app,
    ownAdminId,
    otherAdminId,
    tokens,
    /** Returns the devices whose session has not ended. */
    liveDevices: () => Object.entries(tokens).flatMap(([device, token]) => (isLive(token) ? [device] : [])),
    /** Returns the devices whose session is stored. */
    storedDevices: () =>
      app.rows<{ device: string }>('select device from sessions order by id').map(({ device }) => device),
  }
}

/** Minutes of a pause that a session survives once, but not twice without a request in between. */
const LONG_PAUSE_MINUTES = IDLE_MINUTES - 10

/** Extends the session by a request of its user. */
const extendSession = (app: TestApp, token: string) => resumeSession(app.ctx(), token, { keepAlive: true })

/** Extends the session like `extendSession`. @throws Error when it has ended */
function resumeLiveSession(app: TestApp, token: string) {
  const session = extendSession(app, token)
  if (session === undefined) throw new Error('no session')
  return session
}

function idOfSession(app: TestApp, adminId: number, device: string): number {
  const session = listSessions(app.ctx(), adminId).find((listed) => listed.device === device)
  if (session === undefined) throw new Error(`no session on the device ${device}`)
  return session.id
}

describe('the sessions of an admin', () => {
  it('are listed, most recently used first, without ended ones', () => {
    const { app, ownAdminId, tokens } = openThreeSessions()
    const devices = () => listSessions(app.ctx(), ownAdminId).map(({ device }) => device)
    expect(devices()).toEqual(['two', 'one'])
    app.pass(LONG_PAUSE_MINUTES * MINUTE)
    extendSession(app, tokens.one)
    expect(devices()).toEqual(['one', 'two'])
    // The session of the device two has not been used for more than `IDLE_MINUTES`.
    app.pass(20 * MINUTE)
    expect(devices()).toEqual(['one'])
  })

  it('end by signing out', () => {
    const { app, tokens, liveDevices } = openThreeSessions()
    signOut(app.ctx(), resumeLiveSession(app, tokens.one))
    expect(liveDevices()).toEqual(['two', 'foreign'])
  })

  it('can be ended one by one', () => {
    const { app, ownAdminId, tokens, liveDevices } = openThreeSessions()
    endSession(app.ctx(), resumeLiveSession(app, tokens.one), idOfSession(app, ownAdminId, 'two'))
    expect(liveDevices()).toEqual(['one', 'foreign'])
    expect(app.rows('select action from audit')).toEqual([{ action: 'sessions-ended' }])
  })

  it('cannot be ended by another admin, and an unknown id ends none', () => {
    const { app, otherAdminId, tokens, liveDevices } = openThreeSessions()
    const foreign = idOfSession(app, otherAdminId, 'foreign')
    for (const id of [foreign, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5])
      endSession(app.ctx(), resumeLiveSession(app, tokens.one), id)
    expect(liveDevices()).toEqual(['one', 'two', 'foreign'])
    expect(app.rows('select action from audit')).toEqual([])
  })

  it('can all be ended except the current one', () => {
    const { app, tokens, liveDevices } = openThreeSessions()
    endOtherSessions(app.ctx(), resumeLiveSession(app, tokens.two))
    expect(liveDevices()).toEqual(['two', 'foreign'])
    endOtherSessions(app.ctx(), resumeLiveSession(app, tokens.two))
    expect(app.rows('select action from audit')).toEqual([{ action: 'sessions-ended' }])
  })

  it('are deleted after they have ended', () => {
    const { app, tokens, storedDevices } = openThreeSessions()
    app.pass(LONG_PAUSE_MINUTES * MINUTE)
    extendSession(app, tokens.one)
    // The other two sessions have not been used for one to two minutes less than `IDLE_MINUTES`.
    app.pass(8 * MINUTE)
    deleteExpiredSessions(app.ctx())
    expect(storedDevices()).toEqual(['one', 'two', 'foreign'])
    // After `IDLE_MINUTES` without use, the sessions of the devices two and foreign have ended.
    app.pass(2 * MINUTE)
    deleteExpiredSessions(app.ctx())
    expect(storedDevices()).toEqual(['one'])
  })

  it('are deleted after twelve hours, however often they are used', () => {
    const { app, ownAdminId, tokens, storedDevices } = openThreeSessions()
    for (let minutes = 0; minutes < MAX_SESSION_HOURS * 60; minutes += LONG_PAUSE_MINUTES) {
      extendSession(app, tokens.one)
      app.pass(LONG_PAUSE_MINUTES * MINUTE)
    }
    deleteExpiredSessions(app.ctx())
    expect(storedDevices()).toEqual([])
    expect(listSessions(app.ctx(), ownAdminId)).toEqual([])
  })
})
