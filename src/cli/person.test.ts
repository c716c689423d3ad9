import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { fileStamp } from '../db/backup-folder.ts'
import { insertBooking } from '../testing/bookings.ts'
import { failure, ordi } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'
const EMAIL = 'rosa@musterfrau.example'

/**
 * Makes a data directory with an old rejected and an old confirmed appointment of one person, and on request
 * a future one. Returns the environment for the command.
 */
function makeDataDir({ hasFutureAppointment = false } = {}) {
  const DATA_DIR = tempDir()
  const app = openTestApp({ file: join(DATA_DIR, 'ordi.db') })
  const { db } = app.ctx()
  const rejected = insertBooking(db, { startsAt: Date.parse('2026-01-12T08:30:00+01:00') })
  decideBooking(app.ctx(), rejected.id, { decision: 'reject', message: 'Wir sind auf Urlaub' })
  // Retention and erasure only delete the social security number, so it need not be validly encrypted.
  const svnr = 'v1:x:y:z'
  insertBooking(db, { status: 'confirmed', svnr, startsAt: Date.parse('2026-01-13T08:30:00+01:00') })
  // The e-mail and the SMS about the rejection get a date in 1970.
  app.changeRows(`update messages set status = 'sent', created_at = 0`)
  // The command reads the real clock, for which this appointment is in the future.
  if (hasFutureAppointment) insertBooking(db, { startsAt: Date.parse('2100-01-12T08:30:00+01:00') })
  app.close()
  return { DATA_DIR, APP_SECRET }
}

const countAnonymised = (DATA_DIR: string) =>
  rowsIn(DATA_DIR, 'select id from bookings where anonymised = 1').length

it.each([
  { command: `person export ${EMAIL}` },
  { command: `person erase ${EMAIL} --yes` },
  { command: 'retention' },
])('ordi $command is refused without a database, and creates none', async ({ command }) => {
  const DATA_DIR = tempDir()
  expect(await ordi(command.split(' '), { DATA_DIR })).toEqual(
    failure(`There is no database: ${join(DATA_DIR, 'ordi.db')}\n`),
  )
  expect(readdirSync(DATA_DIR)).toEqual([])
})

describe('ordi retention', () => {
  // By default messages are kept for 180 days, social security numbers for 30 days and bookings for ever. Due
  // are both messages about the rejection, and the number of the confirmed booking.
  const COUNTS =
    'messages to empty: 2\nsocial security numbers to delete: 1\nanswers to questions to delete: 0\nbookings to anonymise: 0\n'

  it('prints with --dry-run what would be deleted, and deletes nothing', async () => {
    const env = makeDataDir()
    expect(await ordi(['retention', '--dry-run'], env)).toMatchObject({
      status: 0,
      out: `Nothing was changed. Due now:\n${COUNTS}`,
    })
    expect(rowsIn(env.DATA_DIR, 'select id from messages where emptied is not null')).toEqual([])
  })

  it('deletes what is due', async () => {
    const env = makeDataDir()
    expect(await ordi(['retention'], env)).toMatchObject({ status: 0, out: `Done:\n${COUNTS}` })
    expect(rowsIn(env.DATA_DIR, 'select id from messages where emptied is not null')).toHaveLength(2)
    expect(rowsIn(env.DATA_DIR, 'select id from bookings where svnr is not null')).toEqual([])
  })

  it('is refused with any other option', async () => {
    expect((await ordi(['retention', '--all'], makeDataDir())).status).toBe(1)
  })
})

