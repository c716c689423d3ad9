import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { bookingSubject, recordAudit } from './audit.ts'

describe('the audit', () => {
  /** Opens an app with two rows in its audit. */
  function openRecorded() {
    const app = openTestApp()
    recordAudit(app.ctx(), 'login-failed', 'assistenz@ordination.example')
    recordAudit(
      { ...app.ctx(), actor: { kind: 'admin', id: 1, email: 'assistenz@ordination.example' } },
      'settings-saved',
      'general: notify_off',
    )
    return app
  }

  it.each([
    { change: 'changed', sql: `update audit set action = 'login'` },
    { change: 'changed in one row', sql: 'update audit set subject = subject where id = 1' },
    { change: 'deleted', sql: 'delete from audit where id = 1' },
    { change: 'emptied', sql: 'delete from audit' },
    {
      change: 'replaced',
      sql: `replace into audit (id, at, actor, actor_name, action) values (2, 0, 'x', 'x', 'x')`,
    },
    {
      change: 'written over',
      sql: `insert into audit (id, at, actor, actor_name, action) values (1, 0, 'x', 'x', 'x') on conflict do update set action = 'x'`,
    },
  ])('cannot be $change by SQL', ({ sql }) => {
    const app = openRecorded()
    const recordedRows = app.rows('select * from audit')
    expect(() => app.ctx().db.$client.exec(sql)).toThrow('append only')
    expect(app.rows('select * from audit')).toEqual(recordedRows)
    recordAudit(app.ctx(), 'logout')
    expect(app.rows('select * from audit')).toHaveLength(3)
  })

  it('names a booking by the start of its id', () => {
    expect(bookingSubject('abcdefghijklmnopqrstuvwxyz')).toBe('abcdef…')
  })
})
