import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../rules/day.ts'
import { anAdmin } from '../testing/admins.ts'
import { type House, openHouse } from '../testing/house.ts'
import { hashToken } from './crypto.ts'
import {
  endOtherSessions,
  endSession,
  listSessions,
  openSession,
  resumeSession,
  signOut,
  sweepSessions,
} from './sessions.ts'

function signedIn(email = 'assistenz@ordination.example') {
  const house = openHouse()
  const adminId = anAdmin(house, { email })
  const opened = openSession(house.ctx(), adminId, 'Firefox')
  return { house, adminId, ...opened }
}

const resume = (house: House, token: string, awake = true) => resumeSession(house.ctx(), token, awake)

function getSession(house: House, token: string) {
  const session = resume(house, token)
  if (session === undefined) throw new Error('no session')
  return session
}

describe('a session', () => {
  it('knows whose it is and until when it lives', () => {
    const { house, adminId, token, expiresAt } = signedIn()
    expect(expiresAt).toBe(house.ctx().now + 60 * MINUTE)
    expect(resume(house, token)).toEqual({
      id: expect.any(Number),
      adminId,
      email: 'assistenz@ordination.example',
      name: 'Assistenz',
      expiresAt,
    })
  })

  it('is stored without its token', () => {
    const { house, token } = signedIn()
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(house.rows('select token from sessions')).toEqual([{ token: hashToken(token) }])
    expect(house.ctx().db.$client.serialize().includes(token)).toBe(false)
  })

  it('ends after an hour in which nobody was there', () => {
    const { house, token } = signedIn()
    house.pass(60 * MINUTE - 1)
    expect(resume(house, token, false)).toBeDefined()
    house.pass(1)
    expect(resume(house, token)).toBeUndefined()
  })

  it('lives on while somebody is there, and twelve hours at most', () => {
    const { house, token } = signedIn()
    const start = house.ctx().now
    for (let i = 1; i <= 14; i++) {
      house.pass(50 * MINUTE)
      expect(resume(house, token)?.expiresAt).toBe(
        Math.min(start + i * 50 * MINUTE + HOUR, start + 12 * HOUR),
      )
    }
    house.pass(20 * MINUTE - 1)
    expect(resume(house, token)?.expiresAt).toBe(start + 12 * HOUR)
    house.pass(1)
    expect(resume(house, token)).toBeUndefined()
  })

  it('is not kept alive by a page that only asks for news', () => {
    const { house, token, expiresAt } = signedIn()
    for (let i = 0; i < 59; i++) {
      house.pass(MINUTE)
      expect(resume(house, token, false)?.expiresAt).toBe(expiresAt)
    }
    house.pass(MINUTE)
    expect(resume(house, token, false)).toBeUndefined()
  })

  it('writes down at most once a minute that somebody is there, and promises no more than that', () => {
    const { house, token, expiresAt } = signedIn()
    house.pass(MINUTE - 1)
    expect(resume(house, token)?.expiresAt).toBe(expiresAt)
    house.pass(1)
    expect(resume(house, token)?.expiresAt).toBe(expiresAt + MINUTE)
    const written = house.rows('select seen_at from sessions')
    house.pass(30_000)
    const promised = resume(house, token)?.expiresAt ?? 0
    expect(house.rows('select seen_at from sessions')).toEqual(written)
    house.pass(promised - house.ctx().now - 1)
    expect(resume(house, token, false)).toBeDefined()
    house.pass(1)
    expect(resume(house, token)).toBeUndefined()
  })

  it.each(['', 'x', 'x'.repeat(32), '%', `' or 1=1 --`])('is none with the token %o', (token) => {
    expect(resume(signedIn().house, token)).toBeUndefined()
  })

  it('is not opened by its own fingerprint', () => {
    const { house, token } = signedIn()
    expect(resume(house, hashToken(token))).toBeUndefined()
  })

  it('keeps of the browser no more than 200 characters', () => {
    const { house, adminId } = signedIn()
    openSession(house.ctx(), adminId, 'x'.repeat(5000))
    expect(house.rows('select max(length(device)) as longest from sessions')).toEqual([{ longest: 200 }])
  })
})

describe('the sessions of an admin', () => {
  function threeDevices() {
    const house = openHouse()
    const [own, foreign] = [anAdmin(house), anAdmin(house, { email: 'dr.muster@ordination.example' })]
    const open = (adminId: number, device: string) => {
      house.pass(MINUTE)
      return openSession(house.ctx(), adminId, device).token
    }
    const tokens = [open(own, 'one'), open(own, 'two'), open(foreign, 'foreign')] as const
    const live = () => tokens.map((token) => resume(house, token, false) !== undefined)
    return { house, own, foreign, tokens, live }
  }

  it('are listed, the one seen last first, without those that have ended', () => {
    const { house, own, tokens } = threeDevices()
    const devices = () => listSessions(house.ctx(), own).map(({ device }) => device)
    expect(devices()).toEqual(['two', 'one'])
    house.pass(50 * MINUTE)
    resume(house, tokens[0])
    expect(devices()).toEqual(['one', 'two'])
    house.pass(20 * MINUTE)
    expect(devices()).toEqual(['one'])
  })

  it('end when their device signs out', () => {
    const { house, tokens, live } = threeDevices()
    signOut(house.ctx(), getSession(house, tokens[0]))
    expect(live()).toEqual([false, true, true])
  })

  it('end one by one, but nobody else’s', () => {
    const { house, own, foreign, tokens, live } = threeDevices()
    const session = getSession(house, tokens[0])
    const idOf = (admin: number, device: string) =>
      listSessions(house.ctx(), admin).find((each) => each.device === device)?.id ?? 0
    endSession(house.ctx(), session, idOf(foreign, 'foreign'))
    for (const nonsense of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5])
      endSession(house.ctx(), session, nonsense)
    expect(live()).toEqual([true, true, true])
    expect(house.rows('select action from audit')).toEqual([])
    endSession(house.ctx(), session, idOf(own, 'two'))
    expect(live()).toEqual([true, false, true])
    expect(house.rows('select action from audit')).toEqual([{ action: 'sessions-ended' }])
  })

  it('end all but the one that asks', () => {
    const { house, tokens, live } = threeDevices()
    endOtherSessions(house.ctx(), getSession(house, tokens[1]))
    expect(live()).toEqual([false, true, true])
    endOtherSessions(house.ctx(), getSession(house, tokens[1]))
    expect(house.rows('select action from audit')).toEqual([{ action: 'sessions-ended' }])
  })

  it('are forgotten once they have ended, and not before', () => {
    const { house, own, tokens } = threeDevices()
    house.pass(50 * MINUTE)
    resume(house, tokens[0])
    house.pass(8 * MINUTE)
    const left = () =>
      house.rows<{ device: string }>('select device from sessions').map(({ device }) => device)
    sweepSessions(house.ctx())
    expect(left()).toEqual(['one', 'two', 'foreign'])
    house.pass(2 * MINUTE)
    sweepSessions(house.ctx())
    expect(left()).toEqual(['one'])
    for (let i = 0; i < 14; i++) {
      house.pass(50 * MINUTE)
      resume(house, tokens[0])
    }
    sweepSessions(house.ctx())
    expect([left(), listSessions(house.ctx(), own)]).toEqual([[], []])
  })
})
