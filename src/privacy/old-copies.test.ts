import { copyFileSync, writeFileSync } from 'node:fs'
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
  const hasPatient = async (file: string) =>
    (await examineCopies(traces, [{ file, until: undefined }])).map((copy) => copy.hasPatient)
  return { app, folder, copy, hasPatient, traces }
}

it('the patient is found in a copy from before the erasure, not in a later one, and an encrypted one is unknown', async () => {
  const { app, copy, traces } = openPractice()
  const before = await copy('before.db')
  erasePatient(app.ctx(), EMAIL)
  const after = await copy('after.db')
  writeSettings(app.ctx(), 'general', { backup_recipient: (await generateKey()).recipient })
  const encrypted = await copy('encrypted.db')
  expect(encrypted.file).toMatch(/\.age$/)
  expect(await examineCopies(traces, [before, after, encrypted])).toEqual([
    { ...before, hasPatient: 'yes' },
    { ...after, hasPatient: 'no' },
    { ...encrypted, hasPatient: 'unknown' },
  ])
})

it.each([
  ['waiting_entries', 'mailbox'],
  ['holds', 'email'],
  ['email_verifications', 'email'],
  ['messages', 'recipient'],
])('a patient is found in a copy even if only %s names the address', async (table, column) => {
  const { app, copy, hasPatient } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await copy('copy.db')
  const db = new Database(file)
  // The table is replaced by one with only this column, because the others do not matter here.
  db.pragma('foreign_keys = off')
  db.exec(`drop table ${table}; create table ${table} (id integer primary key, ${column} text)`)
  const add = db.prepare(`insert into ${table} (${column}) values (?)`)
  // These are more rows than `ROWS_AT_ONCE`.
  for (let i = 0; i < 12_000; i++) add.run(`stranger${i}@example.at`)
  db.close()
  expect(await hasPatient(file)).toEqual(['no'])

  const again = new Database(file)
  again.prepare(`insert into ${table} (${column}) values (?)`).run(EMAIL)
  again.close()
  expect(await hasPatient(file)).toEqual(['yes'])
})

it('a copy that cannot be read, or that lacks a table, is unknown', async () => {
  const { app, folder, copy, hasPatient } = openPractice()
  erasePatient(app.ctx(), EMAIL)
  const { file } = await copy('copy.db')
  const older = join(folder, 'older.db')
  copyFileSync(file, older)
  const db = new Database(older)
  db.pragma('foreign_keys = off')
  db.exec('drop table waiting_entries')
  db.close()
  const damaged = join(folder, 'damaged.db')
  writeFileSync(damaged, 'no database at all, but long enough to be looked at'.repeat(100))
  for (const each of [older, damaged, join(folder, 'gone.db')])
    expect(await hasPatient(each)).toEqual(['unknown'])
})
