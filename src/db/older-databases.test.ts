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

  it('computes the figures of older bookings from their histories', () => {
    // Migration 0045 adds the columns of the figures.
    const client = openUpgradedDatabase({ migrations: 45 }, (old) => {
      for (const id of ['answered', 'called-off', 'ended', 'offered', 'entered']) insertOldBooking(old, id)
      old.exec(`
    update bookings set hold_id = 'of ' || id where id <> 'entered';
    update bookings set status = 'confirmed', created_at = 1000, starts_at = 9000;
    update bookings set status = 'cancelled' where id in ('called-off', 'ended');
    insert into events (booking_id, kind, actor, at, moved_to_at) values
      ('answered', 'confirmed', 'admin', 1700, null), ('entered', 'confirmed', 'admin', 1700, null),
      ('called-off', 'cancelled', 'visitor', 5000, null), ('ended', 'cancelled', 'admin', 8000, null),
      ('offered', 'offer-taken', 'visitor', 5000, 9000)`)
    })
    const figureColumns = 'answered_after_ms, cancelled_by, cancelled_ahead_ms, from_waiting_list'
    // The figures of each booking follow its id. All times are relative to its creation at 1000 or its start
    // at 9000: 700 = 1700 - 1000, 4000 = 9000 - 5000, and 1000 = 9000 - 8000.
    expect(client.prepare(`select id, ${figureColumns} from bookings order by id`).raw().all()).toEqual([
      ['answered', 700, null, null, 0],
      ['called-off', null, 'patient', 4000, 0],
      ['ended', null, 'practice', 1000, 0],
      ['entered', null, null, null, 0],
      ['offered', null, null, null, 1],
    ])
  })

  it('gives calendar feeds without an owner to the admin who made them, else to the first admin', () => {
    // Migration 0036 adds the owner of feeds.
    const client = openUpgradedDatabase({ migrations: 36 }, (old) => {
      old.exec(`
    insert into admins (id, email, password_hash, created_at, updated_at) values (1, 'a@b.at', '', 0, 0), (2, 'b@b.at', '', 0, 0);
    insert into feeds (token, title, initials_only, created_at) values ('1', 'Handy', 0, 5), ('2', 'Alt', 0, 6);
    insert into audit (at, actor, actor_name, action, subject) values (5, 'admin', 'b@b.at', 'feed-made', 'Handy')`)
    })
    expect(client.prepare('select admin_id from feeds order by id').pluck().all()).toEqual([2, 1])
  })
})
