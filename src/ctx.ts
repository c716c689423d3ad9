import type { Config } from './config.ts'
import { type Db, prepared } from './db/open.ts'
import type { Instant } from './shared/day.ts'

/** Who acts. Travels with every verb and into the event row. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'staff-link' }
  | { kind: 'job' }
  | { kind: 'cli' }
  | { kind: 'admin'; id: number; email: string }

/** What every verb gets: the database, one fixed now for the whole request or job, who acts, the configuration. */
export type Ctx = Readonly<{ db: Db; now: Instant; actor: Actor; config: OpenedConfig }>

/** The actor as an event row or an audit row names it. */
export function actorColumns({ actor }: Pick<Ctx, 'actor'>): { actor: Actor['kind']; actorName: string } {
  return { actor: actor.kind, actorName: actor.kind === 'admin' ? actor.email : '' }
}

/** The configuration once the appliance is open: the secret is there. */
export type OpenedConfig = Config & Readonly<{ appSecret: string }>

/** Tells the time, epoch milliseconds. Tests move their own. */
export type Clock = () => Instant

/** The only clock of the program. */
export const systemClock: Clock = () => Date.now()

/**
 * Runs `work` in one IMMEDIATE transaction: all of it or nothing, and nobody else writes meanwhile.
 * Synchronous by design, so that nothing can slip in between a check and its write.
 */
export function inTx<T>(ctx: Pick<Ctx, 'db'>, work: () => T): T {
  return transaction(ctx.db).immediate(work) as T
}

const transaction = prepared((db) => db.$client.transaction((work: () => unknown) => work()))
