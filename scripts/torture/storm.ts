import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openToRead } from '../../src/db/open.ts'
import { type Running, start, stop } from '../bench/servers.ts'
import { checkDelivery, checkLive, type Findings, openFindings } from './check.ts'
import { type Journal, load, openJournal } from './load.ts'
import { change, openPlace, type Place } from './place.ts'

/** Milliseconds, for a busy machine. */
const PATIENCE = 120_000

/** A line of the table. `faults` counts what was done to the portal. */
export type Row = Readonly<{ storm: string; faults: string; journal: Journal; findings: Findings }>

/** `undefined` with the reason why it cannot run here. */
export type Skipped = Readonly<{ storm: string; skipped: string }>

/** What each storm works with. */
export type Torture = Readonly<{
  place: Place
  file: string
  journal: Journal
  findings: Findings
  start: (env?: Readonly<Record<string, string>>, tracer?: readonly string[]) => Promise<Running>
  /** Load on the servers while `during` runs. */
  under: (
    servers: readonly Running[],
    during: () => Promise<unknown>,
    options?: { clients?: number; refusals?: readonly number[] },
  ) => Promise<void>
  /** Resolves after so many more acknowledged calls, on a slow machine later than on a fast one. */
  acknowledged: (more: number) => Promise<void>
  check: () => void
  /** As if the claims of a killed process had expired, which takes a minute. */
  endClaims: () => void
  /** Sends everything that waits, and compares what has arrived. @param kills that may have repeated a message */
  drain: (kills: number, more?: Readonly<Record<string, string>>) => Promise<void>
}>

/** Runs a storm in a practice of its own, which is deleted afterwards with every process of it. */
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
  const open: Torture['start'] = async (env = {}, tracer = []) => {
    const server = await start('ours', place.dataDir, { env: { ...place.env, ...env }, tracer, poll: 50 })
    running.push(server)
    return server
  }
  const check = () => checkLive(file, journal, findings)
  const endClaims = () =>
    change(place, `update messages set due_at = 0 where status in ('sending', 'queued')`)
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
      acknowledged: async (more) => {
        const enough = journal.acknowledged + more
        const until = performance.now() + PATIENCE
        while (journal.acknowledged < enough) {
          if (performance.now() > until) throw new Error(`${storm}: no call is acknowledged any more`)
          await setTimeout(2)
        }
      },
      check,
      endClaims,
      drain: async (kills, more) => {
        endClaims()
        const server = await open(more)
        while (waiting(file) > 0) await setTimeout(100)
        await stop(server)
        check()
        checkDelivery(place, file, kills, findings)
      },
    })
  } finally {
    await Promise.all(running.map((server) => stop(server, 'SIGKILL')))
    await place.close()
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
