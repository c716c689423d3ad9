import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { generateKey } from '../db/age-file.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { writeSettings } from '../practice/settings.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import { examineCopies } from './old-copies.ts'
import { erasePatient } from './patient.ts'

const EMAIL = 'rosa@musterfrau.example'

/**
 * Opens a practice on disk with a patient whose appointment is past. `copy` backs it up, `hasPatient`
 * examines a copy.
 */
function openPractice() {
  const folder = tempDir()
  const app = openTestApp({ file: join(folder, 'ordi.db') })
  const startsAt = app.ctx().now - 40 * DAY_LENGTH
  insertBooking(app.ctx().db, { email: 'Rosa+arzt@Musterfrau.example', startsAt, status: 'confirmed' })
  const copy = async (name: string) => {
    const { file } = await backupDatabase(app.ctx().db.$client, join(folder, name))
    return { file, until: undefined }
  }
  const traces = { mailboxes: [mailboxKey(EMAIL)], bookingIds: [] as string[] }
  const hasPatient = async (file: string) => {
    const [examined] = await examineCopies(traces, [{ file, until: undefined }])
    return examined?.hasPatient
  }
  return { app, folder, copy, hasPatient, traces }
}

it('the patient is found in a copy from before the erasure, but not in a later one', async () => {
  const { app, copy, traces } = openPractice()
  const before = await copy('before.db')
  erasePatient(app.ctx(), EMAIL)
  const after = await copy('after.db')
  expect(await examineCopies(traces, [before, after])).toEqual([
    { ...before, hasPatient: 'yes' },
    { ...after, hasPatient: 'no' },
  ])
})

it('an encrypted copy is unknown', async () => {
  const { app, copy, hasPatient } = openPractice()
  writeSettings(app.ctx(), 'general', { backup_recipient: (await generateKey()).recipient })
  const { file } = await copy('encrypted.db')
  expect(file).toMatch(/\.age$/)
  expect(await hasPatient(file)).toBe('unknown')
})

type Column = Readonly<{ table: string; column: string }>

/** Replaces a table of the copy by one with only this column, because the others do not matter here. */
function keepOnly(file: string, { table, column }: Column): void {
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec(`drop table ${table}; create table ${table} (id integer primary key, ${column} text)`)
  db.close()
}

function addAddresses(file: string, { table, column }: Column, addresses: readonly string[]): void {
  const db = new Database(file)
  const add = db.prepare(`insert into ${table} (${column}) values (?)`)
  for (const address of addresses) add.run(address)
  db.close()
}

it.each<Column>([
  { table: 'waiting_entries', column: 'mailbox' },
  { table: 'holds', column: 'email' },
  { table: 'email_verifications', column: 'email' },
  { table: 'messages', column: 'recipient' },
])('a patient is found in a copy even if only $table names the e-mail address', async (column) => {
  const { app, copy, hasPatient } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await copy('copy.db')
  keepOnly(file, column)
  // These are more rows than `ROWS_AT_ONCE`.
  const strangers = Array.from({ length: 12_000 }, (_, i) => `stranger${i}@example.at`)
  addAddresses(file, column, strangers)
  expect(await hasPatient(file)).toBe('no')

  addAddresses(file, column, [EMAIL])
  expect(await hasPatient(file)).toBe('yes')
})

it('for a copy that lacks a table it is unknown whether it has the patient', async () => {
  const { app, copy, hasPatient } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await copy('copy.db')
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec('drop table waiting_entries')
  db.close()
  expect(await hasPatient(file)).toBe('unknown')
})

it('for a copy that cannot be read it is unknown whether it has the patient', async () => {
  const { folder, hasPatient } = openPractice()
  const damaged = join(folder, 'damaged.db')
  writeFileSync(damaged, 'no database at all, but long enough to be examined'.repeat(100))
  for (const file of [damaged, join(folder, 'missing.db')]) expect(await hasPatient(file)).toBe('unknown')
})
