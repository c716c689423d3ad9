import { describe, expect, it } from 'vitest'
import { aNewPasskey, anAdmin, aSession } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { addPasskey, removePasskey } from './second-factor.ts'
import { endSessionsOf } from './sessions.ts'

/** Adds an admin with a passkey. Its session is left; the passkey has ended a second session of the admin. */
function openWithPasskey() {
  const app = openTestApp()
  const id = anAdmin(app)
  const keptSession = aSession(app, id)
  // Adding the passkey ends this session.
  aSession(app, id)
  addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSession })
  return { app, id, keptSession }
}

/** Returns the id of the only passkey. */
function idOfPasskey(app: TestApp): number {
  return app.rows<{ id: number }>('select id from passkeys')[0]?.id ?? 0
}

describe('adding a passkey', () => {
  it('is refused for a session that ended meanwhile, as when a doctor resets the account', () => {
    const app = openTestApp()
    const id = anAdmin(app)
    const keptSession = aSession(app, id)
    endSessionsOf(app.ctx(), id)
    const add = () => addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSession })
    expect(refusalOf(add)?.code).toBe('unauthorized')
    expect(app.rows('select * from passkeys')).toEqual([])
  })

  it('ends the other sessions', () => {
    const { app, keptSession } = openWithPasskey()
    expect(app.rows('select id from sessions')).toEqual([{ id: keptSession }])
  })
})

describe('removing a passkey', () => {
  it('ends the other sessions, and is recorded', () => {
    const { app, id, keptSession } = openWithPasskey()
    aSession(app, id)
    removePasskey(app.ctx(), id, idOfPasskey(app), keptSession)
    expect(app.rows('select id from sessions')).toEqual([{ id: keptSession }])
    expect(app.rows('select * from passkeys')).toEqual([])
    expect(app.rows('select action from audit order by id')).toEqual([
      { action: 'passkey-added' },
      { action: 'passkey-removed' },
    ])
  })

  it('does nothing where no such passkey exists, or the passkey is somebody else’s', () => {
    const { app, id, keptSession } = openWithPasskey()
    const other = anAdmin(app, { email: 'dr.muster@ordination.example' })
    aSession(app, id)
    removePasskey(app.ctx(), id, idOfPasskey(app) + 1, keptSession)
    removePasskey(app.ctx(), other, idOfPasskey(app), keptSession)
    expect(app.rows('select id from sessions')).toHaveLength(2)
    expect(app.rows('select id from passkeys')).toHaveLength(1)
  })
})
