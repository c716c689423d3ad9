import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openApp } from '../app.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { moveBooking } from '../booking/moves.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { startProgram } from '../testing/test-program.ts'
import { toOdooTime } from './odoo-fields.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'

const BOOKING_COUNT = 10
const CANCELLED_COUNT = 4
/**
 * Milliseconds from one booking's start to the next. Each takes half of them, so an hour after each is free.
 */
const BOOKING_INTERVAL = 2 * HOUR

/** A portal whose database has its folder `dataDir`, which other processes open. */
type Portal = Readonly<{ ctx: () => Ctx; dataDir: string }>

type CountingOdoo = Awaited<ReturnType<typeof openCountingOdoo>>

/** Opens a simulated Odoo. `afterCalls` runs an action when Odoo has answered so many further calls. */
async function openCountingOdoo() {
  const simulator = openOdooSimulator()
  let callsLeft = Number.POSITIVE_INFINITY
  let runAction = () => {}
  const url = await listenAs({
    ...simulator,
    answer: async (request, refusal) => {
      const answer = await simulator.answer(request, refusal)
      callsLeft -= 1
      if (callsLeft === 0) runAction()
      return answer
    },
  })
  const afterCalls = (calls: number, action: () => void) => {
    callsLeft = calls
    runAction = action
  }
  return { ...simulator, url, afterCalls }
}

/** Opens a portal with the demo practice, whose bookings go to this Odoo. */
function openPortal(odooUrl: string): Portal {
  const dataDir = tempDir()
  const config = readConfig({ DATA_DIR: dataDir, APP_SECRET, LOG_LEVEL: 'silent' })
  // The demo practice has the service and the resource of the bookings.
  const { ctx: ctxFor, close } = openApp({ ...config, demo: true })
  onTestFinished(close)
  const ctx = () => ctxFor({ kind: 'visitor' })
  const login = { ODOO_URL: odooUrl, ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' }
  writeSettings(ctx(), 'odoo', login)
  return { ctx, dataDir }
}

/** Confirms `BOOKING_COUNT` bookings from `start` on, for two patients in turn. Returns their ids. */
function confirmBookings({ ctx }: Portal, start: Instant): string[] {
  return Array.from({ length: BOOKING_COUNT }, (_, index) => {
    const startsAt = start + index * BOOKING_INTERVAL
    const firstName = index % 2 === 0 ? 'Rosa' : 'Anna'
    const { id } = insertBooking(ctx().db, { startsAt, endsAt: startsAt + HOUR, firstName })
    decideBooking(ctx(), id, { decision: 'confirm' })
    return id
  })
}

/** Starts this number of workers, each of which waits for input before it begins its pushes. */
async function startWorkers({ dataDir }: Portal, count: number) {
  const env = { DATA_DIR: dataDir, APP_SECRET }
  const workers = Array.from({ length: count }, () => startProgram('push', env))
  onTestFinished(() => {
    for (const worker of workers) worker.kill('SIGKILL')
  })
  await Promise.all(workers.map(({ stdout }) => once(stdout, 'data')))
  return workers
}

/**
 * Makes all pushes due, including those of a killed worker, which would otherwise wait until its lease ends.
 */
function endLeases({ ctx }: Portal): void {
  ctx().db.$client.exec(
    `update messages set due_at = 0 where channel = 'erp' and status in ('queued', 'sending')`,
  )
}

/** Lists the pushes that have not reached Odoo. */
function listUnsent({ ctx }: Portal): unknown[] {
  return ctx()
    .db.$client.prepare(`select status from messages where channel = 'erp' and status <> 'sent'`)
    .all()
}

/** Returns the starts of the confirmed bookings as Odoo writes them. */
function startsOfConfirmed({ ctx }: Portal): string[] {
  const rows = ctx().db.$client.prepare(`select starts_at as at from bookings where status = 'confirmed'`)
  return (rows.all() as { at: number }[]).map(({ at }) => toOdooTime(at)).sort()
}

/** The turn of a worker: what happens before it, and after how many calls to Odoo the worker is killed. */
type Turn = Readonly<{ change?: () => unknown; killAfterCalls?: number }>

/** Runs one worker after the other. Returns once all of them are killed, except those that are not to be. */
async function runTurns(portal: Portal, odoo: CountingOdoo, turns: readonly Turn[]): Promise<void> {
  const workers = await startWorkers(portal, turns.length)
  for (const [index, worker] of workers.entries()) {
    const { change, killAfterCalls } = turns[index] ?? {}
    change?.()
    endLeases(portal)
    const exit = once(worker, 'exit')
    if (killAfterCalls !== undefined) odoo.afterCalls(killAfterCalls, () => worker.kill('SIGKILL'))
    worker.stdin.write('go')
    if (killAfterCalls !== undefined) await exit
  }
}

it('workers that are killed during their pushes leave one partner per patient and one event per booking', async () => {
  const odoo = await openCountingOdoo()
  const portal = openPortal(odoo.url)
  const nextFullHour = Math.ceil(portal.ctx().now / HOUR) * HOUR
  const start = nextFullHour + 2 * DAY_LENGTH
  const ids = confirmBookings(portal, start)
  const cancelSome = () => {
    for (const id of ids.slice(0, CANCELLED_COUNT)) cancelByStaff(portal.ctx(), id, '')
  }
  const moveOne = () => {
    const movedId = ids[CANCELLED_COUNT + 1] ?? ''
    const freeStart = start + 3 * BOOKING_INTERVAL + HOUR
    moveBooking(portal.ctx(), movedId, { start: freeStart, message: '', notify: false })
  }
  await runTurns(portal, odoo, [
    // The numbers differ, so that each worker is killed at another step of a push.
    { killAfterCalls: 5 },
    { change: cancelSome, killAfterCalls: 12 },
    { change: moveOne, killAfterCalls: 17 },
    // The last worker finishes all pushes.
    {},
  ])
  await expect.poll(() => listUnsent(portal)).toEqual([])

  expect(odoo.partners()).toHaveLength(2)
  const markers = odoo.events().map(({ description }) => description)
  expect(new Set(markers).size).toBe(markers.length)
  const activeEvents = odoo.events().filter(({ active }) => active)
  expect(activeEvents).toHaveLength(BOOKING_COUNT - CANCELLED_COUNT)
  expect(activeEvents.map((event) => event.start).sort()).toEqual(startsOfConfirmed(portal))
  expect(odoo.mails).toEqual([])
}, 60_000)
