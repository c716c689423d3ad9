import { expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { ADMIN, insertAdmin, PASSWORD_HASH } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  addAdminIfNew,
  addFirstAdminIfWanted,
  addInvited,
  changeAdmin,
  DEFAULT_EMAIL,
  findAdmin,
  getAdmin,
  isInvited,
  listDoctors,
  replacePassword,
  wantsFirstAdmin,
} from './admins.ts'
import { addFeed, listFeeds } from './feeds.ts'
import { assertLoginAllowed, countFailure } from './login-limits.ts'
import { openSession, resumeSession } from './sessions.ts'

const NEW_ADMIN = { email: 'Eva@Ordination.example', name: 'Eva', passwordHash: PASSWORD_HASH }

it('an admin is added once for an e-mail address in any capitals, and is recorded', () => {
  const { ctx, rows } = openTestApp({ empty: true })
  expect(addAdminIfNew(ctx(), NEW_ADMIN)).toMatchObject({ email: 'eva@ordination.example', name: 'Eva' })
  expect(addAdminIfNew(ctx(), { ...NEW_ADMIN, email: NEW_ADMIN.email.toUpperCase() })).toBeUndefined()
  expect(findAdmin(ctx(), NEW_ADMIN.email)?.name).toBe('Eva')
  expect(rows('select action, subject from audit')).toEqual([
    { action: 'admin-added', subject: 'eva@ordination.example' },
  ])
})

it('the list of doctors leaves out assistants, invited doctors and the default admin', () => {
  const { ctx } = openTestApp({ empty: true })
  for (const email of [DEFAULT_EMAIL, NEW_ADMIN.email])
    addAdminIfNew(ctx(), { ...NEW_ADMIN, email, role: 'doctor' })
  addAdminIfNew(ctx(), { ...NEW_ADMIN, email: ADMIN, role: 'assistant' })
  const invited = addInvited(ctx(), { email: 'ina@ordination.example', name: 'Ina', role: 'doctor' })
  const { invitationExpiresAt } = changeAdmin(ctx(), invited.id, { invitationExpiresAt: ctx().now + HOUR })
  expect(isInvited({ ...invited, invitationExpiresAt })).toBe(true)
  expect(listDoctors(ctx()).map(({ email }) => email)).toEqual(['eva@ordination.example'])
})

it('a removed admin can be neither read nor changed', () => {
  const { ctx } = openTestApp({ empty: true })
  for (const call of [() => getAdmin(ctx(), 7), () => changeAdmin(ctx(), 7, { name: 'Eva' })])
    expect(refusalOf(call)?.code).toBe('unauthorized')
})

it('a new password ends the invitation', () => {
  const app = openTestApp({ empty: true })
  const id = insertAdmin(app)
  const invitation = { invitationToken: 't', invitationExpiresAt: app.ctx().now }
  const invited = changeAdmin(app.ctx(), id, invitation)
  replacePassword(app.ctx(), invited, 'new hash')
  expect(getAdmin(app.ctx(), id)).toMatchObject({ passwordHash: 'new hash', invitationExpiresAt: null })
})

it('a new password ends the sessions except the one that is kept', () => {
  const app = openTestApp({ empty: true })
  const id = insertAdmin(app)
  const keptToken = openSession(app.ctx(), id, '').token
  const otherToken = openSession(app.ctx(), id, '').token
  const findSession = (token: string) => resumeSession(app.ctx(), token, { keepAlive: false })
  replacePassword(app.ctx(), getAdmin(app.ctx(), id), 'new hash', findSession(keptToken)?.id)
  expect(findSession(keptToken)).toBeDefined()
  expect(findSession(otherToken)).toBeUndefined()
})

it('a new password resets the login limits of the account', () => {
  const app = openTestApp({ empty: true })
  const id = insertAdmin(app)
  // The account is refused from anywhere after 49 failures (docs/behaviour.md 12.6).
  for (let i = 0; i < 49; i++) countFailure(app.ctx(), { email: ADMIN, origin: `origin ${i}` })
  const refusalOfLogin = () =>
    refusalOf(() => assertLoginAllowed(app.ctx(), { email: ADMIN, origin: 'here' }))?.code
  expect(refusalOfLogin()).toBe('too_many')
  replacePassword(app.ctx(), getAdmin(app.ctx(), id), 'new hash')
  expect(refusalOfLogin()).toBeUndefined()
})

it('a first admin is wanted while there is none, or only the default one with another e-mail address', () => {
  const { ctx } = openTestApp({ empty: true })
  expect(wantsFirstAdmin(ctx(), DEFAULT_EMAIL)).toBe(true)
  expect(wantsFirstAdmin(ctx(), NEW_ADMIN.email)).toBe(true)
  addFirstAdminIfWanted(ctx(), { ...NEW_ADMIN, email: DEFAULT_EMAIL })
  expect(wantsFirstAdmin(ctx(), DEFAULT_EMAIL)).toBe(false)
  expect(wantsFirstAdmin(ctx(), NEW_ADMIN.email)).toBe(true)
})

it('the first admin replaces the default one, and takes over its feeds', () => {
  const { ctx, rows } = openTestApp({ empty: true })
  addFirstAdminIfWanted(ctx(), { ...NEW_ADMIN, email: DEFAULT_EMAIL })
  const idOf = (email: string) => findAdmin(ctx(), email)?.id ?? 0
  addFeed(ctx(), idOf(DEFAULT_EMAIL), { title: 'Handy', initialsOnly: false, resourceId: null })
  addFirstAdminIfWanted(ctx(), NEW_ADMIN)
  expect(rows('select email from admins')).toEqual([{ email: 'eva@ordination.example' }])
  expect(listFeeds(ctx(), idOf(NEW_ADMIN.email)).map(({ title }) => title)).toEqual(['Handy'])
})

it('a first admin is added only once', () => {
  const { ctx, rows } = openTestApp({ empty: true })
  addFirstAdminIfWanted(ctx(), NEW_ADMIN)
  expect(addFirstAdminIfWanted(ctx(), { ...NEW_ADMIN, email: ADMIN })).toBeUndefined()
  expect(rows('select email from admins')).toEqual([{ email: 'eva@ordination.example' }])
})

it('an id is not used again, so that an old page cannot change a new admin', () => {
  const { ctx } = openTestApp({ empty: true })
  const ids = ['a', 'b', 'c'].map(
    (name) => addAdminIfNew(ctx(), { ...NEW_ADMIN, email: `${name}@a.example` })?.id ?? 0,
  )
  const invited = addInvited(ctx(), { email: 'd@a.example', name: 'D', role: 'doctor' }).id
  // Ids that are counted would be small. These are drawn at random below 2 ** 40, so that two of four are
  // below a million once in 10^11 runs at most.
  const drawnIds = [...ids, invited].filter((id) => id > 1_000_000)
  expect(drawnIds.length).toBeGreaterThan(2)
})
