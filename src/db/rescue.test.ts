import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** The folder that contains the data folder. */
let parent: string
let dataDir: string
let app: TestApp
let logged: ReturnType<typeof recordLog>
/** Returns the path of the database or, with a suffix such as `-wal`, of a file beside it. */
const databaseFile = (suffix = '') => join(dataDir, `ordi.db${suffix}`)

beforeEach(() => {
  parent = tempDir()
  dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  logged = recordLog()
  app = openTestApp({ file: databaseFile(), ports: { log: logged.log } })
  onTestFinished(() => app.close())
})

/** Lists the names in the folder of backups. */
function listBackups(): string[] {
  const folder = join(dataDir, 'backups')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Lists the paths of the finished copies, the oldest first. */
function listRescued(): string[] {
  return listBackups()
    .filter((name) => name.startsWith('rescued-') && !name.endsWith('unfinished'))
    .toSorted()
    .map((name) => join(dataDir, 'backups', name))
}

/** Returns the path of the only copy. */
function onlyRescued(): string {
  const [path, ...others] = listRescued()
  if (path === undefined || others.length > 0) throw new Error('there is not exactly one copy')
  return path
}

/** Returns the status of a fresh health check. */
async function checkHealth(): Promise<number> {
  // The previous check counts for `TRIAL_VALID_MS`.
  app.pass(5_000)
  return (await app.browser().get('/api/health')).status
}

/** Returns the ids of the bookings in a copy. */
function bookingIdsIn(copy: string): unknown[] {
  const client = new Database(copy, { readonly: true })
  const ids = client.prepare('select id from bookings').pluck().all()
  client.close()
  return ids
}

/** Makes a call that writes to the database. */
const writeByCall = () => app.browser().post('/api/email/send', { email: 'maria@patient.example' })

describe('a database whose file is no longer at its path', () => {
  it.each([
    { loss: 'its file is deleted', lose: () => rmSync(databaseFile()) },
    {
      loss: 'its file and WAL are deleted',
      lose: () => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(databaseFile(suffix))
      },
    },
    { loss: 'its folder is renamed', lose: () => renameSync(dataDir, join(parent, 'moved')) },
    { loss: 'its WAL is renamed', lose: () => renameSync(databaseFile('-wal'), databaseFile('-old')) },
    { loss: 'its WAL is deleted', lose: () => rmSync(databaseFile('-wal')) },
    {
      loss: 'its WAL is replaced',
      lose: () => {
        renameSync(databaseFile('-wal'), databaseFile('-old'))
        writeFileSync(databaseFile('-wal'), '')
      },
    },
    {
      loss: 'its file is replaced',
      lose: () => {
        const other = join(parent, 'other.db')
        new Database(other).exec('create table other (id integer)').close()
        renameSync(other, databaseFile())
      },
    },
  ])('refuses requests when $loss, and is copied at once with everything saved', async ({ lose }) => {
    expect(await checkHealth()).toBe(200)
    onTestFinished(app.startJobs())
    const { id } = insertBooking(app.ctx().db)
    lose()
    const { status, json } = await writeByCall()
    expect([status, json.error]).toEqual([503, 'unavailable'])
    await vi.waitFor(() => expect(listRescued()).toHaveLength(1))
    const copy = onlyRescued()
    await vi.waitFor(() => expect(logged.lines.join()).toContain(`"file":"${copy}"`))
    expect((await checkDatabaseFile(copy)).rows.bookings).toBe(1)
    expect(bookingIdsIn(copy)).toEqual([id])
    expect(await checkHealth()).toBe(503)
    expect((await app.admin().get('/api/admin/status')).json).toMatchObject({
      level: 'danger',
      message: expect.stringContaining('nicht mehr an ihrem Platz'),
    })
    expect(listRescued()).toEqual([copy])
  })

  it('is noticed by the health check alone', async () => {
    expect(await checkHealth()).toBe(200)
    onTestFinished(app.startJobs())
    rmSync(databaseFile())
    expect(await checkHealth()).toBe(503)
    await vi.waitFor(() => expect(listRescued()).toHaveLength(1))
  })

  it('is copied when the server stops before any health check', async () => {
    rmSync(databaseFile())
    await app.rescue()
    expect(listRescued()).toHaveLength(1)
  })

  it('is copied again when it is lost twice between two runs of the job', async () => {
    renameSync(databaseFile(), databaseFile('.elsewhere'))
    await app.rescue()
    renameSync(databaseFile('.elsewhere'), databaseFile())
    expect(await checkHealth()).toBe(200)
    const { id } = insertBooking(app.ctx().db)
    app.pass(1_000)
    renameSync(databaseFile(), databaseFile('.elsewhere'))
    await app.rescue()
    await app.rescue()
    const [, secondCopy = '', ...others] = listRescued()
    expect(others).toEqual([])
    expect(bookingIdsIn(secondCopy)).toEqual([id])
  })

  it('works again when its file is put back, and is copied again when it is lost again', async () => {
    renameSync(databaseFile(), databaseFile('.elsewhere'))
    await app.rescue()
    expect(await checkHealth()).toBe(503)
    renameSync(databaseFile('.elsewhere'), databaseFile())
    await app.rescue()
    expect(await checkHealth()).toBe(200)
    expect((await writeByCall()).status).toBe(200)
    renameSync(databaseFile('-wal'), databaseFile('-old'))
    await app.rescue()
    expect(listRescued()).toHaveLength(2)
  })

  it('works again when its folder is put back', async () => {
    renameSync(dataDir, join(parent, 'moved'))
    expect((await writeByCall()).status).toBe(503)
    renameSync(join(parent, 'moved'), dataDir)
    expect([await checkHealth(), (await writeByCall()).status]).toEqual([200, 200])
  })

  it('is copied encrypted when there is a public key', async () => {
    const { identity, recipient } = await generateKey()
    writeSettings(app.ctx(), 'general', { backup_recipient: recipient })
    insertBooking(app.ctx().db)
    rmSync(databaseFile())
    await app.rescue()
    const copy = onlyRescued()
    expect(basename(copy)).toMatch(/^rescued-.*\.db\.age$/)
    const identityFile = join(parent, 'identity')
    writeFileSync(identityFile, identity)
    const rows = await withCheckedBackup(copy, { folder: parent, identityFile }, (_, checked) => checked.rows)
    expect(rows.bookings).toBe(1)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('temporary-'))).toEqual([])
  })

  it('is copied again when the copy failed', async () => {
    writeFileSync(join(dataDir, 'backups'), 'no folder')
    rmSync(databaseFile())
    await expect(app.rescue()).rejects.toThrow('EEXIST')
    rmSync(join(dataDir, 'backups'))
    await app.rescue()
    expect(listRescued()).toHaveLength(1)
  })

  it('gets no nightly backup, because another connection would mistake the files', async () => {
    renameSync(databaseFile('-wal'), databaseFile('-old'))
    await expect(backUpWhenDue(app.ctx, logged.log)).rejects.toThrow('moved while it was open')
    expect(listBackups()).toEqual([])
    expect(existsSync(databaseFile('-wal'))).toBe(false)
  })
})
