import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from '../log.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { queueSms } from '../messaging/outbox/queue.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'
import { startProgram } from '../testing/test-program.ts'
import { commitTogether } from './group-commit.ts'
import { waitForCommitsOnly } from './lock.ts'

/** Locks the database in another process. @returns a function that releases the lock */
async function lockElsewhere(file: string): Promise<() => Promise<void>> {
  const child = startProgram('lock-database', { FILE: file })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** Opens the app with its database in a file. `lines` are those of its log. */
function openWithFile() {
  const file = join(tempDir(), 'ordi.db')
  const lines: string[] = []
  const log = openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ file, ports: { log } })
  onTestFinished(() => app.close())
  return { app, file, lines }
}

/** Returns the answer to a call, and how many milliseconds it took. */
async function timed<T>(call: () => Promise<T>): Promise<{ answer: T; duration: number }> {
  const begin = performance.now()
  const answer = await call()
  return { answer, duration: performance.now() - begin }
}

/** Milliseconds within which a call that does not wait is answered, even by a busy computer. */
const AT_ONCE_MS = 500
/** A busy computer needs more than the second that vitest waits by default. */
const LONG_WAIT = { timeout: 20_000 }

/** Makes a call that writes to the database. */
const requestCode = (app: TestApp) =>
  app.browser().post('/api/email/send', { email: 'maria@patient.example' })

describe('while another process has locked the database', () => {
  it('readers and signed-in staff are answered at once', async () => {
    const { app, file } = openWithFile()
    const admin = app.admin()
    const booking = insertBooking(app.ctx().db)
    await admin.get('/api/admin/session')
    await lockElsewhere(file)
    // The session's last use is stored at most once a minute; a call that only reads does without it.
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
      const { answer, duration } = await timed(() => admin.get(path))
      expect(answer.status, path).toBe(200)
      expect(duration, path).toBeLessThan(AT_ONCE_MS)
    }
    expect((await writing).status).toBe(503)
  })

  it('a call that writes waits, without stopping the others, and succeeds after the lock', async () => {
    const { app, file } = openWithFile()
    const unlock = await lockElsewhere(file)
    const writing = requestCode(app)
    const { duration } = await timed(() => app.browser().get('/api/status'))
    expect(duration).toBeLessThan(AT_ONCE_MS)
    await unlock()
    expect((await writing).status).toBe(200)
  })

  it('a call that writes is refused after two seconds, and says when to repeat it', async () => {
    const { app, file } = openWithFile()
    await lockElsewhere(file)
    const { answer, duration } = await timed(() => requestCode(app))
    const { status, json, headers } = answer
    expect([status, json.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    // A timer may fire a little early, and much later on a busy computer.
    expect(duration).toBeGreaterThan(1_900)
    expect(duration).toBeLessThan(4_500)
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
    await vi.waitFor(
      () => expect(lines.join('')).toContain('another process has locked the database'),
      LONG_WAIT,
    )
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it('a danger is shown after ten seconds, until the end of the lock', async () => {
    const { app, file } = openWithFile()
    const admin = app.admin()
    const unlock = await lockElsewhere(file)
    const checkHealth = async () => (await app.browser().get('/api/health')).status
    expect(await checkHealth()).toBe(200)
    app.pass(9_999)
    expect(await checkHealth()).toBe(200)
    app.pass(1)
    expect(await checkHealth()).toBe(503)
    expect((await admin.get('/api/admin/status')).json.message).toContain('sperrt die Datenbank')
    await unlock()
    expect(await checkHealth()).toBe(200)
  })
})

describe('the delivery of messages', () => {
  it('an e-mail is sent once, even if another process takes the lock as it leaves', async () => {
    const file = join(tempDir(), 'ordi.db')
    /** Resolves with the function that releases the lock, as soon as the message has left. */
    const messageLeft = Promise.withResolvers<Awaited<ReturnType<typeof lockElsewhere>>>()
    const send = vi.fn(async () => {
      messageLeft.resolve(await lockElsewhere(file))
      return { ok: true } as const
    })
    const app = openTestApp({ file, ports: { mail: { send } } })
    onTestFinished(() => app.close())
    onTestFinished(app.startJobs())
    await requestCode(app)
    const unlock = await messageLeft.promise
    await pause(500)
    expect(app.rows('select status from messages')).toEqual([{ status: 'sending' }])
    await unlock()
    await vi.waitFor(
      () => expect(app.rows('select status from messages')).toEqual([{ status: 'sent' }]),
      LONG_WAIT,
    )
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('an SMS is sent once and its outcome stored, even if the lock is taken before every write', async () => {
    const { app, file } = openWithFile()
    // The portal does the same, so a write fails at the lock of another process, and is repeated.
    waitForCommitsOnly(app.ctx().db)
    const sevenio = openSevenioSimulator()
    const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.sevenio]: sevenio })
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    const to = { bookingId: null, mobile: '0664 1234567', country: 'AT' }
    queueSms(app.ctx(), { kind: 'test', ...to, text: 'Ein Test.' })
    const { log } = recordLog()
    const { lockedCtx, locks } = lockBeforeWrites(app, file, () => sevenio.taken.length > 0)
    await deliverDue(lockedCtx, smsTransport({ httpFetch, log }), log)
    expect(app.rows('select status from messages')).toEqual([{ status: 'sent' }])
    expect(sevenio.taken).toHaveLength(1)
    expect(locks).toEqual({ before: MOST_LOCKS, after: MOST_LOCKS })
  })
})

/** Maximum number of locks before the SMS leaves, and again after that. */
const MOST_LOCKS = 3

/**
 * Locks the database for a moment before each write of the outbox, as another process may do, while an SMS is
 * being sent.
 * @returns a Ctx for the delivery, and how often the lock was taken before and after the SMS left
 */
function lockBeforeWrites(app: TestApp, file: string, hasLeft: () => boolean) {
  const other = new Database(file)
  onTestFinished(() => void other.close())
  const locks = { before: 0, after: 0 }
  const lockForAMoment = () => {
    const phase = hasLeft() ? 'after' : 'before'
    const isSending = app.rows(`select 1 from messages where status = 'sending'`).length > 0
    if (locks[phase] === MOST_LOCKS || other.inTransaction || !isSending) return
    locks[phase]++
    other.exec('begin immediate')
    setTimeout(() => other.open && other.exec('rollback'), 100)
  }
  // Each write asks for a Ctx just before, because it needs the current time.
  const lockedCtx = () => {
    lockForAMoment()
    return app.ctx()
  }
  return { lockedCtx, locks }
}
