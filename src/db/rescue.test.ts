import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'
import { generateKey } from './age-file.ts'
import { withCheckedBackup } from './backup-file.ts'
import { checkDatabaseFile } from './database-check.ts'
import { backUpWhenDue } from './nightly-backups.ts'

/** The folder that contains the data folder `dir`. */
let parent: string
let dir: string
let app: TestApp
let logged: ReturnType<typeof recordLog>
/** Returns the path of the database or, with a suffix such as `-wal`, of a file beside it. */
const file = (suffix = '') => join(dir, `ordi.db${suffix}`)

beforeEach(() => {
  parent = tempDir()
  dir = join(parent, 'data')
  mkdirSync(dir)
  logged = recordLog()
  app = openTestApp({ file: file(), ports: { log: logged.log } })
  onTestFinished(() => app.close())
})

const backups = () => (existsSync(join(dir, 'backups')) ? readdirSync(join(dir, 'backups')) : [])
/** Returns the names of the finished copies. */
const rescued = () => backups().filter((name) => name.startsWith('rescued-') && !name.endsWith('unfinished'))
/** Returns the status of a fresh health check. */
const health = async () => {
  // The check of the file counts for `CHECK_EVERY_MS`.
  app.pass(5_000)
  return (await app.browser().get('/api/health')).status
}
/** Returns the ids of the bookings in a copy. */
const bookingIdsIn = (copy = '') => {
  const client = new Database(join(dir, 'backups', copy), { readonly: true })
  const ids = client.prepare('select id from bookings').pluck().all()
  client.close()
  return ids
}

const writeByCall = () => app.browser().post('/api/email/send', { email: 'maria@patient.example' })

const WAYS_TO_LOSE_IT: readonly (readonly [string, () => void])[] = [
  ['its file is deleted', () => rmSync(file())],
  [
    'its file and WAL are deleted',
    () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file(suffix))
    },
  ],
  ['its folder is renamed', () => renameSync(dir, join(parent, 'moved'))],
  ['its WAL is renamed', () => renameSync(file('-wal'), file('-old'))],
  ['its WAL is deleted', () => rmSync(file('-wal'))],
  [
    'its WAL is replaced',
    () => {
      renameSync(file('-wal'), file('-old'))
      writeFileSync(file('-wal'), '')
    },
  ],
  [
    'its file is replaced',
    () => {
      const other = join(parent, 'other.db')
      new Database(other).exec('create table other (id integer)').close()
      renameSync(other, file())
    },
  ],
]

describe('a database whose file is no longer at its path', () => {
  it.each(WAYS_TO_LOSE_IT)(
    'refuses requests when %s, and is copied at once with everything saved',
    async (_, lose) => {
      expect(await health()).toBe(200)
      onTestFinished(app.startJobs())
      const { id } = insertBooking(app.ctx().db)
      lose()
      const { status, json } = await writeByCall()
      expect([status, json.error]).toEqual([503, 'unavailable'])
      await vi.waitFor(() => expect(rescued()).toHaveLength(1))
      const copy = join(dir, 'backups', rescued()[0] ?? '')
      await vi.waitFor(() => expect(logged.lines.join()).toContain(`"file":"${copy}"`))
      expect((await checkDatabaseFile(copy)).rows.bookings).toBe(1)
      expect(bookingIdsIn(rescued()[0])).toEqual([id])
      expect(await health()).toBe(503)
      expect((await app.admin().get('/api/admin/status')).json).toMatchObject({
        level: 'danger',
        message: expect.stringContaining('nicht mehr an ihrem Platz'),
      })
      expect(rescued()).toHaveLength(1)
    },
  )

  it('is noticed by the health check alone', async () => {
    expect(await health()).toBe(200)
    onTestFinished(app.startJobs())
    rmSync(file())
    expect(await health()).toBe(503)
    await vi.waitFor(() => expect(rescued()).toHaveLength(1))
  })

  it('is copied when the server stops before any health check', async () => {
    rmSync(file())
    await app.rescue()
    expect(rescued()).toHaveLength(1)
  })

  it('is copied again when it is lost twice between two runs of the job', async () => {
    renameSync(file(), file('.elsewhere'))
    await app.rescue()
    renameSync(file('.elsewhere'), file())
    expect(await health()).toBe(200)
    const { id } = insertBooking(app.ctx().db)
    app.pass(1_000)
    renameSync(file(), file('.elsewhere'))
    await app.rescue()
    await app.rescue()
    expect(rescued()).toHaveLength(2)
    expect(bookingIdsIn(rescued().at(-1))).toEqual([id])
  })

  it('works again when its file is put back, and is copied again when it is lost again', async () => {
    renameSync(file(), file('.elsewhere'))
    await app.rescue()
    expect(await health()).toBe(503)
    renameSync(file('.elsewhere'), file())
    await app.rescue()
    expect(await health()).toBe(200)
    expect((await writeByCall()).status).toBe(200)
    renameSync(file('-wal'), file('-old'))
    await app.rescue()
    expect(rescued()).toHaveLength(2)
  })

  it('works again when its folder is put back', async () => {
    renameSync(dir, join(parent, 'moved'))
    expect((await writeByCall()).status).toBe(503)
    renameSync(join(parent, 'moved'), dir)
    expect([await health(), (await writeByCall()).status]).toEqual([200, 200])
  })

  it('is copied encrypted when there is a public key', async () => {
    const { identity, recipient } = await generateKey()
    writeSettings(app.ctx(), 'general', { backup_recipient: recipient })
    insertBooking(app.ctx().db)
    rmSync(file())
    await app.rescue()
    expect(rescued()).toEqual([expect.stringMatching(/^rescued-.*\.db\.age$/)])
    const identityFile = join(parent, 'identity')
    writeFileSync(identityFile, identity)
    const copy = join(dir, 'backups', rescued()[0] ?? '')
    const rows = await withCheckedBackup(copy, { folder: parent, identityFile }, (_, checked) => checked.rows)
    expect(rows.bookings).toBe(1)
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary-'))).toEqual([])
  })

  it('is copied again when the copy failed', async () => {
    writeFileSync(join(dir, 'backups'), 'no folder')
    rmSync(file())
    await expect(app.rescue()).rejects.toThrow('EEXIST')
    rmSync(join(dir, 'backups'))
    await app.rescue()
    expect(rescued()).toHaveLength(1)
  })

  it('gets no nightly backup, because another connection would mistake the files', async () => {
    renameSync(file('-wal'), file('-old'))
    await expect(backUpWhenDue(app.ctx, logged.log)).rejects.toThrow('moved while it was open')
    expect([backups(), existsSync(file('-wal'))]).toEqual([[], false])
  })
})
