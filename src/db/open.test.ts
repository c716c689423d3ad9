import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailboxKey } from '../shared/contact/email.ts'
import { insertOldBooking, openEmptyDatabase, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openDatabase } from './open.ts'

const reserve = 'insert into occupations (resource_id, starts_at, ends_at) values (?, ?, ?)'

describe('the database', () => {
  it('syncs every commit, enforces references and overwrites what is deleted', () => {
    const { $client } = openDatabase(join(tempDir(), 'ordi.db'))
    const pragma = (name: string) => $client.pragma(name, { simple: true })
    expect(pragma('journal_mode')).toBe('wal')
    expect(pragma('synchronous')).toBe(2)
    expect(pragma('foreign_keys')).toBe(1)
    expect(pragma('busy_timeout')).toBe(5000)
    expect(pragma('secure_delete')).toBe(1)
    expect(pragma('trusted_schema')).toBe(0)
    expect(pragma('cell_size_check')).toBe(1)
    $client.close()
  })

  it('has only STRICT tables', () => {
    const { $client } = openDatabase(':memory:')
    const loose = $client
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like '%drizzle%' and name not like 'sqlite_%'`,
      )
      .pluck()
      .all()
    expect(loose).toEqual([])
  })

  it('opens a second time without migrating again', () => {
    const file = join(tempDir(), 'ordi.db')
    const applied = 'select hash, created_at from __drizzle_migrations'
    const first = openDatabase(file)
    const migrations = first.$client.prepare(applied).all()
    first.$client.close()
    const again = openDatabase(file)
    expect(again.$client.prepare(applied).all()).toEqual(migrations)
    again.$client.close()
  })

  it('is refused when a newer version wrote it, and is not changed', () => {
    const file = join(tempDir(), 'ordi.db')
    const db = openDatabase(file)
    db.$client.exec(
      `insert into __drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`,
    )
    db.$client.close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(/newer version of Ordi/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

it('a booking gets the mailbox of its address', () => {
  const file = join(tempDir(), 'ordi.db')
  const old = openOlderDatabase(file, 12)
  const addresses = [
    '',
    'rosa@a.example',
    'r.o+x+y@a.example',
    '+43@a.example',
    '+4+3@a.example',
    'r.o+x@googlemail.com',
  ]
  for (const address of addresses) insertOldBooking(old, address)
  old.close()
  const { $client } = openDatabase(file)
  const stored = $client.prepare('select email, mailbox from bookings').all()
  expect(stored).toEqual(addresses.map((email) => ({ email, mailbox: mailboxKey(email) })))
  $client.close()
})

it('the search finds the bookings of an older database', () => {
  const file = join(tempDir(), 'ordi.db')
  const old = openOlderDatabase(file, 14)
  for (const name of ['Müller', 'Probe']) insertOldBooking(old, name)
  old.close()
  const { $client } = openDatabase(file)
  const found = $client.prepare('select rowid from booking_search_index where booking_search_index match ?')
  expect([found.all('muller'), found.all('probe')]).toEqual([[{ rowid: 0 }], [{ rowid: 1 }]])
  $client.close()
})

it('a regional day that was closed like a holiday becomes a closed day, which can be deleted', () => {
  const file = join(tempDir(), 'ordi.db')
  const old = openOlderDatabase(file, 10)
  const add = old.prepare(
    `insert into absences (kind, title, starts_at, ends_at) values ('holiday', ?, 0, 1)`,
  )
  for (const title of ['St. Josef', 'Ostermontag']) add.run(title)
  old.close()
  const { $client } = openDatabase(file)
  expect($client.prepare('select kind, title, reason from absences').all()).toEqual([
    { kind: 'closure', title: 'St. Josef', reason: 'St. Josef' },
    { kind: 'holiday', title: 'Ostermontag', reason: '' },
  ])
  $client.close()
})

describe('a database from before e-mails and SMS shared a table', () => {
  const insertEmail = `insert into emails (id, log_uuid, kind, booking_id, recipient, subject, text, html, calendar, message_id,
    status, error, attempts, due_at, created_at, sent_at) values (?, ?, ?, ?, 'a@b.example', 'S', 'T', '<p>', ?, ?, ?, ?, 2, 30, 10, 20)`
  const insertSms = `insert into sms (id, log_uuid, kind, recipient, sender, text, status, error, attempts, due_at, provider,
    message_id, send_status, price_millicents, delivery_status, delivered_at, created_at, sent_at)
    values (?, ?, 'confirmed', '+431', 'Ordi', 'T', ?, ?, 1, 31, ?, ?, 'SUCCESS', 7260, 'delivered', 41, 11, 21)`

  it('keeps every message with all that is known of it', () => {
    const file = join(tempDir(), 'ordi.db')
    const old = openOlderDatabase(file, 6)
    insertOldBooking(old, 'booking')
    old.prepare(insertEmail).run(3, 'a', 'email-check', null, null, '<a@x>', 'sent', null)
    old.prepare(insertEmail).run(7, 'b', 'confirmed', 'booking', 'BEGIN', '<b@x>', 'muted', 'Urlaub')
    old.prepare(insertSms).run(1, 'c', 'unknown', 'Unterbrochen', 'sevenio', 'm1')
    old.prepare(insertSms).run(2, 'd', 'muted', 'Festnetznummer', null, null)
    old.close()

    const { $client } = openDatabase(file)
    const rows = $client.prepare('select * from messages order by id').all()
    const email = {
      channel: 'email',
      recipient: 'a@b.example',
      subject: 'S',
      text: 'T',
      html: '<p>',
      attempts: 2,
    }
    const sms = {
      channel: 'sms',
      recipient: '+431',
      subject: '',
      text: 'T',
      html: '',
      message_id: null,
      attempts: 1,
    }
    const emailTimes = { due_at: 30, created_at: 10, sent_at: 20 }
    const smsTimes = { due_at: 31, created_at: 11, sent_at: 21, delivered_at: 41 }
    const report = {
      ...{ sender: 'Ordi', send_status: 'SUCCESS', price_millicents: 7260, delivery_status: 'delivered' },
      ...smsTimes,
    }
    expect(rows).toMatchObject([
      {
        ...{ id: 3, log_uuid: 'a', kind: 'email-verification', ...email, ...emailTimes },
        ...{ message_id: '<a@x>', status: 'sent' },
      },
      {
        ...{ id: 7, log_uuid: 'b', kind: 'confirmed', booking_id: 'booking', ...email, ...emailTimes },
        ...{ calendar: 'BEGIN', message_id: '<b@x>', status: 'suppressed', error: 'Urlaub' },
      },
      {
        ...{ id: 8, log_uuid: 'c', kind: 'confirmed', ...sms, ...report },
        ...{ status: 'unknown', error: 'Unterbrochen', provider: 'sevenio', provider_message_id: 'm1' },
      },
      {
        ...{ id: 9, log_uuid: 'd', kind: 'confirmed', ...sms, ...report },
        ...{ status: 'suppressed', error: 'Festnetznummer', provider: null, provider_message_id: null },
      },
    ])
    $client.close()
  })
})

describe('the overlap triggers', () => {
  it('refuse an overlap by a change of the time or of the resource only', () => {
    const { $client } = openEmptyDatabase()
    $client.prepare(reserve).run('doctor-1', 1000, 2000)
    $client.prepare(reserve).run('doctor-1', 2000, 3000)
    $client.prepare(reserve).run('doctor-2', 1500, 1600)
    expect(() => $client.exec('update occupations set starts_at = 1999 where starts_at = 2000')).toThrow(
      'occupied',
    )
    expect(() =>
      $client.exec(`update occupations set resource_id = 'doctor-1' where resource_id = 'doctor-2'`),
    ).toThrow('occupied')
    expect(() => $client.exec('update occupations set ends_at = 1800 where starts_at = 1000')).not.toThrow()
  })

  it('refuse an occupation without a length', () => {
    const { $client } = openEmptyDatabase()
    expect(() => $client.prepare(reserve).run('doctor-1', 1000, 1000)).toThrow(/CHECK/)
  })

  it('agree with a search for overlaps on any sequence of inserts and updates', () => {
    const interval = fc.record({
      move: fc.boolean(),
      resource: fc.constantFrom('a', 'b'),
      from: fc.nat(60),
      length: fc.integer({ min: 1, max: 12 }),
      pick: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 60 }), (steps) => {
        const { $client } = openEmptyDatabase()
        const rows: { resource: string; from: number; to: number }[] = []
        for (const { move, resource, from, length, pick } of steps) {
          const moved = move && rows.length > 0 ? pick % rows.length : undefined
          const wanted = { resource, from, to: from + length }
          const free = rows.every(
            (row, i) =>
              i === moved || row.resource !== resource || row.to <= from || row.from >= from + length,
          )
          const write = () =>
            moved === undefined
              ? $client.prepare(reserve).run(resource, from, from + length)
              : $client
                  .prepare('update occupations set resource_id = ?, starts_at = ?, ends_at = ? where id = ?')
                  .run(resource, from, from + length, moved + 1)
          if (free) {
            write()
            if (moved === undefined) rows.push(wanted)
            else rows[moved] = wanted
          } else expect(write).toThrow('occupied')
        }
        $client.close()
      }),
      { numRuns: 40 },
    )
  })
})
