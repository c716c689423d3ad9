import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type App, openApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { readSettings, writeSettings } from './practice/settings.ts'
import { listReleases, RELEASE_SECRET, unpackRelease } from './testing/releases.ts'
import { tempDir } from './testing/temp-dir.ts'

const SECRET = 'a secret for tests only, 32 bytes'

function open(dataDir: string, env: Record<string, string> = {}): App {
  return openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }))
}

/** Opens the portal on a data directory, does the work, and closes it. */
function withApp<T>(dataDir: string, work: (app: App) => T, env?: Record<string, string>): T {
  const app = open(dataDir, env)
  try {
    return work(app)
  } finally {
    app.close()
  }
}

const ctxOf = (app: App) => app.ctx({ kind: 'cli' })
const keyOf = (dataDir: string) => join(dataDir, 'secret.key')

/** Returns the message of the ConfigError; '' without one. */
function errorOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('the secret', () => {
  it('is created once, readable by its owner only', () => {
    const dir = tempDir()
    withApp(dir, () => {})
    const made = readFileSync(keyOf(dir), 'utf8')
    expect(Buffer.from(made.trim(), 'base64url')).toHaveLength(32)
    expect(statSync(keyOf(dir)).mode & 0o777).toBe(0o600)
    withApp(dir, () => {})
    expect(readFileSync(keyOf(dir), 'utf8')).toBe(made)
  })

  it('differs between data directories', () => {
    const [dir, other] = [tempDir(), tempDir()]
    for (const each of [dir, other]) withApp(each, () => {})
    expect(readFileSync(keyOf(other), 'utf8')).not.toBe(readFileSync(keyOf(dir), 'utf8'))
  })

  it('is not created when APP_SECRET is set', () => {
    const dir = tempDir()
    withApp(dir, () => {}, { APP_SECRET: SECRET })
    expect(existsSync(keyOf(dir))).toBe(false)
  })

  it('can move from its file to APP_SECRET', () => {
    const dir = tempDir()
    withApp(dir, (app) => writeSettings(ctxOf(app), 'general', { TURNSTILE_SECRET: 'a secret' }))
    const APP_SECRET = readFileSync(keyOf(dir), 'utf8').trim()
    rmSync(keyOf(dir))
    const readAgain = (app: App) => readSettings(ctxOf(app), 'general').TURNSTILE_SECRET
    expect(withApp(dir, readAgain, { APP_SECRET })).toBe('a secret')
  })

  it('is refused when the database was encrypted with another one, and nothing is changed', () => {
    const dir = tempDir()
    withApp(dir, () => {}, { APP_SECRET: SECRET })
    const before = readFileSync(join(dir, 'ordi.db'))
    for (const env of [{ APP_SECRET: `${SECRET}!`, ORDI_DEMO: '1' }, { APP_SECRET: SECRET.toUpperCase() }])
      expect(errorOf(() => open(dir, env))).toBe(
        'The secret (APP_SECRET or secret.key) is not the one this database was encrypted with. Start with the right one.',
      )
    expect(readFileSync(join(dir, 'ordi.db')).equals(before)).toBe(true)
    expect(errorOf(() => withApp(dir, () => {}, { APP_SECRET: SECRET }))).toBe('')
  })

  it('is checked before a database of an earlier version is upgraded', () => {
    const [version = ''] = listReleases()
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    unpackRelease(version, file)
    const before = readFileSync(file)
    for (const env of [{}, { APP_SECRET: `${RELEASE_SECRET}!` }])
      expect(errorOf(() => open(dir, env))).toMatch(/secret that is missing|is not the one/)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(dir)).toEqual(['ordi.db'])
    withApp(dir, (app) => expect(app.upgradedFrom).toContain('before-upgrade-'), {
      APP_SECRET: RELEASE_SECRET,
    })
  })

  it('is not created again for a database whose secret is missing', () => {
    const dir = tempDir()
    withApp(dir, () => {})
    rmSync(keyOf(dir))
    expect(errorOf(() => open(dir))).toBe(
      `This database was encrypted with a secret that is missing: put it back as ${keyOf(dir)} or APP_SECRET.`,
    )
    expect(existsSync(keyOf(dir))).toBe(false)
  })

  it.each(['', '\n', 'short', 'x'.repeat(31)])('is refused when the file has only %o', (content) => {
    const dir = tempDir()
    withApp(dir, () => {})
    writeFileSync(keyOf(dir), content)
    expect(errorOf(() => open(dir))).toBe(`The secret is cut short: ${keyOf(dir)}. Put the whole file back.`)
  })

  it('is refused when it cannot be read', () => {
    const dir = tempDir()
    withApp(dir, () => {})
    rmSync(keyOf(dir))
    mkdirSync(keyOf(dir))
    expect(errorOf(() => open(dir))).toContain(`The secret cannot be read: ${keyOf(dir)}.`)
  })
})

