import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openToRead } from '../../src/db/open.ts'
import { type RunningServer, type ServerOptions, startServer, stopServer } from '../bench/servers.ts'
import { checkLive } from './check.ts'
import { checkDelivery, WAITS_FOR_MORNING } from './check-delivery.ts'
import { emptyFindings, type Findings } from './findings.ts'
import { type Journal, openJournal } from './journal.ts'
import { runClients } from './load.ts'
import { runSql, type TestPractice } from './test-practice.ts'

/** Environment variables of the portal. */
type Environment = Readonly<Record<string, string>>

/** Milliseconds after which a storm fails if that for which it waits does not come. */
const WAIT_TIMEOUT_MS = 120_000
/** Milliseconds between two looks at what a storm waits for. */
const WAIT_POLL_MS = 5
/** Milliseconds between two health checks of a starting portal. They are few, because no time is measured. */
const START_POLL_MS = 50
/** How many clients a storm has, unless it says otherwise. */
const USUAL_CLIENTS = 6
/** How many surprises a failure names. */
const SHOWN_SURPRISES = 5

/** The practice of a storm, and the functions that put it under load and check it. */
export type StormTools = Readonly<{
  practice: TestPractice
  /** The path of the practice's database. */
  file: string
  journal: Journal
  findings: Findings
  /** Starts the portal on the practice, and waits for its first answer. */
  startPortal: (
    env?: Environment,
    options?: Pick<ServerOptions, 'command' | 'tracer'>,
  ) => Promise<RunningServer>
  /**
   * Puts load on the servers while `during` runs. `refusals` are statuses with which calls may be refused,
   * besides 409.
   */
  withLoad: (
    servers: readonly RunningServer[],
    during: () => Promise<unknown>,
    options?: { clients?: number; refusals?: readonly number[] },
  ) => Promise<void>
  /**
   * Waits for `more` further calls to be acknowledged. Counting calls makes a storm independent of the
   * machine's speed.
   */
  untilAcknowledged: (more: number) => Promise<void>
  /** Waits for `more` further calls to be refused. */
  untilRefused: (more: number) => Promise<void>
  /** Compares the database with what was acknowledged. */
  check: () => void
  /**
   * Ends the claims of a killed process at once, which would block its messages for a minute. Messages that
   * wait for a later time become due too.
   */
  endClaims: () => void
  /**
   * Sends every message that waits, and checks what has arrived.
   * @param kills the kills that may have repeated a message
   */
  drain: (kills: number, env?: Environment) => Promise<void>
}>

/**
 * Opens the functions with which a storm works.
 * @param running gets every server that is started
 */
export function openTools(storm: string, practice: TestPractice, running: RunningServer[]): StormTools {
  const file = join(practice.dataDir, 'ordi.db')
  const journal = openJournal()
  const findings = emptyFindings()
  const startPortal: StormTools['startPortal'] = async (env = {}, options = {}) => {
    const server = await startServer('ours', practice.dataDir, {
      env: { ...practice.env, ...env },
      pollMs: START_POLL_MS,
      ...options,
    })
    running.push(server)
    return server
  }
  const check = () => checkLive(file, journal, findings)
  const endClaims = () =>
    runSql(practice, `update messages set due_at = 0 where status in ('sending', 'queued')`)
  return {
    practice,
    file,
    journal,
    findings,
    startPortal,
    withLoad: async (servers, during, { clients = USUAL_CLIENTS, ...options } = {}) => {
      const urls = servers.map(({ url }) => url)
      const stopLoad = new AbortController()
      const { signal } = stopLoad
      const clientsDone = runClients(journal, { urls, practice, clients, signal, ...options })
      await Promise.all([during().finally(() => stopLoad.abort()), clientsDone])
    },
    untilAcknowledged: (more) => waitForCalls(storm, journal, { outcome: 'acknowledged', more }),
    untilRefused: (more) => waitForCalls(storm, journal, { outcome: 'refused', more }),
    check,
    endClaims,
    drain: async (kills, env) => {
      endClaims()
      const server = await startPortal(env)
      await waitUntil(() => countWaiting(file) === 0, `${storm}: messages still wait`)
      await stopServer(server)
      check()
      checkDelivery(file, { practice, kills, findings })
    },
  }
}

/** Waits until as many `more` calls have this outcome. Names some surprises if they do not come. */
function waitForCalls(
  storm: string,
  journal: Journal,
  { outcome, more }: Readonly<{ outcome: 'acknowledged' | 'refused'; more: number }>,
): Promise<void> {
  const target = journal[outcome] + more
  return waitUntil(
    () => journal[outcome] >= target,
    () => {
      const surprises = [...new Set(journal.surprises)].slice(0, SHOWN_SURPRISES).join('; ')
      return `${storm}: no more calls are ${outcome} (${journal.tries} tries). ${surprises}`
    },
  )
}

/** Waits until the condition holds. @throws Error with `failure` after `WAIT_TIMEOUT_MS` */
export async function waitUntil(isMet: () => boolean, failure: string | (() => string)): Promise<void> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS
  while (!isMet()) {
    if (performance.now() > deadline) throw new Error(typeof failure === 'string' ? failure : failure())
    await setTimeout(WAIT_POLL_MS)
  }
}

/** Returns the number of messages that are not sent yet, although they could be now. */
function countWaiting(file: string): number {
  const { $client } = openToRead(file)
  const count = $client
    .prepare(
      `select count(*) from messages where status in ('queued', 'sending') and not ${WAITS_FOR_MORNING}`,
    )
    .pluck()
    .get() as number
  $client.close()
  return count
}
