import { describe, expect, it } from 'vitest'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { HOUR } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listAudit, listAuditActors } from './audit.ts'

type ListOptions = Partial<Parameters<typeof listAudit>[1]>

/** Opens an app whose audit is empty. `listEntries` reads its newest ten entries, narrowed by a filter. */
function openAudit() {
  const app = openTestApp()
  /** Returns the Ctx of an admin with this e-mail address. */
  const asAdmin = (email: string) => ({ ...app.ctx(), actor: { kind: 'admin' as const, id: 1, email } })
  const listEntries = (options: ListOptions = {}) => listAudit(app.ctx(), { limit: 10, ...options })
  return { app, asAdmin, listEntries }
}

/** Opens an app with entries of the ids 1 and 2 on 7 January, and of 3 and 4 on 8 January. */
function openWithFourEntries() {
  const { app, asAdmin, listEntries } = openAudit()
  insertAdmin(app, { email: 'gerda@ordination.example', name: 'Gerda Testner' })
  app.setClock('2027-01-07T23:30:00+01:00')
  recordAudit(asAdmin('gerda@ordination.example'), 'login')
  recordAudit(app.ctx(), 'login-failed')
  app.setClock('2027-01-08T00:30:00+01:00')
  recordAudit(asAdmin('gerda@ordination.example'), 'booking-confirmed')
  recordAudit(asAdmin('rosa@ordination.example'), 'booking-rejected')
  return { app, listEntries }
}

describe('an entry of the audit', () => {
  it('from before values were recorded names the changed settings', () => {
    const { app, listEntries } = openAudit()
    recordAudit(app.ctx(), 'settings-saved', 'general: notify_off, notify_reason')
    expect(listEntries().entries).toMatchObject([
      { subject: 'general', changes: [{ field: 'notify_off' }, { field: 'notify_reason' }] },
    ])
  })

  it('has the booking whose id begins with the recorded characters', () => {
    const { app, listEntries } = openAudit()
    const { id, startsAt } = insertBooking(app.ctx().db, { id: 'zZ_-09xxxxxxxxxxxxxxxx' })
    recordAudit(app.ctx(), 'booking-confirmed', bookingSubject(id))
    expect(listEntries().entries[0]?.booking).toEqual({ id, startsAt })
  })

  it('names no booking that was deleted, or whose id begins like that of another one', () => {
    const { app, listEntries } = openAudit()
    const startsAt = Date.parse('2027-01-12T08:30:00+01:00')
    insertBooking(app.ctx().db, { id: 'abcdef1', startsAt })
    insertBooking(app.ctx().db, { id: 'abcdef2', startsAt: startsAt + HOUR })
    for (const subject of ['abcdef…', 'ghijkl…', 'E-Mail 1'])
      recordAudit(app.ctx(), 'message-resent', subject)
    expect(listEntries().entries.map(({ booking }) => booking)).toEqual([undefined, undefined, undefined])
  })
})

describe('the list of the audit', () => {
  it('is read page by page, without gaps or duplicates', () => {
    const app = openTestApp()
    for (let i = 1; i <= 7; i++) recordAudit(app.ctx(), 'logout', String(i))
    const readPage = (before?: number) => {
      const { entries, more } = listAudit(app.ctx(), { before, limit: 3 })
      return { ids: entries.map(({ id }) => id), more }
    }
    expect(readPage()).toEqual({ ids: [7, 6, 5], more: true })
    expect(readPage(5)).toEqual({ ids: [4, 3, 2], more: true })
    expect(readPage(2)).toEqual({ ids: [1], more: false })
    expect(readPage(4)).toEqual({ ids: [3, 2, 1], more: false })
    expect(readPage(1)).toEqual({ ids: [], more: false })
  })

  it('is narrowed by person, kind and Vienna day', () => {
    const { listEntries } = openWithFourEntries()
    const listIds = (filter: ListOptions) => listEntries(filter).entries.map(({ id }) => id)
    expect(listIds({ actor: 'gerda@ordination.example' })).toEqual([3, 1])
    expect(listIds({ actor: 'visitor' })).toEqual([2])
    expect(listIds({ kind: 'bookings' })).toEqual([4, 3])
    expect(listIds({ on: '2027-01-07' })).toEqual([2, 1])
    expect(listIds({ on: '2027-01-08', kind: 'bookings', actor: 'rosa@ordination.example' })).toEqual([4])
    expect(listEntries({ kind: 'bookings', limit: 1 }).more).toBe(true)
  })

  it('names each actor, by the e-mail address where no name is known', () => {
    const { app, listEntries } = openWithFourEntries()
    expect(listAuditActors(app.ctx())).toEqual([
      { actor: 'gerda@ordination.example', name: 'Gerda Testner' },
      { actor: 'rosa@ordination.example', name: 'rosa@ordination.example' },
      { actor: 'visitor', name: 'visitor' },
    ])
    expect(listEntries().entries.map(({ shownName }) => shownName)).toEqual([
      'rosa@ordination.example',
      'Gerda Testner',
      'visitor',
      'Gerda Testner',
    ])
  })
})
