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
import { examineCopies } from './old-copies.ts'
import { erasePatient } from './patient.ts'

const EMAIL = 'rosa@musterfrau.example'

/** Opens a practice on disk with a patient whose appointment is past. */
function openPractice() {
  const folder = tempDir()
  const app = openTestApp({ file: join(folder, 'ordi.db') })
  const startsAt = app.ctx().now - 40 * DAY_LENGTH
  insertBooking(app.ctx().db, { email: 'Rosa+arzt@Musterfrau.example', startsAt, status: 'confirmed' })
  return {
    app,
    folder,
    /** Copies the database to a file of this name, which ends in `.age` if it is encrypted. */
    makeCopy: async (name: string): Promise<OldCopy> => {
      const { file } = await backupDatabase(app.ctx().db.$client, join(folder, name))
      return { file, until: undefined }
    },
  }
}

/** The patient's mailbox, by which a copy is examined. */
const TRACES = { mailboxes: [mailboxKey(EMAIL)], bookingIds: [] }

/** Returns whether the patient is found in a file. */
async function findPatientIn(file: string): Promise<'yes' | 'no' | 'unknown' | undefined> {
  const [examined] = await examineCopies(TRACES, [{ file, until: undefined }])
  return examined?.hasPatient
}

/** A column that holds e-mail addresses of patients. */
type Column = Readonly<{ table: string; column: string }>

/** Replaces a table of the copy by one with only this column, because the others do not matter here. */
function keepOnly(file: string, { table, column }: Column): void {
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec(`drop table ${table}; create table ${table} (id integer primary key, ${column} text)`)
  db.close()
}

/** Adds rows with these e-mail addresses to the column. */
function addAddresses(file: string, { table, column }: Column, addresses: readonly string[]): void {
  const db = new Database(file)
  const add = db.prepare(`insert into ${table} (${column}) values (?)`)
  for (const address of addresses) add.run(address)
  db.close()
}

it('the patient is found in a copy from before the erasure, but not in a later one', async () => {
  const { app, makeCopy } = openPractice()
  const earlier = await makeCopy('earlier.db')
  erasePatient(app.ctx(), EMAIL)
  const later = await makeCopy('later.db')
  expect(await examineCopies(TRACES, [earlier, later])).toEqual([
    { ...earlier, hasPatient: 'yes' },
    { ...later, hasPatient: 'no' },
  ])
})

it('for an encrypted copy it is unknown whether it has the patient', async () => {
  const { app, makeCopy } = openPractice()
  writeSettings(app.ctx(), 'general', { backup_recipient: (await generateKey()).recipient })
  const { file } = await makeCopy('encrypted.db')
  expect(file).toMatch(/\.age$/)
  expect(await findPatientIn(file)).toBe('unknown')
})

it.each<Column>([
  { table: 'waiting_entries', column: 'mailbox' },
  { table: 'holds', column: 'email' },
  { table: 'email_verifications', column: 'email' },
  { table: 'messages', column: 'recipient' },
])('a patient is found in a copy even if only $table names the e-mail address', async (column) => {
  const { app, makeCopy } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await makeCopy('copy.db')
  keepOnly(file, column)
  // These are more rows than are read at once (`ROWS_AT_ONCE`).
  const strangers = Array.from({ length: 12_000 }, (_, index) => `stranger${index}@example.at`)
  addAddresses(file, column, strangers)
  expect(await findPatientIn(file)).toBe('no')

  addAddresses(file, column, [EMAIL])
  expect(await findPatientIn(file)).toBe('yes')
})

it('for a copy that lacks a table it is unknown whether it has the patient', async () => {
  const { app, makeCopy } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await makeCopy('copy.db')
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec('drop table waiting_entries')
  db.close()
  expect(await findPatientIn(file)).toBe('unknown')
})

it('for a damaged copy it is unknown whether it has the patient', async () => {
  const { folder } = openPractice()
  const damaged = join(folder, 'damaged.db')
  writeFileSync(damaged, 'no database at all, but long enough to be examined'.repeat(100))
  expect(await findPatientIn(damaged)).toBe('unknown')
})

it('for a copy that was deleted meanwhile it is unknown whether it has the patient', async () => {
  const { folder } = openPractice()
  expect(await findPatientIn(join(folder, 'missing.db'))).toBe('unknown')
})
