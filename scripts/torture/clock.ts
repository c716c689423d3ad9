import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openToRead } from '../../src/db/open.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../../src/shared/day.ts'
import { type RunningServer, stopServer } from '../bench/servers.ts'
import { printTable } from '../table.ts'
import { CLOCK_FILE } from './shifted-clock-portal.ts'
import { runStorm, type StormTools, waitUntil } from './storm.ts'
import { runSql, type TestPractice } from './test-practice.ts'

/**
 * Milliseconds of the steps. They stand for a clock that is corrected, summer time that is set by hand, a
 * wrong date, and a machine that slept.
 */
const STEPS_MS = [-2 * MINUTE, -HOUR, -3 * DAY_LENGTH, 12 * HOUR, 30 * DAY_LENGTH]
/** Calls that are acknowledged before each step and after the last. */
const CALLS_PER_STEP = 12
/** After a step a hold can be expired, and a session or a verified address can be from the other time. */
const REFUSALS = [401, 403, 410]

/** Milliseconds after a step in which each of these must be done, and that nothing may stand still for. */
const LIMITS_MS = { mail: 2_000, hold: 2 * MINUTE, cleanUp: 2 * MINUTE, stall: 150 } as const
type Measured = Readonly<Record<keyof typeof LIMITS_MS, number>>

/** Lets the clock of the machine step forward and back while patients book. */
export function runClockStorm() {
  return runStorm({ storm: 'steps of the clock', strain: `${STEPS_MS.length} steps` }, async (tools) => {
    const { withLoad, untilAcknowledged } = tools
    const { server, stepClock } = await startShifted(tools)
    const during = async () => {
      for (const step of STEPS_MS) {
        await untilAcknowledged(CALLS_PER_STEP)
        await stepClock(step)
      }
      await untilAcknowledged(CALLS_PER_STEP)
    }
    await withLoad([server], during, { refusals: REFUSALS })
    await endShifted(tools, server)
  })
}

/** Measures how soon jobs do their work after each step of the clock, and how long no request is answered. */
export function runClockJobStorm() {
  return runStorm(
    { storm: 'jobs after steps of the clock', strain: `${STEPS_MS.length} steps` },
    async (tools) => {
      const { withLoad, untilAcknowledged, findings } = tools
      const { server, stepClock } = await startShifted(tools)
      const kinds = Object.keys(LIMITS_MS) as (keyof Measured)[]
      const table = [['step, in hours', ...kinds.map((kind) => `${kind}, in ms`)]]
      for (const step of STEPS_MS) {
        await withLoad([server], () => untilAcknowledged(CALLS_PER_STEP), { refusals: REFUSALS })
        const measured = await measureStep(tools.practice, server, () => stepClock(step))
        table.push([(step / HOUR).toFixed(2), ...kinds.map((kind) => measured[kind].toFixed(0))])
        for (const kind of kinds)
          if (measured[kind] > LIMITS_MS[kind])
            findings.late.push(`${kind}: over ${LIMITS_MS[kind]} ms after a step by ${step} ms`)
      }
      printTable(table)
      await endShifted(tools, server)
    },
  )
}

/** Starts the portal with a clock that `stepClock` sets, and that is right at first. */
async function startShifted({ practice, startPortal }: StormTools) {
  let offset = 0
  const file = join(practice.dataDir, CLOCK_FILE)
  const server = await startPortal({}, { command: ['scripts/torture/shifted-clock-portal.ts'] })
  return {
    server,
    /** Returns the time after the step, once the portal has taken it over. */
    stepClock: async (by: number) => {
      offset += by
      // The portal must never read half of the file.
      writeFileSync(`${file}.new`, String(offset))
      renameSync(`${file}.new`, file)
      server.child.kill('SIGUSR2')
      await waitUntil(() => !existsSync(file), 'The portal has not taken over the step of the clock.')
      return Date.now() + offset
    },
  }
}

async function endShifted({ journal, check, drain }: StormTools, server: RunningServer): Promise<void> {
  await stopServer(server)
  // A step forward ends holds, so they are not expected any more.
  journal.appointments = journal.appointments.filter(({ acknowledged }) => acknowledged.status !== 'held')
  check()
  await drain(0)
}

/** Steps the clock, and waits until a mail, an expired hold and what the clean-up deletes are dealt with. */
async function measureStep(
  practice: TestPractice,
  server: RunningServer,
  stepClock: () => Promise<number>,
): Promise<Measured> {
  // Each call begins a new measurement.
  await readLongestStall(server)
  const began = performance.now()
  const id = insertExpired(practice, await stepClock())
  const measureUntil = async (limit: number, isDone: () => boolean) => {
    while (!isDone() && performance.now() - began <= limit) await setTimeout(20)
    return performance.now() - began
  }
  const recipient = `${id}@musterfrau.example`
  await post(server, '/api/email/send', { email: recipient })
  const mail = await measureUntil(LIMITS_MS.mail, () =>
    practice.smtpServer.mails.some(({ envelope }) => envelope.to.includes(recipient)),
  )
  const [hold, cleanUp] = await Promise.all([
    measureUntil(LIMITS_MS.hold, () => isGone(practice, `select 1 from holds where id = '${id}'`)),
    measureUntil(LIMITS_MS.cleanUp, () => isGone(practice, `select 1 from attempts where subject = '${id}'`)),
  ])
  return { mail, hold, cleanUp, stall: await readLongestStall(server) }
}

/** Inserts an expired hold, and an old attempt, which only the clean-up deletes. Returns the name of both. */
function insertExpired(practice: TestPractice, now: Instant): string {
  const id = `step-${now}`
  runSql(
    practice,
    `insert into holds (id, service_id, starts_at, ends_at, email, origin, created_at, expires_at)
       values ('${id}', 'bench', 1, 2, 'a', 'b', ${now - 10 * MINUTE}, ${now - 1});
     insert into attempts (subject, at) values ('${id}', 1)`,
  )
  return id
}

function isGone({ dataDir }: TestPractice, query: string): boolean {
  const { $client } = openToRead(join(dataDir, 'ordi.db'))
  const row = $client.prepare(query).get()
  $client.close()
  return row === undefined
}

async function post({ url }: RunningServer, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Returns the longest delay of the event loop since the last call, in milliseconds. */
async function readLongestStall({ url }: RunningServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? []
  if (seconds === undefined) throw new Error('The portal does not measure its event loop.')
  return Number(seconds) * 1000
}
