import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type App, openApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { readSettings, writeSettings } from './practice/settings.ts'
import { tempDir } from './testing/temp-dir.ts'

const SECRET = 'a secret for tests only, 32 bytes'

function open(dataDir: string, env: Record<string, string> = {}): App {
  return openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }))
}

/** Opens, does the work, closes. */
function visit<T>(dataDir: string, work: (app: App) => T, env?: Record<string, string>): T {
  const app = open(dataDir, env)
  try {
    return work(app)
  } finally {
    app.close()
  }
}

const ctxOf = (app: App) => app.ctx({ kind: 'cli' })
const keyOf = (dataDir: string) => join(dataDir, 'secret.key')

function faultOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (fault) {
    if (fault instanceof ConfigError) return fault.message
    throw fault
  }
}

describe('the secret', () => {
  it('is made once, for its owner’s eyes only', () => {
    const dir = tempDir()
    visit(dir, () => {})
    const made = readFileSync(keyOf(dir), 'utf8')
    expect(Buffer.from(made.trim(), 'base64url')).toHaveLength(32)
    expect(statSync(keyOf(dir)).mode & 0o777).toBe(0o600)
    visit(dir, () => {})
    expect(readFileSync(keyOf(dir), 'utf8')).toBe(made)
    const other = tempDir()
    visit(other, () => {})
    expect(readFileSync(keyOf(other), 'utf8')).not.toBe(made)
  })

  it('is not made when it comes from outside, and may come from outside later', () => {
    const dir = tempDir()
    visit(dir, () => {}, { APP_SECRET: SECRET })
    expect(existsSync(keyOf(dir))).toBe(false)
    const made = tempDir()
    visit(made, (each) => writeSettings(ctxOf(each), 'general', { TURNSTILE_SECRET: 'sealed' }))
    const moved = readFileSync(keyOf(made), 'utf8').trim()
    rmSync(keyOf(made))
    const read = visit(made, (each) => readSettings(ctxOf(each), 'general').TURNSTILE_SECRET, {
      APP_SECRET: moved,
    })
    expect(read).toBe('sealed')
  })

  it('is refused when it is another one than the database was sealed with, and nothing is changed', () => {
    const dir = tempDir()
    visit(dir, () => {}, { APP_SECRET: SECRET })
    const before = readFileSync(join(dir, 'ordi.db'))
    for (const env of [{ APP_SECRET: `${SECRET}!`, ORDI_DEMO: '1' }, { APP_SECRET: SECRET.toUpperCase() }])
      expect(faultOf(() => open(dir, env))).toBe(
        'APP_SECRET is not the one this database was sealed with. Start with the right one.',
      )
    expect(readFileSync(join(dir, 'ordi.db')).equals(before)).toBe(true)
    expect(faultOf(() => visit(dir, () => {}, { APP_SECRET: SECRET }))).toBe('')
  })

  it('is never made anew for a database that was sealed with one that is missing', () => {
    const dir = tempDir()
    visit(dir, () => {})
    rmSync(keyOf(dir))
    expect(faultOf(() => open(dir))).toBe(
      `This database was sealed with a secret that is missing: put it back as ${keyOf(dir)} or APP_SECRET.`,
    )
    expect(existsSync(keyOf(dir))).toBe(false)
  })

  it.each(['', '\n', 'short', 'x'.repeat(31)])('is refused when the file was cut short to %o', (content) => {
    const dir = tempDir()
    writeFileSync(keyOf(dir), content)
    expect(faultOf(() => open(dir))).toBe(`The secret is cut short: ${keyOf(dir)}. Put the whole file back.`)
  })

  it('is refused when it cannot be read', () => {
    const dir = tempDir()
    mkdirSync(keyOf(dir))
    expect(faultOf(() => open(dir))).toContain(`The secret cannot be read: ${keyOf(dir)}.`)
  })
})

describe('the data directory', () => {
  it('is made when it is not there', () => {
    const dir = join(tempDir(), 'deep/er')
    visit(dir, () => {})
    expect(readdirSync(dir).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })

  it('is refused in one sentence when it cannot be made', () => {
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    expect(faultOf(() => open(join(file, 'data')))).toMatch(/^DATA_DIR cannot be made or written: .*chown -R/)
  })

  it('is refused in one sentence when the database in it is none', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'ordi.db'), 'no database at all '.repeat(100))
    expect(() => open(dir)).toThrow(
      `The database ${join(dir, 'ordi.db')} cannot be opened: file is not a database.`,
    )
  })

  it('is refused in one sentence when no database can be opened in it', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'ordi.db'))
    expect(() => open(dir)).toThrow(/^The database .* cannot be opened: /)
  })

  it('holds one whole file when the appliance is closed', () => {
    const dir = tempDir()
    const app = open(dir, { ORDI_DEMO: '1' })
    expect(existsSync(join(dir, 'ordi.db-wal'))).toBe(true)
    app.close()
    expect(readdirSync(dir).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })
})

describe('the data', () => {
  it('survive a restart, sealed ones too', () => {
    const dir = tempDir()
    visit(dir, (each) => {
      writeSettings(ctxOf(each), 'practice', { name: 'Ordination' })
      writeSettings(ctxOf(each), 'general', { TURNSTILE_SECRET: 'sealed' })
    })
    visit(dir, (each) => {
      expect(readSettings(ctxOf(each), 'practice').name).toBe('Ordination')
      expect(readSettings(ctxOf(each), 'general').TURNSTILE_SECRET).toBe('sealed')
    })
  })

  it('survive the death of the process', () => {
    const dir = tempDir()
    // Not closed: what was committed stands in the log, and nothing else.
    writeSettings(ctxOf(open(dir)), 'practice', { name: 'Ordination' })
    expect(visit(dir, (each) => readSettings(ctxOf(each), 'practice').name)).toBe('Ordination')
  })
})

describe('the demo practice', () => {
  const services = (app: App) =>
    ctxOf(app).db.$client.prepare('select id from services').pluck().all() as string[]

  it('fills an empty database when it is wanted, and only then', () => {
    expect(visit(tempDir(), services)).toEqual([])
    expect(visit(tempDir(), services, { ORDI_DEMO: '1' })).toHaveLength(5)
  })

  it('touches nothing where there is something already', () => {
    const dir = tempDir()
    visit(dir, () => {}, { ORDI_DEMO: '1' })
    visit(dir, (each) => {
      ctxOf(each).db.$client.exec(`delete from services where id <> 'facial'`)
      writeSettings(ctxOf(each), 'practice', { name: 'Meine Ordination' })
    })
    visit(
      dir,
      (each) => {
        expect(services(each)).toEqual(['facial'])
        expect(readSettings(ctxOf(each), 'practice').name).toBe('Meine Ordination')
      },
      { ORDI_DEMO: '1' },
    )
  })
})

describe('a database that is newer than the program', () => {
  it('is refused and stays as it is', () => {
    const dir = tempDir()
    const db = openDatabase(join(dir, 'ordi.db'))
    db.$client.exec(`insert into __drizzle_migrations (hash, created_at) values ('future', 99999999999999)`)
    db.$client.close()
    const before = readFileSync(join(dir, 'ordi.db'))
    expect(() => open(dir, { ORDI_DEMO: '1' })).toThrow(/newer version of Ordi/)
    expect(readFileSync(join(dir, 'ordi.db')).equals(before)).toBe(true)
    expect(existsSync(keyOf(dir))).toBe(false)
  })
})
