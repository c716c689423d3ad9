import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { queueSms } from '../messaging/outbox/queue.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { lockElsewhere, openWithFile, requestCode } from '../testing/locked-database.ts'
import { simulatedFetch } from '../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from '../testing/test-app.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { waitForCommitsOnly } from './lock.ts'

/** Maximum number of locks before the SMS leaves, and again after that. */
const MOST_LOCKS = 3

describe('while another process locks the database', () => {
  it('an e-mail is sent once, even if the lock is taken as it leaves', async () => {
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
    // The outcome cannot be stored meanwhile, so the e-mail still counts as being sent.
    await pause(500)
    expect(app.rows('select status from messages')).toEqual([{ status: 'sending' }])
    await unlock()
    await waitUntil(() => expect(app.rows('select status from messages')).toEqual([{ status: 'sent' }]))
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('an SMS is sent once and its outcome stored, even if the lock is taken before every write', async () => {
    const { app, file } = openWithFile()
    // The portal does the same, so a write fails at the lock of another process, and is repeated.
    waitForCommitsOnly(app.ctx().db)
    const sevenio = openSevenioSimulator()
    const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.sevenio]: sevenio })
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    const recipient = { bookingId: null, mobile: '0664 1234567', country: 'AT' }
    queueSms(app.ctx(), { kind: 'test', ...recipient, text: 'Ein Test.' })
    const { log } = recordLog()
    const { lockedCtx, locks } = lockBeforeWrites(app, file, () => sevenio.taken.length > 0)
    await deliverDue(lockedCtx, smsTransport({ httpFetch, log }), log)
    expect(app.rows('select status from messages')).toEqual([{ status: 'sent' }])
    expect(sevenio.taken).toHaveLength(1)
    expect(locks).toEqual({ before: MOST_LOCKS, after: MOST_LOCKS })
  })
})

/**
 * Locks the database for a moment before each write of the outbox, as another process may do, while an SMS is
 * being sent.
 * @returns a Ctx for the delivery, and how often the lock was taken before and after the SMS left
 */
function lockBeforeWrites(app: TestApp, file: string, hasLeft: () => boolean) {
  const otherConnection = new Database(file)
  onTestFinished(() => void otherConnection.close())
  const locks = { before: 0, after: 0 }
  const lockForAMoment = () => {
    const phase = hasLeft() ? 'after' : 'before'
    const isSending = app.rows(`select 1 from messages where status = 'sending'`).length > 0
    if (locks[phase] === MOST_LOCKS || otherConnection.inTransaction || !isSending) return
    locks[phase]++
    otherConnection.exec('begin immediate')
    setTimeout(() => otherConnection.open && otherConnection.exec('rollback'), 100)
  }
  // Each write asks for a Ctx just before, because it needs the current time.
  const lockedCtx = () => {
    lockForAMoment()
    return app.ctx()
  }
  return { lockedCtx, locks }
}
