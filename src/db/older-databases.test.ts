import { describe, expect, it } from 'vitest'
import { mailboxKey } from '../shared/contact/email.ts'
import { insertOldBooking, openUpgradedDatabase } from '../testing/databases.ts'

describe('the upgrade of an older database', () => {
  // Migration 0012 does in SQL what `mailboxKey` does: it removes a tag after a plus, and dots in Gmail
  // addresses.
  it.each([
    { case: 'an address', email: 'rosa@a.example', mailbox: 'rosa@a.example' },
    { case: 'dots and two tags', email: 'r.o+x+y@a.example', mailbox: 'r.o@a.example' },
    { case: 'a plus at the beginning', email: '+43@a.example', mailbox: '+43@a.example' },
    { case: 'a tag behind such a plus', email: '+4+3@a.example', mailbox: '+4@a.example' },
    { case: 'dots and a tag at Gmail', email: 'r.o+x@googlemail.com', mailbox: 'ro@gmail.com' },
    { case: 'no address', email: '', mailbox: '' },
  ])('gives a booking the mailbox of its e-mail address: $case', ({ email, mailbox }) => {
    const client = openUpgradedDatabase({ migrations: 12 }, (old) => insertOldBooking(old, email))
    expect(mailboxKey(email)).toBe(mailbox)
    expect(client.prepare('select email, mailbox from bookings').all()).toEqual([{ email, mailbox }])
  })

  it('fills the search index with the bookings', () => {
    // Migration 0014 makes the index.
    const client = openUpgradedDatabase({ migrations: 14 }, (old) => {
      for (const name of ['Müller', 'Probe']) insertOldBooking(old, name)
    })
    const search = client.prepare('select rowid from booking_search_index where booking_search_index match ?')
    // Both bookings begin at 0. The number of an index row is its start or the next free number.
    expect(search.all('muller')).toEqual([{ rowid: 0 }])
    expect(search.all('probe')).toEqual([{ rowid: 1 }])
  })

  it('turns a regional holiday into a closed day, which can be deleted', () => {
    // Migration 0010 distinguishes them by their German names.
    const client = openUpgradedDatabase({ migrations: 10 }, (old) => {
      const insertHoliday = old.prepare(
        `insert into absences (kind, title, starts_at, ends_at) values ('holiday', ?, 0, 1)`,
      )
      for (const title of ['St. Josef', 'Ostermontag']) insertHoliday.run(title)
    })
    expect(client.prepare('select kind, title, reason from absences').all()).toEqual([
      { kind: 'closure', title: 'St. Josef', reason: 'St. Josef' },
      { kind: 'holiday', title: 'Ostermontag', reason: '' },
    ])
  })
})
