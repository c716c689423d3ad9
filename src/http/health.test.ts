import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

const readHealth = () => app.browser().get('/api/health')

describe('GET /api/health', () => {
  it('answers ok while the database can be written, and leaves no row behind', async () => {
    const countRows = () =>
      app.rows('select (select count(*) from occupations), (select count(*) from attempts)')
    const rowsBefore = countRows()
    const { status, json } = await readHealth()
    expect([status, json]).toEqual([200, { ok: true }])
    expect(countRows()).toEqual(rowsBefore)
  })

  it.each<{ trouble: string; cause: (app: TestApp) => unknown }>([
    { trouble: 'the process is stopping', cause: (app) => app.drain() },
    {
      trouble: 'the database cannot be written',
      cause: (app) => app.ctx().db.$client.pragma('query_only = on'),
    },
    { trouble: 'the database is closed', cause: (app) => app.close() },
  ])('answers 503 while $trouble', async ({ cause }) => {
    cause(app)
    const { status, json } = await readHealth()
    expect([status, json]).toEqual([503, { ok: false }])
  })

  it('answers 503 while the disk is full, and 200 again five seconds after there is room', async () => {
    const db = app.ctx().db.$client
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    expect((await readHealth()).status).toBe(503)
    expect((await app.admin().get('/api/admin/status')).json.message).toContain('Der Speicher ist voll')
    db.pragma('max_page_count = 100000')
    app.pass(5_000)
    expect((await readHealth()).status).toBe(200)
  })

  it('writes at most once in five seconds', async () => {
    const countWrites = () => app.rows<{ writes: number }>('select total_changes() as writes')[0]?.writes
    await readHealth()
    const writesBefore = countWrites()
    for (let second = 0; second < 4; second++) {
      await readHealth()
      app.pass(1_000)
    }
    expect(countWrites()).toBe(writesBefore)
    app.pass(1_000)
    await readHealth()
    expect(countWrites()).toBeGreaterThan(writesBefore ?? 0)
  })

  // A lock is tolerated for ten seconds, and the trial write is repeated after five (src/db/health.ts).
  it.each([
    { health: 'answers ok during a short lock', pausesInSeconds: [5, 9.9], status: 200 },
    { health: 'answers 503 during a longer lock', pausesInSeconds: [5, 9.9, 5], status: 503 },
  ])('$health, without waiting', async ({ pausesInSeconds, status }) => {
    const file = join(tempDir(), 'ordi.db')
    app = openTestApp({ file })
    expect((await readHealth()).status).toBe(200)
    const otherProcess = new Database(file)
    otherProcess.exec('begin immediate')
    let lastStatus = 0
    for (const seconds of pausesInSeconds) {
      app.pass(seconds * 1_000)
      const start = performance.now()
      lastStatus = (await readHealth()).status
      // A call that waits for the lock takes two seconds.
      expect(performance.now() - start).toBeLessThan(1_900)
    }
    expect(lastStatus).toBe(status)

    otherProcess.close()
    app.pass(5_000)
    expect((await readHealth()).status).toBe(200)
    expect(app.rows('pragma busy_timeout')).toEqual([{ timeout: 5_000 }])
    app.close()
  })
})
