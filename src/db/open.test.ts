import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailboxKey } from '../shared/contact/email.ts'
import { insertOldBooking, openEmptyDatabase, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { type Db, openDatabase } from './open.ts'

const INSERT_OCCUPATION = 'insert into occupations (resource_id, starts_at, ends_at) values (?, ?, ?)'

/** The settings of SQLite that every opened database must have, as SQLite returns them. */
const PRAGMAS = {
  // Nobody who reads waits for a writer.
  journal_mode: 'wal',
  // FULL: a power failure takes no commit away that was answered.
  synchronous: 2,
  // References are enforced, which SQLite leaves off by default.
  foreign_keys: 1,
  // The command line waits 5 seconds, in milliseconds here, while the server writes.
  busy_timeout: 5_000,
  // Deleted health data is overwritten.
  secure_delete: 1,
  // A manipulated or damaged file is not trusted.
  trusted_schema: 0,
  cell_size_check: 1,
}

describe('the database', () => {
  it('opens with each setting of SQLite that the portal relies on', () => {
    const { $client } = openDatabase(join(tempDir(), 'ordi.db'))
    const settings = Object.keys(PRAGMAS).map((name) => [name, $client.pragma(name, { simple: true })])
    expect(Object.fromEntries(settings)).toEqual(PRAGMAS)
    $client.close()
  })

  it('has only STRICT tables', () => {
    const { $client } = openDatabase(':memory:')
    // Drizzle and SQLite make tables of their own, which the schema cannot make strict.
    const loose = $client
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0
         and name not like '%drizzle%' and name not like 'sqlite_%'`,
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
    // A migration of the year 5138 is newer than those of any version, because they count by their time.
    db.$client.exec(
      `insert into __drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`,
    )
    db.$client.close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(/newer version of Ordi/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

it('a booking of an older database gets the mailbox of its e-mail address', () => {
  const file = join(tempDir(), 'ordi.db')
  const old = openOlderDatabase(file, 12)
  // The migration says in SQL what `mailboxKey` says: a tag behind a plus goes, and the dots of Gmail go.
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
  // Both bookings begin at 0; a row of the index has the number of its start, or the next one that is free.
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
      due_at: 30,
      created_at: 10,
      sent_at: 20,
    }
    const sms = {
      channel: 'sms',
      recipient: '+431',
      subject: '',
      text: 'T',
      html: '',
      message_id: null,
      attempts: 1,
      sender: 'Ordi',
      send_status: 'SUCCESS',
      price_millicents: 7260,
      delivery_status: 'delivered',
      due_at: 31,
      created_at: 11,
      sent_at: 21,
      delivered_at: 41,
    }
    expect(rows).toMatchObject([
      { ...email, id: 3, log_uuid: 'a', kind: 'email-verification', message_id: '<a@x>', status: 'sent' },
      {
        ...email,
        id: 7,
        log_uuid: 'b',
        kind: 'confirmed',
        booking_id: 'booking',
        calendar: 'BEGIN',
        message_id: '<b@x>',
        status: 'suppressed',
        error: 'Urlaub',
      },
      {
        ...sms,
        id: 8,
        log_uuid: 'c',
        kind: 'confirmed',
        status: 'unknown',
        error: 'Unterbrochen',
        provider: 'sevenio',
        provider_message_id: 'm1',
      },
      {
        ...sms,
        id: 9,
        log_uuid: 'd',
        kind: 'confirmed',
        status: 'suppressed',
        error: 'Festnetznummer',
        provider: null,
        provider_message_id: null,
      },
    ])
    $client.close()
  })
})

it('an occupation without a length is refused', () => {
  const { $client } = openEmptyDatabase()
  expect(() => $client.prepare(INSERT_OCCUPATION).run('doctor-1', 1000, 1000)).toThrow(/CHECK/)
})

describe('the overlap triggers', () => {
  it('refuse to move an occupation over another one', () => {
    const { $client } = openThreeOccupations()
    expect(() => $client.exec('update occupations set starts_at = 1999 where starts_at = 2000')).toThrow(
      'occupied',
    )
  })

  it('refuse to give an occupation a resource that is occupied at its time', () => {
    const { $client } = openThreeOccupations()
    expect(() =>
      $client.exec(`update occupations set resource_id = 'doctor-1' where resource_id = 'doctor-2'`),
    ).toThrow('occupied')
  })

  it('let an occupation become shorter', () => {
    const { $client } = openThreeOccupations()
    expect(() => $client.exec('update occupations set ends_at = 1800 where starts_at = 1000')).not.toThrow()
  })

  it('agree with a search for overlaps on any sequence of inserts and updates', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const { $client } = openEmptyDatabase()
        const insert = $client.prepare(INSERT_OCCUPATION)
        const update = $client.prepare(
          'update occupations set resource_id = ?, starts_at = ?, ends_at = ? where id = ?',
        )
        const rows: Row[] = []
        for (const { isUpdate, pick, resource, from, length } of changes) {
          const wanted = { resource, from, to: from + length }
          // An insert makes a new row at the end.
          const index = isUpdate && rows.length > 0 ? pick % rows.length : rows.length
          const values = [wanted.resource, wanted.from, wanted.to]
          // SQLite counts the ids from 1.
          const write = () => (index < rows.length ? update.run(...values, index + 1) : insert.run(...values))
          if (rows.some((row, i) => i !== index && overlap(row, wanted))) expect(write).toThrow('occupied')
          else {
            write()
            rows[index] = wanted
          }
        }
        $client.close()
      }),
      { numRuns: 40 },
    )
  })
})

/** Two times of one doctor that touch, and a time of another doctor at the first of them. */
function openThreeOccupations(): Db {
  const db = openEmptyDatabase()
  const occupy = db.$client.prepare(INSERT_OCCUPATION)
  occupy.run('doctor-1', 1000, 2000)
  occupy.run('doctor-1', 2000, 3000)
  occupy.run('doctor-2', 1500, 1600)
  return db
}

type Row = { resource: string; from: number; to: number }

const change = fc.record({
  isUpdate: fc.boolean(),
  /** Which of the rows is updated. */
  pick: fc.nat(),
  resource: fc.constantFrom('a', 'b'),
  from: fc.nat(60),
  length: fc.integer({ min: 1, max: 12 }),
})

function overlap(one: Row, other: Row): boolean {
  return one.resource === other.resource && one.from < other.to && other.from < one.to
}
