import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openApp } from '../app.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { moveBooking } from '../booking/moves.ts'
import { readConfig } from '../config.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { startSource } from '../testing/source-process.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { utc } from './odoo-client.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'

/**
 * Calls of Odoo after which the worker is killed: within a first push, later ones, moves and cancellations.
 */
const KILL_AFTER = [5, 12, 17]
const BOOKINGS = 10

/** The worker of the outbox; it waits for the word. */
const WORKER = `
  import { setTimeout } from 'node:timers/promises'
  import { readConfig } from './config.ts'
  import { openDatabase } from './db/open.ts'
  import { erpTransport } from './erp/push-transport.ts'
  import { openLog } from './log.ts'
  import { deliverDue } from './messaging/outbox/deliver.ts'
  const config = readConfig({ DATA_DIR: process.env.DATA_DIR, APP_SECRET: process.env.APP_SECRET, LOG_LEVEL: 'silent', ALLOW_PRIVATE_TARGETS: '1' })
  const { APP_SECRET: appSecret, DATA_DIR } = process.env
  const db = openDatabase(DATA_DIR + '/ordi.db')
  const ctx = () => ({ db, now: Date.now(), actor: { kind: 'job' }, config: { ...config, appSecret } })
  const log = openLog(config)
  process.stdout.write('ready')
  process.stdin.once('data', async () => {
    for (;;) {
      await deliverDue(ctx, erpTransport({ resolveHost: async () => [], log }), log)
      await setTimeout(5)
    }
  })
`

it('a worker that is killed between any two calls leaves one partner and one event for each, once others have finished', async () => {
  const simulator = openOdooSimulator()
  let callsLeft = Number.POSITIVE_INFINITY
  let kill = () => {}
  const ODOO_URL = await listenAs({
    ...simulator,
    answer: async (request, refusal) => {
      const answer = await simulator.answer(request, refusal)
      if (--callsLeft === 0) kill()
      return answer
    },
  })
  const DATA_DIR = tempDir()
  const { ctx: ctxFor, close } = openApp({
    ...readConfig({ DATA_DIR, APP_SECRET, LOG_LEVEL: 'silent' }),
    demo: true,
  })
  onTestFinished(close)
  const ctx = () => ctxFor({ kind: 'visitor' })
  writeSettings(ctx(), 'odoo', { ODOO_URL, ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' })
  const start = Math.ceil(ctx().now / HOUR) * HOUR + 2 * DAY_LENGTH
  const ids = Array.from({ length: BOOKINGS }, (_, i) => {
    const startsAt = start + i * 2 * HOUR
    const { id } = insertBooking(ctx().db, {
      startsAt,
      endsAt: startsAt + HOUR,
      firstName: i % 2 === 0 ? 'Rosa' : 'Anna',
    })
    decideBooking(ctx(), id, { decision: 'confirm' })
    return id
  })
  /** Actions of the practice while no worker runs. */
  const changes = [
    () => {},
    () => ids.slice(0, 4).map((id) => cancelByStaff(ctx(), id, '')),
    () => moveBooking(ctx(), ids[5] ?? '', { start: start + 7 * HOUR, message: '', notify: false }),
    () => {},
  ]
  const workers = changes.map(() => startSource(WORKER, { DATA_DIR, APP_SECRET }))
  onTestFinished(() => {
    for (const worker of workers) worker.kill('SIGKILL')
  })
  await Promise.all(workers.map(({ stdout }) => once(stdout, 'data')))

  for (const [round, worker] of workers.entries()) {
    changes[round]?.()
    // The lease of the worker that was killed ends.
    ctx().db.$client.exec(
      `update messages set due_at = 0 where channel = 'erp' and status in ('queued', 'sending')`,
    )
    const exit = once(worker, 'exit')
    callsLeft = KILL_AFTER[round] ?? Number.POSITIVE_INFINITY
    kill = () => worker.kill('SIGKILL')
    worker.stdin.write('go')
    if (round < KILL_AFTER.length) await exit
  }
  const waiting = () =>
    ctx().db.$client.prepare(`select status from messages where channel = 'erp' and status <> 'sent'`).all()
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])

  expect(simulator.partners()).toHaveLength(2)
  expect(simulator.events()).toHaveLength(
    new Set(simulator.events().map(({ description }) => description)).size,
  )
  const standing = ctx()
    .db.$client.prepare(`select starts_at as at from bookings where status = 'confirmed'`)
    .all() as { at: number }[]
  expect(standing).toHaveLength(BOOKINGS - 4)
  expect(
    simulator
      .events()
      .filter(({ active }) => active)
      .map((event) => event.start)
      .sort(),
  ).toEqual(standing.map(({ at }) => utc(at)).sort())
  expect(simulator.mails).toEqual([])
}, 60_000)
