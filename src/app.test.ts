import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, writeSettings } from './practice/settings.ts'
import { configErrorOf, ctxOf, openPortalOn, secretFileIn, withApp } from './testing/portal-on-directory.ts'
import { tempDir } from './testing/temp-dir.ts'
import { APP_SECRET } from './testing/test-app.ts'

describe('the data directory', () => {
  it('is created when it is missing, and has the database in one file after closing', () => {
    const dir = join(tempDir(), 'deep/er')
    withApp(dir, () => expect(existsSync(join(dir, 'ordi.db-wal'))).toBe(true))
    expect(readdirSync(dir).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })

  it('is refused in one sentence when it cannot be created', () => {
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    expect(configErrorOf(() => openPortalOn(join(file, 'data')))).toMatch(
      /^DATA_DIR cannot be made or written: .*chown -R/,
    )
  })

  it('is refused in one sentence below /proc, where no folders can be created', () => {
    expect(configErrorOf(() => openPortalOn('/proc/ordi/data'))).toMatch(
      /^DATA_DIR cannot be made or written: /,
    )
  })

  it('is refused in one sentence when its ordi.db is no database', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'ordi.db'), 'no database at all '.repeat(100))
    expect(() => openPortalOn(dir)).toThrow(
      `The database ${join(dir, 'ordi.db')} cannot be opened: file is not a database.`,
    )
  })

  it('is refused with a remedy when the database cannot be opened', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'ordi.db'))
    expect(() => openPortalOn(dir)).toThrow(/^The database .* cannot be opened: .* chown -R \d+:\d+ /)
  })

  it.each([
    { loss: 'is gone', lose: (file: string) => rmSync(file) },
    { loss: 'is empty', lose: (file: string) => truncateSync(file) },
  ])('is refused when its database $loss, and nothing is created', ({ lose }) => {
    const dir = tempDir()
    withApp(dir, () => {})
    lose(join(dir, 'ordi.db'))
    const namesBefore = readdirSync(dir)
    const message = `The database is missing: ${join(dir, 'ordi.db')}. There was one, because ${secretFileIn(dir)} is there. Put it back, or a backup: ordi restore FILE --yes. To start empty: ordi serve --new`
    expect(configErrorOf(() => openPortalOn(dir))).toBe(message)
    expect(readdirSync(dir)).toEqual(namesBefore)
  })

  it('is refused without a database when it has backups', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'backups'))
    withApp(dir, () => {}, { APP_SECRET })
    rmSync(join(dir, 'ordi.db'))
    // An empty folder of backups does not show that there was a database.
    expect(configErrorOf(() => withApp(dir, () => {}, { APP_SECRET }))).toBe('')
    writeFileSync(join(dir, 'backups/ordi-2027-01-11T011500Z.db'), '')
    rmSync(join(dir, 'ordi.db'))
    expect(configErrorOf(() => openPortalOn(dir, { APP_SECRET }))).toContain('The database is missing')
  })

  it('is refused without a database; the message names the newest copy, even a rescued one', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'backups'))
    const copies = [
      'before-upgrade-1795864360154.db',
      'ordi-2027-01-10T011500Z.db',
      'rescued-2027-01-10T143000Z.db.age',
      'rescued-2027-01-02T143000Z.db',
    ]
    for (const name of copies) writeFileSync(join(dir, 'backups', name), '')
    expect(configErrorOf(() => openPortalOn(dir))).toContain(
      `There was one, because ${join(dir, 'backups/rescued-2027-01-10T143000Z.db.age')} is there.`,
    )
  })

  it('is closed to other users, with everything in it', () => {
    const dir = join(tempDir(), 'data')
    withApp(dir, () => {})
    mkdirSync(join(dir, 'backups'))
    writeFileSync(join(dir, 'backups/ordi-2027-01-11T011500Z.db'), '')
    const folders = ['.', 'backups']
    const files = ['ordi.db', 'secret.key', 'backups/ordi-2027-01-11T011500Z.db']
    for (const name of folders) chmodSync(join(dir, name), 0o755)
    for (const name of files) chmodSync(join(dir, name), 0o644)
    const modes = (names: string[]) => names.map((name) => statSync(join(dir, name)).mode & 0o777)
    withApp(dir, (app) => {
      // SQLite's own two files, whose mode is the database's, count too.
      expect(app.closedToOthers).toBe(folders.length + files.length + 2)
      expect(modes(['ordi.db-wal', 'ordi.db-shm'])).toEqual([0o600, 0o600])
    })
    expect(modes(folders)).toEqual([0o700, 0o700])
    expect(modes(files)).toEqual([0o600, 0o600, 0o600])
    expect(withApp(dir, (app) => app.closedToOthers)).toBe(0)
  })

  it('is closed to other users where it is a link, but targets of links in it are not', () => {
    const dir = tempDir()
    const elsewhere = tempDir()
    const link = join(tempDir(), 'data')
    symlinkSync(dir, link)
    withApp(link, () => {})
    symlinkSync(elsewhere, join(dir, 'elsewhere'))
    const modeOf = (path: string) => statSync(path).mode & 0o777
    for (const folder of [dir, elsewhere]) chmodSync(folder, 0o755)
    chmodSync(join(dir, 'ordi.db'), 0o644)
    withApp(link, () => {})
    expect([dir, join(dir, 'ordi.db'), elsewhere].map(modeOf)).toEqual([0o700, 0o600, 0o755])
  })
})

describe('stored data', () => {
  it('survives a process that ends without closing the database', () => {
    const dir = tempDir()
    // The commit stays in the WAL, because the portal is not closed.
    writeSettings(ctxOf(openPortalOn(dir)), 'practice', { name: 'Ordination' })
    expect(withApp(dir, (app) => readSettings(ctxOf(app), 'practice').name)).toBe('Ordination')
  })
})
