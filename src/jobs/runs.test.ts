import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { inTx } from '../ctx.ts'
import { withoutWaitingForLock } from '../db/lock.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, recordLog } from '../testing/test-app.ts'
import { type Job, openRuns } from './runs.ts'

it('a lock by another process is logged once after ten seconds, and once when it has ended', async () => {
  const file = join(tempDir(), 'ordi.db')
  const { lines, log } = recordLog()
  const app = openTestApp({ file, ports: { log } })
  const otherConnection = new Database(file)
  onTestFinished(() => {
    otherConnection.close()
    app.close()
  })
  const runs = openRuns({ ctx: app.ctx, log, stopping: new AbortController().signal })
  const job: Job = {
    name: 'write something',
    cron: '* * * * *',
    run: (ctx) => withoutWaitingForLock(ctx().db, () => inTx(ctx(), () => {})),
  }
  /** Runs the job. Returns the messages that were logged meanwhile. */
  const runAndReadLog = async () => {
    await runs.start(job)
    return lines.splice(0).map((line) => JSON.parse(line).msg)
  }

  otherConnection.exec('begin immediate')
  expect(await runAndReadLog()).toEqual([])
  // A lock is a fault from ten seconds on (db/health.ts).
  app.pass(9_900)
  expect(await runAndReadLog()).toEqual([])
  app.pass(100)
  expect(await runAndReadLog()).toEqual([expect.stringMatching(/^another process keeps the database locked/)])
  app.pass(60_000)
  expect(await runAndReadLog()).toEqual([])
  otherConnection.exec('rollback')
  expect(await runAndReadLog()).toEqual(['the database is not locked any more'])
  expect(await runAndReadLog()).toEqual([])
})
