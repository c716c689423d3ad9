import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { recoveryCodes } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { insertAdmin } from '../testing/admins.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { findSecretOf } from './app-secret.ts'
import { listEarlierSecrets, secretPaths } from './secret-file.ts'
import { dropEarlierSecret, readEarlierSecret, rotateSecret } from './secret-rotation.ts'

// rotated-values.test.ts tests that every value is encrypted anew. In src/cli, secret-rotation-kills.test.ts
// tests a kill at each step, and after-secret-rotation.test.ts the links and codes of the earlier secret.

let dataDir: string
let app: TestApp
beforeEach(() => {
  dataDir = tempDir()
  app = openPractice()
  const adminId = insertAdmin(app)
  app.ctx().db.insert(recoveryCodes).values({ adminId, code: 'made before' }).run()
})

/** Opens the app with the secret that is in the data folder, or makes one. */
function openPractice(): TestApp {
  const config = { dataDir, appSecret: undefined }
  return openTestApp({ config, file: join(dataDir, 'ordi.db'), empty: true })
}

/** Rotates the secret, and opens the app anew. */
function rotate(options?: Parameters<typeof rotateSecret>[1]) {
  const rotation = rotateSecret(app.ctx(), options)
  app.ctx().db.$client.close()
  app = openPractice()
  return rotation
}

const secretIn = (path: string) => readFileSync(path, 'utf8').trim()
const recoveryCodesLeft = () =>
  app.rows<{ code: string }>('select code from recovery_codes').map(({ code }) => code)

describe('the secret from before a rotation', () => {
  it('is kept in a file for older backups, which only its user can read', () => {
    const earlierSecret = app.ctx().config.appSecret
    rotate()
    expect(app.rows(`select action from audit`)).toEqual([{ action: 'secret-rotated' }])
    expect(secretIn(secretPaths(dataDir).own)).not.toBe(earlierSecret)
    expect(listEarlierSecrets(dataDir).map(secretIn)).toEqual([earlierSecret])
    expect(listEarlierSecrets(dataDir).map((path) => statSync(path).mode & 0o777)).toEqual([0o600])
  })

  it('stays valid for a day, and so do its recovery codes', () => {
    const earlierSecret = app.ctx().config.appSecret
    expect(rotate()).toMatchObject({ adminsWithCodes: 1 })
    app.changeRows(`insert into recovery_codes (admin_id, code) select id, 'made since' from admins`)
    app.pass(24 * HOUR - 1)
    expect(dropEarlierSecret(app.ctx())).toBe(false)
    expect(readEarlierSecret(app.ctx())?.secret).toBe(earlierSecret)
    expect(recoveryCodesLeft()).toEqual(['made before', 'made since'])
    app.pass(1)
    dropEarlierSecret(app.ctx())
    expect(readEarlierSecret(app.ctx())).toBeUndefined()
    expect(recoveryCodesLeft()).toEqual(['made since'])
  })

  it('is replaced even if an interrupted rotation left a file behind', () => {
    const earlierSecret = app.ctx().config.appSecret
    writeFileSync(secretPaths(dataDir).next, 'left behind')
    rotate()
    expect([earlierSecret, 'left behind']).not.toContain(app.ctx().config.appSecret)
  })

  it('ends at once, with its recovery codes, if somebody else may know it', () => {
    rotate()
    const keptFiles = listEarlierSecrets(dataDir)
    expect(keptFiles).toHaveLength(1)
    expect(rotate({ endsEarlierNow: true })).toMatchObject({ adminsWithCodes: 1 })
    expect(readEarlierSecret(app.ctx())).toBeUndefined()
    expect(recoveryCodesLeft()).toEqual([])
    expect(listEarlierSecrets(dataDir)).toEqual(keptFiles)
  })

  it('opens a copy of the database from before the rotation', () => {
    const copy = join(dataDir, 'copy.db')
    app.ctx().db.$client.pragma('wal_checkpoint(truncate)')
    copyFileSync(join(dataDir, 'ordi.db'), copy)
    const findSecret = () => findSecretOf(copy, { dataDir, present: app.ctx().config.appSecret })
    expect(findSecret()).toEqual({ isPresent: true, path: undefined })
    rotate()
    const [path = ''] = listEarlierSecrets(dataDir)
    expect(findSecret()).toEqual({ isPresent: false, path })
    rmSync(path)
    expect(findSecret()).toEqual({ isPresent: false, path: undefined })
  })
})

describe('a start', () => {
  const ownPath = () => secretPaths(dataDir).own
  const nextPath = () => secretPaths(dataDir).next

  it('drops a new secret that the database does not use yet', () => {
    const present = secretIn(ownPath())
    app.ctx().db.$client.close()
    writeFileSync(nextPath(), 'the new secret of this practice, long')
    app = openPractice()
    expect(secretIn(ownPath())).toBe(present)
    expect(existsSync(nextPath())).toBe(false)
  })

  it('keeps both secrets when neither fits the database', () => {
    app.ctx().db.$client.close()
    for (const path of [ownPath(), nextPath()]) writeFileSync(path, 'the secret of another practice, long')
    expect(openPractice).toThrow('not the one this database was encrypted with')
    expect(existsSync(nextPath())).toBe(true)
  })

  it('makes no new secret when the secret of the database is missing', () => {
    app.ctx().db.$client.close()
    rmSync(ownPath())
    expect(openPractice).toThrow('encrypted with a secret that is missing')
    expect(existsSync(ownPath())).toBe(false)
  })
})
