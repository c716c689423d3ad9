import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { decrypt } from './access/crypto.ts'
import { checkDatabaseFile } from './db/database-check.ts'
import { openDatabase } from './db/open.ts'
import { insertOldBooking, MIGRATIONS, openOlderDatabase } from './testing/databases.ts'
import {
  listReleases,
  RELEASE_ADMIN,
  RELEASE_SECRET,
  RELEASE_SVNR,
  unpackReleasedDatabase,
} from './testing/releases.ts'
import { tempDir } from './testing/temp-dir.ts'
import { openTestApp } from './testing/test-app.ts'

const releases = listReleases()

/** The number of bookings in each released database. */
const RELEASE_BOOKINGS = 5

/** Unpacks the database of a version into a data directory. `start` opens the present program on it. */
function unpack(version: string) {
  const dataDir = tempDir()
  const file = join(dataDir, 'ordi.db')
  unpackReleasedDatabase(version, file)
  const start = () => openTestApp({ file, empty: true, config: { dataDir, appSecret: RELEASE_SECRET } })
  return { dataDir, file, start }
}

/** Returns the time of the newest migration that a database has. */
function lastMigration(file: string): number {
  const client = new Database(file, { readonly: true })
  const createdAt = client.prepare('select max(created_at) from __drizzle_migrations').pluck().get()
  client.close()
  return createdAt as number
}

/**
 * Names two further resources in an old database: `Labor` for the service `facial`, and `dr-b` for one
 * booking. @returns the id of that booking
 */
function nameFurtherResources(file: string): unknown {
  const client = new Database(file)
  const bookingId = client
    .prepare('select booking_id from occupations where booking_id is not null')
    .pluck()
    .get()
  client.exec(`update services set resource_id = 'Labor' where id = 'facial'`)
  client.prepare(`update occupations set resource_id = 'dr-b' where booking_id = ?`).run(bookingId)
  client.close()
  return bookingId
}

it('a database to upgrade from exists for every released version', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(releases).toEqual(expect.arrayContaining(['0.1.0-pre', ...released]))
})

it.each(releases)('the database of %s keeps all rows', async (version) => {
  const { file, start } = unpack(version)
  const { __drizzle_migrations, erp_conflicts, ...rows } = (await checkDatabaseFile(file)).rows
  start().close()
  // The announced overlaps move to a table for all calendars.
  const expected = { ...rows, bookings: RELEASE_BOOKINGS, busy_conflicts: erp_conflicts }
  expect((await checkDatabaseFile(file)).rows).toMatchObject(expected)
})

it.each(releases)('the database of %s still shows its bookings to patients and practice', async (version) => {
  const app = unpack(version).start()
  const { token } = (await app.browser().post('/api/admin/login', RELEASE_ADMIN)).json
  const asAdmin = { authorization: `Bearer ${token}` }
  const bookings = app.rows<{ id: string; status: string }>('select id, status from bookings')
  expect(bookings).toHaveLength(RELEASE_BOOKINGS)
  for (const { id, status } of bookings) {
    const seenByPatient = await app.browser().get(`/api/bookings/${id}`)
    expect(seenByPatient.json).toMatchObject({ id, status })
    const seenByPractice = await app.browser().get(`/api/admin/bookings/${id}`, asAdmin)
    expect(seenByPractice.status).toBe(200)
  }
  app.close()
})

it.each(releases)('the social security number in the database of %s can be decrypted', (version) => {
  const app = unpack(version).start()
  const encrypted = app.rows<{ id: string; svnr: string }>(
    'select id, svnr from bookings where svnr is not null',
  )
  const numbers = encrypted.map(({ id, svnr }) => decrypt(app.ctx(), `bookings:svnr:${id}`, svnr))
  expect(new Set(numbers)).toEqual(new Set([RELEASE_SVNR]))
  app.close()
})

it.each(releases)('each resource id that services of %s use becomes a resource', async (version) => {
  const { file, start } = unpack(version)
  const bookingId = nameFurtherResources(file)
  const app = start()
  expect(app.rows('select id, name, active from resources order by display_order')).toEqual([
    { id: 'doctor-1', name: '', active: 1 },
    { id: 'Labor', name: 'Labor', active: 1 },
    { id: 'dr-b', name: 'dr-b', active: 1 },
  ])
  expect(app.rows(`select id from bookings where resource_id = 'dr-b'`)).toEqual([{ id: bookingId }])
  const readResourceOfFirstSlot = async (service: string) => {
    const [slot] = (await app.browser().get(`/api/slots?date=2027-01-13&service=${service}`)).json
    return slot.resource_id
  }
  expect(await readResourceOfFirstSlot('facial')).toBe('Labor')
  expect(await readResourceOfFirstSlot('erstordination')).toBe('doctor-1')
  app.close()
})

it.each(releases)('the database of %s is copied once, before the upgrade', async (version) => {
  const { dataDir, file, start } = unpack(version)
  const { rows } = await checkDatabaseFile(file)
  const migration = lastMigration(file)
  const firstStart = start()
  const secondStart = start()
  firstStart.close()
  secondStart.close()
  const folder = join(dataDir, 'backups')
  const isNewest = migration === MIGRATIONS.at(-1)?.folderMillis
  // A database that has the newest migration already is not upgraded, and so not copied.
  const copy = isNewest ? undefined : join(folder, `before-upgrade-${migration}.db`)
  expect(firstStart.upgradedFrom).toBe(copy)
  expect(secondStart.upgradedFrom).toBeUndefined()
  if (copy === undefined) return expect(existsSync(folder)).toBe(false)
  expect(readdirSync(folder)).toHaveLength(1)
  expect((await checkDatabaseFile(copy)).rows).toEqual(rows)
})

it.each(MIGRATIONS.map((_, index) => index + 1))(
  'a database with the first %i migrations keeps its booking',
  (count) => {
    const file = join(tempDir(), 'ordi.db')
    const oldDatabase = openOlderDatabase(file, count)
    insertOldBooking(oldDatabase, 'rosa')
    oldDatabase.close()
    const { $client } = openDatabase(file)
    expect($client.prepare('select id from bookings').pluck().all()).toEqual(['rosa'])
    expect($client.pragma('integrity_check', { simple: true })).toBe('ok')
    expect($client.pragma('foreign_key_check')).toEqual([])
    $client.close()
  },
)
