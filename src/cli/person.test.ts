import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { fileStamp } from '../db/backup-folder.ts'
import { failure, ordi } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { makeOldAppointments, OLD_PATIENT } from '../testing/old-appointments.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Returns the number of bookings without personal data. */
const countAnonymised = (DATA_DIR: string) =>
  rowsIn(DATA_DIR, 'select id from bookings where anonymised = 1').length

describe('ordi person export', () => {
  it('writes two files that only their owner can read', async () => {
    const env = makeOldAppointments()
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
    const env = makeOldAppointments()
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    for (const place of ['/nowhere/at/all', file])
      expect(await ordi(['person', 'export', OLD_PATIENT, place], env)).toEqual(
        failure(`${place} is no folder that Ordi can write. Name one: ordi person export EMAIL FOLDER\n`),
      )
  })

  it('writes no file at all if one of them exists already', async () => {
    const env = makeOldAppointments()
    const folder = tempDir()
    // The clock stands still, so the export would have this name.
    const taken = join(folder, `person-${fileStamp(Date.now())}.html`)
    writeFileSync(taken, 'of another export')
    expect(await ordi(['person', 'export', OLD_PATIENT, folder], env)).toEqual(
      failure(`Nothing was exported: ${taken} exists already and is not written over.\n`),
    )
    const contents = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(contents).toEqual(['of another export'])
  })
})

/** The heading, and the first copy: its file, and until when it is kept. */
const LIST_OF_COPIES =
  /These copies of the database still have data of this address:\n {2}.*\/backups\/ordi-.*\.db, until \d{4}-/

describe('ordi person erase', () => {
  it('prints without --yes what it would erase, and erases nothing', async () => {
    const env = makeOldAppointments()
    const { status, out } = await ordi(['person', 'erase', OLD_PATIENT], env)
    expect(status).toBe(0)
    expect(out).toMatch(/^Nothing was changed\. Say --yes to erase:\n/)
    expect(countAnonymised(env.DATA_DIR)).toBe(0)
  })

  it('erases with --yes, and names the copies of the database that still have the data', async () => {
    const env = makeOldAppointments()
    expect((await ordi(['backup'], env)).status).toBe(0)
    const { status, out } = await ordi(['person', 'erase', OLD_PATIENT, '--yes'], env)
    expect(status).toBe(0)
    expect(out).toMatch(/^Erased:\n/)
    expect(countAnonymised(env.DATA_DIR)).toBe(2)
    expect(out).toContain('bookings: 2 ')
    expect(out).toMatch(LIST_OF_COPIES)

    expect(await ordi(['person', 'erase', OLD_PATIENT, '--yes'], env)).toEqual(
      failure('Nothing is stored about this address.\n'),
    )
  })

  it('cancels future appointments with --yes, and says so before', async () => {
    const env = makeOldAppointments({ hasFutureAppointment: true })
    const line = 'coming appointments: 1 (cancelled without a message to the patient: tell the practice)'
    const announced = await ordi(['person', 'erase', OLD_PATIENT], env)
    expect(announced.out.startsWith(`Nothing was changed. Say --yes to erase:\n${line}\n`)).toBe(true)
    expect(countAnonymised(env.DATA_DIR)).toBe(0)

    const erased = await ordi(['person', 'erase', OLD_PATIENT, '--yes'], env)
    expect(erased.status).toBe(0)
    expect(erased.out.startsWith(`Erased:\n${line}\n`)).toBe(true)
    expect(countAnonymised(env.DATA_DIR)).toBe(3)
    expect(rowsIn(env.DATA_DIR, 'select * from occupations')).toEqual([])
  })

  it('does not erase while a message is being sent', async () => {
    const env = makeOldAppointments()
    const db = new Database(join(env.DATA_DIR, 'ordi.db'))
    const { changes } = db.prepare(`update messages set status = 'sending'`).run()
    db.close()
    expect(changes).toBeGreaterThan(0)
    expect(await ordi(['person', 'erase', OLD_PATIENT, '--yes'], env)).toEqual(
      failure('Nothing was changed: a message to this person is being sent. Try again in a minute.\n'),
    )
  })
})

describe('ordi person', () => {
  it('refuses an invalid e-mail address', async () => {
    expect(await ordi(['person', 'erase', 'rosa', '--yes'], makeOldAppointments())).toEqual(
      failure('This is no e-mail address: rosa\n'),
    )
  })

  it('is refused with its usage in any other form', async () => {
    const env = makeOldAppointments()
    for (const args of [
      [],
      ['erase'],
      ['erase', OLD_PATIENT, '--now'],
      ['export', '--yes'],
      ['list', OLD_PATIENT],
    ])
      expect((await ordi(['person', ...args], env)).err).toMatch(
        /^usage: ordi person export EMAIL \[FOLDER\] \| /,
      )
  })
})

it.each([{ command: `person export ${OLD_PATIENT}` }, { command: `person erase ${OLD_PATIENT} --yes` }])(
  'ordi $command is refused without a database, and creates none',
  async ({ command }) => {
    const DATA_DIR = tempDir()
    expect(await ordi(command.split(' '), { DATA_DIR })).toEqual(
      failure(`There is no database: ${join(DATA_DIR, 'ordi.db')}\n`),
    )
    expect(readdirSync(DATA_DIR)).toEqual([])
  },
)
