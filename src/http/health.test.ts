import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

/** Milliseconds, restated from src/db/health.ts: how long a trial write counts, and a lock is tolerated. */
const TRIAL_VALID_MS = 5_000
const LONGEST_LOCK_MS = 10_000

const readHealth = (app: TestApp) => app.browser().get('/api/health')

describe('GET /api/health', () => {
  it('answers ok while the database can be written, and leaves no row behind', async () => {
    const app = openTestApp()
    const countRows = () =>
      app.rows('select (select count(*) from occupations), (select count(*) from attempts)')
    const rowsBefore = countRows()
    const { status, json } = await readHealth(app)
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
    const app = openTestApp()
    cause(app)
    const { status, json } = await readHealth(app)
    expect([status, json]).toEqual([503, { ok: false }])
  })

  it('answers 503 while the disk is full, and 200 again five seconds after there is room', async () => {
    const app = openTestApp()
    const db = app.ctx().db.$client
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    expect((await readHealth(app)).status).toBe(503)
    expect((await app.admin().get('/api/admin/status')).json.message).toContain('Der Speicher ist voll')
    db.pragma('max_page_count = 100000')
    app.pass(TRIAL_VALID_MS)
    expect((await readHealth(app)).status).toBe(200)
  })

  it('writes at most once in five seconds', async () => {
    const app = openTestApp()
    const countWrites = () => app.rows<{ writes: number }>('select total_changes() as writes')[0]?.writes
    await readHealth(app)
    const writesBefore = countWrites()
    const second = 1_000
    for (let passed = 0; passed < TRIAL_VALID_MS - second; passed += second) {
      await readHealth(app)
      app.pass(second)
    }
    expect(countWrites()).toBe(writesBefore)
    app.pass(second)
    await readHealth(app)
    expect(countWrites()).toBeGreaterThan(writesBefore ?? 0)
  })

  /** The lock counts from the first trial that meets it. */
  const JUST_TOLERATED = LONGEST_LOCK_MS - 100

  it.each([
    { health: 'answers ok during a short lock', pauses: [TRIAL_VALID_MS, JUST_TOLERATED], status: 200 },
    {
      health: 'answers 503 during a longer lock',
      pauses: [TRIAL_VALID_MS, JUST_TOLERATED, TRIAL_VALID_MS],
      status: 503,
    },
  ])('$health, without waiting', async ({ pauses, status }) => {
    const file = join(tempDir(), 'ordi.db')
    const app = openTestApp({ file })
    expect((await readHealth(app)).status).toBe(200)
    const otherProcess = new Database(file)
    otherProcess.exec('begin immediate')
    let lastStatus = 0
    for (const pause of pauses) {
      app.pass(pause)
      const start = performance.now()
      lastStatus = (await readHealth(app)).status
      // A call that waits for the lock takes two seconds.
      expect(performance.now() - start).toBeLessThan(1_900)
    }
    expect(lastStatus).toBe(status)

    otherProcess.close()
    app.pass(TRIAL_VALID_MS)
    expect((await readHealth(app)).status).toBe(200)
    expect(app.rows('pragma busy_timeout')).toEqual([{ timeout: 5_000 }])
    app.close()
  })
})