describe('ordi person export', () => {
  it('writes two files that only their owner can read', async () => {
    const env = makeDataDir()
    const folder = tempDir()
    const { status, out } = await ordi(['person', 'export', 'Rosa+x@musterfrau.example', folder], env)
    expect(status).toBe(0)
    const paths = readdirSync(folder)
      .toSorted()
      .map((name) => join(folder, name))
    expect(out.trim().split('\n').toSorted()).toEqual(paths)
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600])

    const [html = '', json = ''] = paths.map((path) => readFileSync(path, 'utf8'))
    expect(JSON.parse(json).bookings).toHaveLength(2)
    expect(html).toContain('Musterfrau')
  })

  it('refuses to write outside an existing folder', async () => {
    const env = makeDataDir()
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    for (const place of ['/nowhere/at/all', file])
      expect(await ordi(['person', 'export', EMAIL, place], env)).toEqual(
        failure(`${place} is no folder that Ordi can write. Name one: ordi person export EMAIL FOLDER\n`),
      )
  })

  it('writes no file at all if one of them exists already', async () => {
    const env = makeDataDir()
    const folder = tempDir()
    // The clock stands still, so the export would have this name.
    const taken = join(folder, `person-${fileStamp(Date.now())}.html`)
    writeFileSync(taken, 'of another export')
    expect(await ordi(['person', 'export', EMAIL, folder], env)).toEqual(
      failure(`Nothing was exported: ${taken} exists already and is not written over.\n`),
    )
    const contents = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(contents).toEqual(['of another export'])
  })
})

describe('ordi person erase', () => {
  it('prints without --yes what it would erase, and erases nothing', async () => {
    const env = makeDataDir()
    const { status, out } = await ordi(['person', 'erase', EMAIL], env)
    expect(status).toBe(0)
    expect(out).toMatch(/^Nothing was changed\. Say --yes to erase:\n/)
    expect(countAnonymised(env.DATA_DIR)).toBe(0)
  })

  it('erases with --yes, and names the copies of the database that still have the data', async () => {
    const env = makeDataDir()
    expect((await ordi(['backup'], env)).status).toBe(0)
    const { status, out } = await ordi(['person', 'erase', EMAIL, '--yes'], env)
    expect(status).toBe(0)
    expect(out).toMatch(/^Erased:\n/)
    expect(countAnonymised(env.DATA_DIR)).toBe(2)
    expect(out).toContain('bookings: 2 ')
    expect(out).toMatch(
      /These copies of the database still have data of this address:\n {2}.*\/backups\/ordi-.*\.db, until \d{4}-/,
    )

    expect(await ordi(['person', 'erase', EMAIL, '--yes'], env)).toEqual(
      failure('Nothing is stored about this address.\n'),
    )
  })

  it('cancels future appointments with --yes, and says so before', async () => {
    const env = makeDataDir({ hasFutureAppointment: true })
    const line = 'coming appointments: 1 (cancelled without a message to the patient: tell the practice)'
    const announced = await ordi(['person', 'erase', EMAIL], env)
    expect(announced.out.startsWith(`Nothing was changed. Say --yes to erase:\n${line}\n`)).toBe(true)
    expect(countAnonymised(env.DATA_DIR)).toBe(0)

    const erased = await ordi(['person', 'erase', EMAIL, '--yes'], env)
    expect(erased.status).toBe(0)
    expect(erased.out.startsWith(`Erased:\n${line}\n`)).toBe(true)
    expect(countAnonymised(env.DATA_DIR)).toBe(3)
    expect(rowsIn(env.DATA_DIR, 'select * from occupations')).toEqual([])
  })

  it('does not erase while a message is being sent', async () => {
    const env = makeDataDir()
    const db = new Database(join(env.DATA_DIR, 'ordi.db'))
    const { changes } = db.prepare(`update messages set status = 'sending'`).run()
    db.close()
    expect(changes).toBeGreaterThan(0)
    expect(await ordi(['person', 'erase', EMAIL, '--yes'], env)).toEqual(
      failure('Nothing was changed: a message to this person is being sent. Try again in a minute.\n'),
    )
  })
})

describe('ordi person', () => {
  it('refuses an invalid e-mail address', async () => {
    expect(await ordi(['person', 'erase', 'rosa', '--yes'], makeDataDir())).toEqual(
      failure('This is no e-mail address: rosa\n'),
    )
  })

  it('is refused with its usage in any other form', async () => {
    const env = makeDataDir()
    for (const args of [[], ['erase'], ['erase', EMAIL, '--now'], ['export', '--yes'], ['list', EMAIL]])
      expect((await ordi(['person', ...args], env)).err).toMatch(
        /^usage: ordi person export EMAIL \[FOLDER\] \| /,
      )
  })
})