describe('the data directory', () => {
  it('is created when it is missing, and has the database in one file after closing', () => {
    const dir = join(tempDir(), 'deep/er')
    withApp(dir, () => expect(existsSync(join(dir, 'ordi.db-wal'))).toBe(true))
    expect(readdirSync(dir).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })

  it('is refused in one sentence when it cannot be created', () => {
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    expect(errorOf(() => open(join(file, 'data')))).toMatch(/^DATA_DIR cannot be made or written: .*chown -R/)
  })

  it('is refused in one sentence below /proc, where no folders can be created', () => {
    expect(errorOf(() => open('/proc/ordi/data'))).toMatch(/^DATA_DIR cannot be made or written: /)
  })

  it('is refused in one sentence when its ordi.db is no database', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'ordi.db'), 'no database at all '.repeat(100))
    expect(() => open(dir)).toThrow(
      `The database ${join(dir, 'ordi.db')} cannot be opened: file is not a database.`,
    )
  })

  it('is refused with a remedy when the database cannot be opened', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'ordi.db'))
    expect(() => open(dir)).toThrow(/^The database .* cannot be opened: .* chown -R \d+:\d+ /)
  })

  it.each([
    ['is gone', (file: string) => rmSync(file)],
    ['is empty', (file: string) => truncateSync(file)],
  ])('is refused when its database %s, and nothing is created', (_, lose) => {
    const dir = tempDir()
    withApp(dir, () => {})
    lose(join(dir, 'ordi.db'))
    const before = readdirSync(dir)
    const message = `The database is missing: ${join(dir, 'ordi.db')}. There was one, because ${keyOf(dir)} is there. Put it back, or a backup: ordi restore FILE --yes. To start empty: ordi serve --new`
    expect(errorOf(() => open(dir))).toBe(message)
    expect(readdirSync(dir)).toEqual(before)
  })

  it('is refused without a database when it has backups', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'backups'))
    withApp(dir, () => {}, { APP_SECRET: SECRET })
    rmSync(join(dir, 'ordi.db'))
    // An empty folder of backups does not show that there was a database.
    expect(errorOf(() => withApp(dir, () => {}, { APP_SECRET: SECRET }))).toBe('')
    writeFileSync(join(dir, 'backups/ordi-2027-01-11T011500Z.db'), '')
    rmSync(join(dir, 'ordi.db'))
    expect(errorOf(() => open(dir, { APP_SECRET: SECRET }))).toContain('The database is missing')
  })

  it('is refused without a database; the message names the newest copy, even a rescued one', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'backups'))
    for (const name of [
      'before-upgrade-1795864360154.db',
      'ordi-2027-01-10T011500Z.db',
      'rescued-2027-01-10T143000Z.db.age',
      'rescued-2027-01-02T143000Z.db',
    ])
      writeFileSync(join(dir, 'backups', name), '')
    expect(errorOf(() => open(dir))).toContain(
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
    const [dir, elsewhere] = [tempDir(), tempDir()]
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
    // Not closed: the commit is in the WAL only.
    writeSettings(ctxOf(open(dir)), 'practice', { name: 'Ordination' })
    expect(withApp(dir, (app) => readSettings(ctxOf(app), 'practice').name)).toBe('Ordination')
  })
})
