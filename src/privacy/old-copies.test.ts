import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { generateKey } from '../db/age-file.ts'
import { backupDatabase } from '../db/backup-file.ts'
import type { OldCopy } from '../db/backup-retention.ts'
import { writeSettings } from '../practice/settings.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import { examineCopies, ROWS_AT_ONCE } from './old-copies.ts'
import { erasePatient } from './patient.ts'

const EMAIL = 'rosa@musterfrau.example'

/** The address as the patient wrote it, another spelling of the same mailbox. */
const BOOKED_EMAIL = 'Rosa+arzt@Musterfrau.example'

/** The patient's mailbox, by which most of these tests examine a copy. */
const TRACES = { mailboxes: [mailboxKey(EMAIL)], bookingIds: [] }

/** Opens a practice on disk with a patient whose appointment is past. */
function openPractice({ email = BOOKED_EMAIL } = {}) {
  const folder = tempDir()
  const app = openTestApp({ file: join(folder, 'ordi.db') })
  const startsAt = app.ctx().now - 40 * DAY_LENGTH
  const { id: bookingId } = insertBooking(app.ctx().db, { email, startsAt, status: 'confirmed' })
  return {
    app,
    bookingId,
    /** Copies the database to a file of this name, which ends in `.age` if it is encrypted. */
    makeCopy: async (name: string): Promise<OldCopy> => {
      const { file } = await backupDatabase(app.ctx().db.$client, join(folder, name))
      return { file, until: undefined }
    },
  }
}

/** A column that holds e-mail addresses of patients. */
type AddressColumn = Readonly<{ table: string; column: string }>

it('a patient is found by the mailbox of a booking, but only in a copy from before the erasure', async () => {
  const { app, makeCopy } = openPractice()
  const earlier = await makeCopy('earlier.db')
  erasePatient(app.ctx(), EMAIL)
  const later = await makeCopy('later.db')
  expect(await examineCopies(TRACES, [earlier, later])).toEqual([
    { ...earlier, hasPatient: 'yes' },
    { ...later, hasPatient: 'no' },
  ])
})

it('a patient without an e-mail address is found by the booking, but only in a copy from before the erasure', async () => {
  const { app, bookingId, makeCopy } = openPractice({ email: '' })
  const earlier = await makeCopy('earlier.db')
  const { traces } = erasePatient(app.ctx(), { bookingId })
  expect(traces).toEqual({ mailboxes: [], bookingIds: [bookingId] })
  const later = await makeCopy('later.db')
  expect(await examineCopies(traces, [earlier, later])).toEqual([
    { ...earlier, hasPatient: 'yes' },
    { ...later, hasPatient: 'no' },
  ])
})

it('for an encrypted copy it is unknown whether it has the patient', async () => {
  const { app, makeCopy } = openPractice()
  writeSettings(app.ctx(), 'general', { backup_recipient: (await generateKey()).recipient })
  const { file } = await makeCopy('encrypted.db')
  expect(file).toMatch(/\.age$/)
  expect(await hasPatient(file)).toBe('unknown')
})

it.each<AddressColumn>([
  { table: 'waiting_entries', column: 'mailbox' },
  { table: 'holds', column: 'email' },
  { table: 'email_verifications', column: 'email' },
  { table: 'messages', column: 'recipient' },
])('a patient is found in a copy even if only $table names the e-mail address', async (column) => {
  const { app, makeCopy } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await makeCopy('copy.db')
  keepOnly(file, column)
  // With so many rows, the table is read in three parts, and the patient is in the last one.
  const strangers = Array.from({ length: 2 * ROWS_AT_ONCE + 1 }, (_, index) => `stranger${index}@example.at`)
  addAddresses(file, column, strangers)
  expect(await hasPatient(file)).toBe('no')

  addAddresses(file, column, [EMAIL])
  expect(await hasPatient(file)).toBe('yes')
})

it('for a copy that lacks a table it is unknown whether it has the patient', async () => {
  const { app, makeCopy } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await makeCopy('copy.db')
  changeCopy(file, 'drop table waiting_entries')
  expect(await hasPatient(file)).toBe('unknown')
})

it('for a damaged copy it is unknown whether it has the patient', async () => {
  const damaged = join(tempDir(), 'damaged.db')
  writeFileSync(damaged, 'no database at all, but long enough to be examined'.repeat(100))
  expect(await hasPatient(damaged)).toBe('unknown')
})

it('for a copy that was deleted meanwhile it is unknown whether it has the patient', async () => {
  expect(await hasPatient(join(tempDir(), 'missing.db'))).toBe('unknown')
})

/** Returns whether a file has the patient. */
async function hasPatient(file: string): Promise<'yes' | 'no' | 'unknown' | undefined> {
  const [examined] = await examineCopies(TRACES, [{ file, until: undefined }])
  return examined?.hasPatient
}

/** Runs SQL in a copy, with which it may contradict its foreign keys. */
function changeCopy(file: string, sql: string): void {
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec(sql)
  db.close()
}

/** Replaces a table of the copy by one with only this column, because the others do not matter here. */
function keepOnly(file: string, { table, column }: AddressColumn): void {
  changeCopy(file, `drop table ${table}; create table ${table} (id integer primary key, ${column} text)`)
}

/** Adds rows with these e-mail addresses to the column. */
function addAddresses(file: string, { table, column }: AddressColumn, addresses: readonly string[]): void {
  const db = new Database(file)
  const add = db.prepare(`insert into ${table} (${column}) values (?)`)
  for (const address of addresses) add.run(address)
  db.close()
}
