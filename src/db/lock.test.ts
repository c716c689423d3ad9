import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lockElsewhere, openWithFile, requestCode } from '../testing/locked-database.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { commitTogether } from './group-commit.ts'

/** Returns the answer to a call, and how many milliseconds of real time it took. */
async function timed<T>(call: () => Promise<T>): Promise<{ answer: T; durationMs: number }> {
  const startedAt = performance.now()
  const answer = await call()
  return { answer, durationMs: performance.now() - startedAt }
}

/** Milliseconds after which a call that waits for the lock is refused. A timer may fire a little early. */
const REFUSED_AFTER_MS = 1_900

describe('while another process has locked the database', () => {
  it('readers and signed-in staff are answered at once', async () => {
    const { app, file } = openWithFile()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db)
    await admin.get('/api/admin/session')
    await lockElsewhere(file)
    // After a minute, a call would store when the session was last used. One that only reads must not wait
    // for that.
    app.pass(MINUTE + 1_000)
    // The other process never releases the lock, so this call is refused after two seconds.
    const writing = requestCode(app)
    for (const path of [
      '/api/status',
      '/api/services',
      '/api/slots?date=2027-01-08&service=akupunktur',
      `/api/bookings/${booking.id}`,
      '/api/health',
      '/api/admin/bookings',
      '/api/admin/status',
    ]) {
      const { answer, durationMs } = await timed(() => admin.get(path))
      expect(answer.status, path).toBe(200)
      expect(durationMs, path).toBeLessThan(REFUSED_AFTER_MS)
    }
    expect((await writing).status).toBe(503)
  })

  it('a call that writes waits, without stopping the others, and succeeds after the lock', async () => {
    const { app, file } = openWithFile()
    const unlock = await lockElsewhere(file)
    const writing = requestCode(app)
    const { durationMs } = await timed(() => app.browser().get('/api/status'))
    expect(durationMs).toBeLessThan(REFUSED_AFTER_MS)
    await unlock()
    expect((await writing).status).toBe(200)
  })

  it('a call that writes is refused after two seconds, and says when to repeat it', async () => {
    const { app, file } = openWithFile()
    await lockElsewhere(file)
    const { answer, durationMs } = await timed(() => requestCode(app))
    const { status, json, headers } = answer
    expect([status, json.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    expect(durationMs).toBeGreaterThan(REFUSED_AFTER_MS)
    // The other process never releases the lock. A busy computer takes some seconds longer.
    expect(durationMs).toBeLessThan(20_000)
  })

  it('a transaction whose call had arrived before waits for the end of the lock', async () => {
    const { app, file } = openWithFile()
    onTestFinished(app.startJobs())
    const unlock = await lockElsewhere(file)
    const insertion = commitTogether(app.ctx(), () => insertBooking(app.ctx().db).id)
    await pause(100)
    expect(app.rows('select id from bookings')).toEqual([])
    await unlock()
    const id = await insertion
    expect(app.rows('select id from bookings')).toEqual([{ id }])
  })

  it('jobs that write do not fail', async () => {
    const { app, file, lines } = openWithFile()
    await lockElsewhere(file)
    onTestFinished(app.startJobs())
    await waitUntil(() => expect(lines.join('')).toContain('another process has locked the database'))
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it('a danger is shown after ten seconds, until the end of the lock', async () => {
    const { app, file } = openWithFile()
    const admin = app.admin()
    const unlock = await lockElsewhere(file)
    const checkHealth = async () => (await app.browser().get('/api/health')).status
    expect(await checkHealth()).toBe(200)
    // The clock of the test has stood still since the first check.
    app.pass(9_999)
    expect(await checkHealth()).toBe(200)
    app.pass(1)
    expect(await checkHealth()).toBe(503)
    expect((await admin.get('/api/admin/status')).json.message).toContain('sperrt die Datenbank')
    await unlock()
    expect(await checkHealth()).toBe(200)
  })
})
