import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { bookingSubject, listAudit, recordAudit } from './audit.ts'

describe('the audit', () => {
  function recorded() {
    const app = openTestApp()
    recordAudit(app.ctx(), 'login-failed', 'assistenz@ordination.example')
    recordAudit(
      { ...app.ctx(), actor: { kind: 'admin', id: 1, email: 'assistenz@ordination.example' } },
      'settings-saved',
      'general: notify_off',
    )
    return app
  }

  it('lists who did what and when, newest first', () => {
    const app = recorded()
    const at = app.ctx().now
    const [email, subject] = ['assistenz@ordination.example', 'general: notify_off']
    expect(listAudit(app.ctx(), { before: undefined, limit: 10 })).toEqual({
      entries: [
        { id: 2, at, actor: 'admin', actorName: email, action: 'settings-saved', subject },
        { id: 1, at, actor: 'visitor', actorName: '', action: 'login-failed', subject: email },
      ],
      more: false,
    })
  })

  it.each([
    ['changed', `update audit set action = 'login'`],
    ['changed in one row', 'update audit set subject = subject where id = 1'],
    ['deleted', 'delete from audit where id = 1'],
    ['emptied', 'delete from audit'],
    ['replaced', `replace into audit (id, at, actor, actor_name, action) values (2, 0, 'x', 'x', 'x')`],
    [
      'written over',
      `insert into audit (id, at, actor, actor_name, action) values (1, 0, 'x', 'x', 'x') on conflict do update set action = 'x'`,
    ],
  ])('cannot be %s by SQL', (_, sql) => {
    const app = recorded()
    const before = app.rows('select * from audit')
    expect(() => app.ctx().db.$client.exec(sql)).toThrow('append only')
    expect(app.rows('select * from audit')).toEqual(before)
    recordAudit(app.ctx(), 'logout')
    expect(app.rows('select * from audit')).toHaveLength(3)
  })

  it('is read page by page, without gaps or duplicates', () => {
    const app = openTestApp()
    for (let i = 1; i <= 7; i++) recordAudit(app.ctx(), 'logout', String(i))
    const page = (before?: number) => {
      const { entries, more } = listAudit(app.ctx(), { before, limit: 3 })
      return [entries.map(({ id }) => id), more]
    }
    expect([page(), page(5), page(2)]).toEqual([
      [[7, 6, 5], true],
      [[4, 3, 2], true],
      [[1], false],
    ])
    expect([page(4), page(1)]).toEqual([
      [[3, 2, 1], false],
      [[], false],
    ])
  })

  it('names a booking by the start of its id', () => {
    expect(bookingSubject('abcdefghijklmnopqrstuvwxyz')).toBe('abcdef…')
  })
})
