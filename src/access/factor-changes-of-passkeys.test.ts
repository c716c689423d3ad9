import { describe, expect, it } from 'vitest'
import { aNewPasskey, insertAdmin, insertSession } from '../testing/admins.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { endSessionsOfAdmin } from './ended-sessions.ts'
import { addPasskey, removePasskey } from './factor-changes.ts'

/** Adds an admin with a session and a passkey, which was added in that session. */
function openWithPasskey() {
  const app = openTestApp()
  const id = insertAdmin(app)
  const keptSessionId = insertSession(app, id)
  addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSessionId })
  return { app, id, keptSessionId }
}

/** Returns the id of the only passkey. */
function idOfPasskey(app: TestApp): number {
  const [passkey] = app.rows<{ id: number }>('select id from passkeys')
  if (passkey === undefined) throw new Error('no passkey is stored')
  return passkey.id
}

describe('adding a passkey', () => {
  it('is refused if the session has ended meanwhile, for example by a reset of the account', () => {
    const app = openTestApp()
    const id = insertAdmin(app)
    const keptSessionId = insertSession(app, id)
    endSessionsOfAdmin(app.ctx(), id)
    const addLaptop = () =>
      addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSessionId })
    expect(refusalOf(addLaptop)?.code).toBe('unauthorized')
    expect(app.rows('select * from passkeys')).toEqual([])
  })

  it('ends the other sessions of the admin', () => {
    const app = openTestApp()
    const id = insertAdmin(app)
    const keptSessionId = insertSession(app, id)
    insertSession(app, id)
    addPasskey(app.ctx(), id, { name: 'Laptop', passkey: aNewPasskey(app), keptSessionId })
    expect(app.rows('select id from sessions')).toEqual([{ id: keptSessionId }])
  })
})

describe('removing a passkey', () => {
  it('ends the other sessions of the admin, and is recorded', () => {
    const { app, id, keptSessionId } = openWithPasskey()
    insertSession(app, id)
    removePasskey(app.ctx(), id, { passkeyId: idOfPasskey(app), keptSessionId })
    expect(app.rows('select id from sessions')).toEqual([{ id: keptSessionId }])
    expect(app.rows('select * from passkeys')).toEqual([])
    expect(app.rows('select action from audit order by id')).toEqual([
      { action: 'passkey-added' },
      { action: 'passkey-removed' },
    ])
  })

  it('does nothing if the passkey does not exist or is somebody else’s', () => {
    const { app, id, keptSessionId } = openWithPasskey()
    const otherAdmin = insertAdmin(app, { email: 'dr.muster@ordination.example' })
    const otherSession = insertSession(app, id)
    const passkeyId = idOfPasskey(app)
    removePasskey(app.ctx(), id, { passkeyId: passkeyId + 1, keptSessionId })
    removePasskey(app.ctx(), otherAdmin, { passkeyId, keptSessionId })
    expect(app.rows('select id from sessions order by id')).toEqual([
      { id: keptSessionId },
      { id: otherSession },
    ])
    expect(app.rows('select id from passkeys')).toEqual([{ id: passkeyId }])
  })
})
