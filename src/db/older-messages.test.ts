import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { insertOldBooking, openUpgradedDatabase } from '../testing/databases.ts'

/** The columns of the e-mails that stay as they are. */
const KEPT_OF_EMAIL = {
  recipient: 'a@b.example',
  subject: 'S',
  text: 'T',
  html: '<p>',
  attempts: 2,
  due_at: 30,
  created_at: 10,
  sent_at: 20,
}

/** The columns of the SMS that stay as they are. */
const KEPT_OF_SMS = {
  kind: 'confirmed',
  recipient: '+431',
  sender: 'Ordi',
  text: 'T',
  attempts: 1,
  send_status: 'SUCCESS',
  price_millicents: 7260,
  delivery_status: 'delivered',
  due_at: 31,
  created_at: 11,
  sent_at: 21,
  delivered_at: 41,
}

/** The columns of every SMS that its own table did not have, or had for something else. */
const MESSAGE_OF_SMS = { channel: 'sms', subject: '', html: '', message_id: null }

/** Inserts a row whose keys are names of columns. */
function insertRow(client: Database.Database, table: string, row: Readonly<Record<string, unknown>>): void {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  client.prepare(`insert into ${table} (${columns.join()}) values (${values.join()})`).run(row)
}

/**
 * Opens a database that had two e-mails and two SMS in tables of their own.
 * @returns its messages by channel, in the order of their ids
 */
function readUpgradedMessages() {
  // The next migration, 0006, makes one table of both.
  const client = openUpgradedDatabase({ migrations: 6 }, (old) => {
    insertOldBooking(old, 'booking')
    insertRow(old, 'emails', {
      ...KEPT_OF_EMAIL,
      id: 3,
      log_uuid: 'a',
      kind: 'email-check',
      message_id: '<a@x>',
      status: 'sent',
    })
    insertRow(old, 'emails', {
      ...KEPT_OF_EMAIL,
      id: 7,
      log_uuid: 'b',
      kind: 'confirmed',
      booking_id: 'booking',
      calendar: 'BEGIN',
      message_id: '<b@x>',
      status: 'muted',
      error: 'Urlaub',
    })
    insertRow(old, 'sms', {
      ...KEPT_OF_SMS,
      id: 1,
      log_uuid: 'c',
      status: 'unknown',
      error: 'Unterbrochen',
      provider: 'sevenio',
      message_id: 'm1',
    })
    insertRow(old, 'sms', {
      ...KEPT_OF_SMS,
      id: 2,
      log_uuid: 'd',
      status: 'muted',
      error: 'Festnetznummer',
    })
  })
  const listMessages = (channel: string) =>
    client.prepare('select * from messages where channel = ? order by id').all(channel)
  return { emails: listMessages('email'), sms: listMessages('sms') }
}

describe('the upgrade of a database from before e-mails and SMS shared a table', () => {
  it('keeps every e-mail with its id and all its data', () => {
    expect(readUpgradedMessages().emails).toMatchObject([
      {
        ...KEPT_OF_EMAIL,
        channel: 'email',
        id: 3,
        log_uuid: 'a',
        kind: 'email-verification',
        message_id: '<a@x>',
        status: 'sent',
      },
      {
        ...KEPT_OF_EMAIL,
        channel: 'email',
        id: 7,
        log_uuid: 'b',
        kind: 'confirmed',
        booking_id: 'booking',
        calendar: 'BEGIN',
        message_id: '<b@x>',
        status: 'muted',
        error: 'Urlaub',
      },
    ])
  })

  it('keeps every SMS with all its data, under an id after those of the e-mails', () => {
    expect(readUpgradedMessages().sms).toMatchObject([
      {
        ...KEPT_OF_SMS,
        ...MESSAGE_OF_SMS,
        id: 8,
        log_uuid: 'c',
        status: 'unknown',
        error: 'Unterbrochen',
        provider: 'sevenio',
        provider_message_id: 'm1',
      },
      {
        ...KEPT_OF_SMS,
        ...MESSAGE_OF_SMS,
        id: 9,
        log_uuid: 'd',
        status: 'muted',
        error: 'Festnetznummer',
        provider: null,
        provider_message_id: null,
      },
    ])
  })
})
