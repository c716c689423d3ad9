import { beforeEach, describe, expect, it } from 'vitest'
import { addFeed } from '../access/feeds.ts'
import type { Ctx } from '../ctx.ts'
import { ADMIN, insertAdmin, insertSession } from '../testing/admins.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { changeMember, inviteMember, removeMember, resetMember, signOutMember } from './staff.ts'

const GERDA = 'gerda@ordination.example'

let app: TestApp
/** The only doctor who can sign in. */
let doctorId: number
/** An assistant with an authenticator app, who is signed in and has a calendar feed. */
let gerdaId: number
beforeEach(() => {
  app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
  doctorId = insertAdmin(app)
  gerdaId = insertAdmin(app, { email: GERDA, name: 'Gerda', role: 'assistant' })
  insertSession(app, gerdaId)
  addFeed(app.ctx(), gerdaId, { title: 'Handy', initialsOnly: true, resourceId: null })
  app.changeRows(`update admins set totp_secret = 'x', totp_step = 1 where id = ?`, gerdaId)
})

/** Returns the context of a call by the doctor. */
const doctor = (): Ctx => ({ ...app.ctx(), actor: { kind: 'admin', id: doctorId, email: ADMIN } })

/** Counts what Gerda has to sign in and to read with. */
const countAccess = () => ({
  sessions: app.rows('select id from sessions where admin_id = ?', gerdaId).length,
  feeds: app.rows('select id from feeds where admin_id = ?', gerdaId).length,
  factors: app.rows('select id from admins where id = ? and totp_secret is not null', gerdaId).length,
})

describe('a staff member', () => {
  it.each([
    { change: { name: 'Gerda Muster' }, left: { sessions: 1, feeds: 1, factors: 1 } },
    { change: { role: 'doctor' }, left: { sessions: 0, feeds: 1, factors: 1 } },
    { change: { role: 'technik' }, left: { sessions: 0, feeds: 0, factors: 1 } },
  ] as const)('keeps only $left after the change $change', ({ change, left }) => {
    expect(changeMember(doctor(), gerdaId, change)).toMatchObject(change)
    expect(countAccess()).toEqual(left)
  })

  it('keeps only the calendar feeds and the second factor when signed out', () => {
    signOutMember(doctor(), gerdaId)
    expect(countAccess()).toEqual({ sessions: 0, feeds: 1, factors: 1 })
  })

  it('loses everything with a reset, password included', () => {
    resetMember(doctor(), gerdaId)
    expect(countAccess()).toEqual({ sessions: 0, feeds: 0, factors: 0 })
    expect(app.rows('select password_hash from admins where id = ?', gerdaId)).toEqual([
      { password_hash: '' },
    ])
  })

  it('loses everything when removed, and is then not found', () => {
    removeMember(doctor(), gerdaId)
    expect(countAccess()).toEqual({ sessions: 0, feeds: 0, factors: 0 })
    for (const change of [removeMember, resetMember, signOutMember])
      expect(refusalCode(() => change(doctor(), gerdaId))).toBe('not found')
  })

  it('cannot be invited again while able to sign in', () => {
    const invitation = { email: GERDA.toUpperCase(), name: 'Gerda', role: 'doctor' } as const
    expect(refusalCode(() => inviteMember(doctor(), invitation))).toBe('conflict')
  })

  it('can neither remove nor reset their own account, even beside another doctor', () => {
    changeMember(doctor(), gerdaId, { role: 'doctor' })
    for (const change of [removeMember, resetMember])
      expect(refusalCode(() => change(doctor(), doctorId))).toBe('conflict')
  })
})

it('the last doctor who can sign in stays a doctor, whoever asks, and whoever is invited', () => {
  inviteMember(doctor(), { email: 'neu@ordination.example', name: 'Neu', role: 'doctor' })
  const demote = (ctx: Ctx, id: number) => changeMember(ctx, id, { role: 'assistant' })
  for (const change of [demote, removeMember, resetMember])
    expect(refusalCode(() => change(app.ctx(), doctorId))).toBe('conflict')
  changeMember(doctor(), gerdaId, { role: 'doctor' })
  expect(demote(app.ctx(), doctorId).role).toBe('assistant')
})
