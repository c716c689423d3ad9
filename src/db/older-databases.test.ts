import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mailboxKey } from '../shared/contact/email.ts'
import { insertOldBooking, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openDatabase } from './open.ts'

/**
 * Makes a database with only the first `migrations`, fills it with `fill`, and opens it as the current
 * program does.
 */
function openUpgraded(
  { migrations }: Readonly<{ migrations: number }>,
  fill: (old: Database.Database) => void,
): Database.Database {
  const file = join(tempDir(), 'ordi.db')
  const old = openOlderDatabase(file, migrations)
  fill(old)
  old.close()
  const { $client } = openDatabase(file)
  onTestFinished(() => void $client.close())
  return $client
}

describe('the upgrade of an older database', () => {
  // The migration does in SQL what `mailboxKey` does: it removes a tag after a plus, and dots in Gmail
  // addresses.
  it.each([
    { case: 'an address', email: 'rosa@a.example', mailbox: 'rosa@a.example' },
    { case: 'dots and two tags', email: 'r.o+x+y@a.example', mailbox: 'r.o@a.example' },
    { case: 'a plus at the beginning', email: '+43@a.example', mailbox: '+43@a.example' },
    { case: 'a tag behind such a plus', email: '+4+3@a.example', mailbox: '+4@a.example' },
    { case: 'dots and a tag at Gmail', email: 'r.o+x@googlemail.com', mailbox: 'ro@gmail.com' },
    { case: 'no address', email: '', mailbox: '' },
  ])('gives a booking the mailbox of its e-mail address: $case', ({ email, mailbox }) => {
    const client = openUpgraded({ migrations: 12 }, (old) => insertOldBooking(old, email))
    expect(mailboxKey(email)).toBe(mailbox)
    expect(client.prepare('select email, mailbox from bookings').all()).toEqual([{ email, mailbox }])
  })

  it('fills the search index with the bookings', () => {
    const client = openUpgraded({ migrations: 14 }, (old) => {
      for (const name of ['Müller', 'Probe']) insertOldBooking(old, name)
    })
    const search = client.prepare('select rowid from booking_search_index where booking_search_index match ?')
    // Both bookings begin at 0. The number of an index row is its start or the next free number.
    expect(search.all('muller')).toEqual([{ rowid: 0 }])
    expect(search.all('probe')).toEqual([{ rowid: 1 }])
  })

  it('turns a regional holiday into a closed day, which can be deleted', () => {
    const client = openUpgraded({ migrations: 10 }, (old) => {
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

describe('the upgrade of a database from before e-mails and SMS shared a table', () => {
  /** The values in the statement itself are those of `EMAIL`. */
  const INSERT_EMAIL = `insert into emails (id, log_uuid, kind, booking_id, recipient, subject, text, html, calendar, message_id,
    status, error, attempts, due_at, created_at, sent_at) values (@id, @uuid, @kind, @bookingId, 'a@b.example', 'S', 'T', '<p>',
    @calendar, @messageId, @status, @error, 2, 30, 10, 20)`
  const EMAIL = {
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

  /** The values in the statement itself are those of `SMS`. */
  const INSERT_SMS = `insert into sms (id, log_uuid, kind, recipient, sender, text, status, error, attempts, due_at, provider,
    message_id, send_status, price_millicents, delivery_status, delivered_at, created_at, sent_at)
    values (@id, @uuid, 'confirmed', '+431', 'Ordi', 'T', @status, @error, 1, 31, @provider, @messageId, 'SUCCESS', 7260,
    'delivered', 41, 11, 21)`
  const SMS = {
    channel: 'sms',
    kind: 'confirmed',
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

  /**
   * Opens a database that had two e-mails and two SMS.
   * @returns its messages by channel, in the order of their ids
   */
  function readUpgradedMessages() {
    const client = openUpgraded({ migrations: 6 }, (old) => {
      insertOldBooking(old, 'booking')
      old.prepare(INSERT_EMAIL).run({
        id: 3,
        uuid: 'a',
        kind: 'email-check',
        bookingId: null,
        calendar: null,
        messageId: '<a@x>',
        status: 'sent',
        error: null,
      })
      old.prepare(INSERT_EMAIL).run({
        id: 7,
        uuid: 'b',
        kind: 'confirmed',
        bookingId: 'booking',
        calendar: 'BEGIN',
        messageId: '<b@x>',
        status: 'muted',
        error: 'Urlaub',
      })
      const interrupted = { status: 'unknown', error: 'Unterbrochen', provider: 'sevenio', messageId: 'm1' }
      old.prepare(INSERT_SMS).run({ id: 1, uuid: 'c', ...interrupted })
      const unsent = { status: 'muted', error: 'Festnetznummer', provider: null, messageId: null }
      old.prepare(INSERT_SMS).run({ id: 2, uuid: 'd', ...unsent })
    })
    const listMessages = (channel: string) =>
      client.prepare('select * from messages where channel = ? order by id').all(channel)
    return { emails: listMessages('email'), sms: listMessages('sms') }
  }

  it('keeps every e-mail with its id and all its data', () => {
    expect(readUpgradedMessages().emails).toMatchObject([
      { ...EMAIL, id: 3, log_uuid: 'a', kind: 'email-verification', message_id: '<a@x>', status: 'sent' },
      {
        ...EMAIL,
        id: 7,
        log_uuid: 'b',
        kind: 'confirmed',
        booking_id: 'booking',
        calendar: 'BEGIN',
        message_id: '<b@x>',
        status: 'suppressed',
        error: 'Urlaub',
      },
    ])
  })

  it('keeps every SMS with all its data, under an id after those of the e-mails', () => {
    expect(readUpgradedMessages().sms).toMatchObject([
      {
        ...SMS,
        id: 8,
        log_uuid: 'c',
        status: 'unknown',
        error: 'Unterbrochen',
        provider: 'sevenio',
        provider_message_id: 'm1',
      },
      {
        ...SMS,
        id: 9,
        log_uuid: 'd',
        status: 'suppressed',
        error: 'Festnetznummer',
        provider: null,
        provider_message_id: null,
      },
    ])
  })
})
