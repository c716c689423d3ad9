import type { Config } from './config.ts'
import { type Db, prepared } from './db/open.ts'
import { assertDatabaseInPlace } from './db/place.ts'
import type { Instant } from './shared/day.ts'

/** The actor in event and audit rows. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'staff-link' }
  | { kind: 'job' }
  | { kind: 'cli' }
  | { kind: 'admin'; id: number; email: string }

/** The first argument of every verb. `now` stays the same for the whole request or job. */
export type Ctx = Readonly<{ db: Db; now: Instant; actor: Actor; config: OpenedConfig }>

/** Returns the actor's columns of event and audit rows; only admins have a name, their e-mail address. */
export function actorColumns({ actor }: Pick<Ctx, 'actor'>): { actor: Actor['kind']; actorName: string } {
  return { actor: actor.kind, actorName: actor.kind === 'admin' ? actor.email : '' }
}

/** The configuration after `openApp` has read or created the secret. */
export type OpenedConfig = Config &
  Readonly<{
    appSecret: string
    /**
     * The secret from before the last `ordi secret rotate`. Links signed with it are valid before `until`.
     */
    earlierSecret?: Readonly<{ secret: string; until: Instant }> | undefined
  }>

/** The current instant in epoch milliseconds. */
export type Clock = () => Instant

/** The only place that reads the system's clock. */
export const systemClock: Clock = () => Date.now()

/**
 * Milliseconds since the process started. This clock cannot be set, and it stops while the machine sleeps.
 */
export const monotonicClock = (): number => performance.now()

/** One transaction function for each database. */
const transaction = prepared((db) => db.$client.transaction((work: () => unknown) => work()))

/**
 * Runs `work` in one IMMEDIATE transaction; within another one, in a savepoint. It is synchronous, so that no
 * other request runs between a check and the write that depends on it.
 * @throws SqliteError also when the database file is no longer at its path, because the write would be lost
 */
export function inTx<T>(ctx: Pick<Ctx, 'db'>, work: () => T): T {
  const { $client } = ctx.db
  if (!$client.inTransaction) assertDatabaseInPlace($client)
  return transaction(ctx.db).immediate(work) as T
}
