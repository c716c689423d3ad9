import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { App } from './app.ts'
import { readSettings, writeSettings } from './practice/settings.ts'
import { configErrorOf, ctxOf, openPortalOn, secretFileIn, withApp } from './testing/portal-on-directory.ts'
import { listReleases, RELEASE_SECRET, unpackReleasedDatabase } from './testing/releases.ts'
import { tempDir } from './testing/temp-dir.ts'
import { APP_SECRET } from './testing/test-app.ts'

describe('the secret at a start', () => {
  it('is created once, readable by its owner only', () => {
    const dir = tempDir()
    withApp(dir, () => {})
    const created = readFileSync(secretFileIn(dir), 'utf8')
    expect(Buffer.from(created.trim(), 'base64url')).toHaveLength(32)
    expect(statSync(secretFileIn(dir)).mode & 0o777).toBe(0o600)
    withApp(dir, () => {})
    expect(readFileSync(secretFileIn(dir), 'utf8')).toBe(created)
  })

  it('differs between data directories', () => {
    const createSecret = () => {
      const dir = tempDir()
      withApp(dir, () => {})
      return readFileSync(secretFileIn(dir), 'utf8')
    }
    expect(createSecret()).not.toBe(createSecret())
  })

  it('is not created when APP_SECRET is set', () => {
    const dir = tempDir()
    withApp(dir, () => {}, { APP_SECRET })
    expect(existsSync(secretFileIn(dir))).toBe(false)
  })

  it('can move from its file to APP_SECRET', () => {
    const dir = tempDir()
    withApp(dir, (app) => writeSettings(ctxOf(app), 'general', { TURNSTILE_SECRET: 'a secret' }))
    const createdSecret = readFileSync(secretFileIn(dir), 'utf8').trim()
    rmSync(secretFileIn(dir))
    const readSecretSetting = (app: App) => readSettings(ctxOf(app), 'general').TURNSTILE_SECRET
    expect(withApp(dir, readSecretSetting, { APP_SECRET: createdSecret })).toBe('a secret')
  })

  it('is refused when the database was encrypted with another one, and nothing is changed', () => {
    const dir = tempDir()
    withApp(dir, () => {}, { APP_SECRET })
    const bytesBefore = readFileSync(join(dir, 'ordi.db'))
    for (const env of [
      { APP_SECRET: `${APP_SECRET}!`, ORDI_DEMO: '1' },
      { APP_SECRET: APP_SECRET.toUpperCase() },
    ])
      expect(configErrorOf(() => openPortalOn(dir, env))).toBe(
        'The secret (APP_SECRET or secret.key) is not the one this database was encrypted with. Start with the right one.',
      )
    expect(readFileSync(join(dir, 'ordi.db')).equals(bytesBefore)).toBe(true)
    expect(configErrorOf(() => withApp(dir, () => {}, { APP_SECRET }))).toBe('')
  })

  it('is checked before a database of an earlier version is upgraded', () => {
    const [version = ''] = listReleases()
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    unpackReleasedDatabase(version, file)
    const bytesBefore = readFileSync(file)
    for (const env of [{}, { APP_SECRET: `${RELEASE_SECRET}!` }])
      expect(configErrorOf(() => openPortalOn(dir, env))).toMatch(/secret that is missing|is not the one/)
    expect(readFileSync(file).equals(bytesBefore)).toBe(true)
    expect(readdirSync(dir)).toEqual(['ordi.db'])
    withApp(dir, (app) => expect(app.upgradedFrom).toContain('before-upgrade-'), {
      APP_SECRET: RELEASE_SECRET,
    })
  })

  it('is not created again for a database whose secret is missing', () => {
    const dir = tempDir()
    withApp(dir, () => {})
    rmSync(secretFileIn(dir))
    expect(configErrorOf(() => openPortalOn(dir))).toBe(
      `This database was encrypted with a secret that is missing: put it back as ${secretFileIn(dir)} or APP_SECRET.`,
    )
    expect(existsSync(secretFileIn(dir))).toBe(false)
  })

  it.each(['', '\n', 'short', 'x'.repeat(31)])('is refused when the file has only %o', (content) => {
    const dir = tempDir()
    withApp(dir, () => {})
    writeFileSync(secretFileIn(dir), content)
    expect(configErrorOf(() => openPortalOn(dir))).toBe(
      `The secret is cut short: ${secretFileIn(dir)}. Put the whole file back.`,
    )
  })

  it('is refused when it cannot be read', () => {
    const dir = tempDir()
    withApp(dir, () => {})
    rmSync(secretFileIn(dir))
    mkdirSync(secretFileIn(dir))
    expect(configErrorOf(() => openPortalOn(dir))).toContain(
      `The secret cannot be read: ${secretFileIn(dir)}.`,
    )
  })
})
