import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from '../log.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import { commitTogether } from './group-commit.ts'

/** Locks the database in another process. @returns a function that ends the lock */
async function lockElsewhere(file: string): Promise<() => Promise<void>> {
  const program = `
    const db = new (require('better-sqlite3'))(${JSON.stringify(file)})
    db.exec('begin immediate')
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', program], { cwd: join(import.meta.dirname, '../..') })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function openWithFile() {
  const file = join(tempDir(), 'ordi.db')
  const lines: string[] = []
  const log = openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ file, ports: { log } })
  onTestFinished(() => app.close())
  return { app, file, lines }
}

const milliseconds = async (work: () => Promise<unknown>) => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
/** Busy machines need more than the usual second. */
const PATIENT = { timeout: 20_000 }

const ASK = { email: 'maria@patient.example' }

it('a lock of another process keeps no reader waiting, nor anybody signed in', async () => {
  const { app, file, lines } = openWithFile()
  const admin = app.admin()
  const booking = insertBooking(app.ctx().db)
  await admin.get('/api/admin/session')
  await lockElsewhere(file)
  // The first run comes a second later, and must not come before the lock.
  onTestFinished(app.startJobs())
  // The session's last use is stored at most once a minute; who reads does without.
  app.pass(61_000)
  const waiting = app.browser().post('/api/email/send', ASK)
  for (const path of [
    '/api/status',
    '/api/services',
    '/api/slots?date=2027-01-08&service=akupunktur',
    `/api/bookings/${booking.id}`,
    '/api/health',
    '/api/admin/bookings',
    '/api/admin/status',
  ]) {
    let status = 0
    const took = await milliseconds(async () => {
      status = (await admin.get(path)).status
    })
    expect([path, status]).toEqual([path, 200])
    expect(took).toBeLessThan(500)
  }
  expect((await waiting).status).toBe(503)
  // The jobs of the start have met the lock, and are no failures.
  await vi.waitFor(() => expect(lines.join('')).toContain('another process has locked the database'), PATIENT)
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

it('a call that writes waits for the lock, without stopping the others, and then succeeds', async () => {
  const { app, file } = openWithFile()
  const unlock = await lockElsewhere(file)
  const sent = app.browser().post('/api/email/send', ASK)
  expect(await milliseconds(() => app.browser().get('/api/status'))).toBeLessThan(500)
  await unlock()
  expect((await sent).status).toBe(200)
})

it('a call that writes is refused after two seconds, and told when to come again', async () => {
  const { app, file } = openWithFile()
  await lockElsewhere(file)
  const begin = performance.now()
  const { status, json, headers } = await app.browser().post('/api/email/send', ASK)
  expect([status, json.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
  expect(performance.now() - begin).toBeGreaterThan(1_900)
  expect(performance.now() - begin).toBeLessThan(4_500)
})

it('a lock that begins while a call is being answered keeps its transaction waiting', async () => {
  const { app, file } = openWithFile()
  onTestFinished(app.startJobs())
  const unlock = await lockElsewhere(file)
  const done = commitTogether(app.ctx(), () => insertBooking(app.ctx().db).id)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(app.rows('select id from bookings')).toEqual([])
  await unlock()
  expect(app.rows('select id from bookings where id = ?', await done)).toHaveLength(1)
})

it('a message that left while another process had the lock is sent once', async () => {
  const file = join(tempDir(), 'ordi.db')
  const locked = Promise.withResolvers<Awaited<ReturnType<typeof lockElsewhere>>>()
  const send = vi.fn(async () => {
    locked.resolve(await lockElsewhere(file))
    return { ok: true } as const
  })
  const app = openTestApp({ file, ports: { mail: { send } } })
  onTestFinished(() => app.close())
  onTestFinished(app.startJobs())
  await app.browser().post('/api/email/send', ASK)
  const unlock = await locked.promise
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(app.rows('select status from messages')).toEqual([{ status: 'sending' }])
  await unlock()
  await vi.waitFor(
    () => expect(app.rows('select status from messages')).toEqual([{ status: 'sent' }]),
    PATIENT,
  )
  expect(send).toHaveBeenCalledTimes(1)
})

it('ten seconds of a lock are a danger, which ends with it', async () => {
  const { app, file } = openWithFile()
  const admin = app.admin()
  const unlock = await lockElsewhere(file)
  const health = async () => (await app.browser().get('/api/health')).status
  expect(await health()).toBe(200)
  app.pass(9_900)
  expect(await health()).toBe(200)
  app.pass(100)
  expect(await health()).toBe(503)
  expect((await admin.get('/api/admin/status')).json.message).toContain('sperrt die Datenbank')
  await unlock()
  expect(await health()).toBe(200)
})
