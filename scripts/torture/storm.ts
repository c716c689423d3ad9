import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openToRead } from '../../src/db/open.ts'
import { type Options, type Running, start, stop } from '../bench/servers.ts'
import { checkDelivery, checkLive, type Findings, openFindings } from './check.ts'
import { type Journal, load, openJournal } from './load.ts'
import { change, openPlace, type Place } from './place.ts'

type Environment = Readonly<Record<string, string>>

/** Milliseconds; on a busy machine a storm takes a while. */
const TIME_LIMIT = 60_000

/** A line of the table. `faults` names what was done to the portal, and how often. */
export type Row = Readonly<{ storm: string; faults: string; journal: Journal; findings: Findings }>

/** The reason why the storm cannot run on this machine. */
export type Skipped = Readonly<{ skipped: string }>

/** The practice of a storm, and the verbs to put it under load and check it. */
export type Torture = Readonly<{
  place: Place
  file: string
  journal: Journal
  findings: Findings
  start: (env?: Environment, options?: Pick<Options, 'program' | 'tracer'>) => Promise<Running>
  /** Puts load on the servers while `during` runs. */
  under: (
    servers: readonly Running[],
    during: () => Promise<unknown>,
    options?: { clients?: number; refusals?: readonly number[] },
  ) => Promise<void>
  /** Resolves after `more` further calls were acknowledged, on a slow machine later than on a fast one. */
  acknowledged: (more: number) => Promise<void>
  /** Resolves after `more` further calls were refused. */
  refused: (more: number) => Promise<void>
  check: () => void
  /** Lets the claims of a killed process expire at once, which else takes a minute. */
  endClaims: () => void
  /**
   * Sends every message that waits, and checks what has arrived.
   * @param kills the kills that may have repeated a message
   */
  drain: (kills: number, env?: Environment) => Promise<void>
}>

/**
 * Runs a storm in a practice of its own. Afterwards the practice is deleted, and its processes are killed.
 */
export async function runStorm(
  storm: string,
  faults: string,
  run: (torture: Torture) => Promise<void>,
): Promise<Row> {
  const place = await openPlace()
  const file = join(place.dataDir, 'ordi.db')
  const journal = openJournal()
  const findings = openFindings()
  const running: Running[] = []
  const open: Torture['start'] = async (env = {}, options = {}) => {
    const server = await start('ours', place.dataDir, { env: { ...place.env, ...env }, poll: 50, ...options })
    running.push(server)
    return server
  }
  const reach = async (outcome: 'acknowledged' | 'refused', more: number) => {
    const enough = journal[outcome] + more
    const until = performance.now() + TIME_LIMIT
    while (journal[outcome] < enough) {
      if (performance.now() > until) {
        const why = [...new Set(journal.surprises)].slice(0, 5).join('; ')
        throw new Error(`${storm}: no more calls are ${outcome} (${journal.tries} tries). ${why}`)
      }
      await setTimeout(2)
    }
  }
  const check = () => checkLive(file, journal, findings)
  const endClaims = () =>
    change(place, `update messages set due_at = 0 where status in ('sending', 'queued')`)
  const abandon = () => {
    for (const { program } of running) program.kill('SIGKILL')
    rmSync(place.dataDir, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  try {
    await run({
      place,
      file,
      journal,
      findings,
      start: open,
      under: async (servers, during, { clients = 6, refusals } = {}) => {
        const urls = servers.map(({ url }) => url)
        const ended = new AbortController()
        const clientsEnd = load(journal, {
          urls,
          place,
          clients,
          signal: ended.signal,
          ...(refusals && { refusals }),
        })
        await Promise.all([during().finally(() => ended.abort()), clientsEnd])
      },
      acknowledged: (more) => reach('acknowledged', more),
      refused: (more) => reach('refused', more),
      check,
      endClaims,
      drain: async (kills, env) => {
        endClaims()
        const server = await open(env)
        while (waiting(file) > 0) await setTimeout(100)
        await stop(server)
        check()
        checkDelivery(place, file, kills, findings)
      },
    })
  } finally {
    await Promise.all(running.map((server) => stop(server, 'SIGKILL')))
    await place.close()
    process.off('exit', abandon)
  }
  return { storm, faults, journal, findings }
}

function waiting(file: string): number {
  const { $client } = openToRead(file)
  const count = $client
    .prepare(`select count(*) from messages where status in ('queued', 'sending')`)
    .pluck()
    .get() as number
  $client.close()
  return count
}
