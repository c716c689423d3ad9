import type { Ctx } from '../ctx.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { type Db, prepared } from './open.ts'

/**
 * Work that a change can make due at once: messages of a channel, e-mail verifications (for which somebody
 * waits), offers of the waiting list, reading the busy times in Odoo or in other calendars, a backup, and the
 * rescue of a database whose file is gone.
 */
export type Work = Channel | 'verifications' | 'offers' | 'busy times' | 'calendars' | 'backup' | 'rescue'

/** Functions that start the jobs of this process, by database. */
const starters = new WeakMap<Db, (work: Work | undefined) => void>()

/**
 * Starts the jobs for this work (all jobs without `work`) after the current turn of the event loop, when the
 * transaction has ended. Does nothing in a process without jobs; the jobs of the server then find the work
 * themselves.
 */
export function wake({ db }: Pick<Ctx, 'db'>, work?: Work): void {
  starters.get(db)?.(work)
}

/**
 * Registers the one function that `wake` calls for a database.
 * @param start gets undefined for all work
 */
export function onWake(db: Db, start: (work: Work | undefined) => void): void {
  starters.set(db, start)
}

const dataVersion = prepared(({ $client }) => $client.prepare('pragma data_version').pluck())
const seenVersions = new WeakMap<Db, unknown>()

/** Returns whether another process has written since the last call; true at the first call. */
export function haveOthersWritten(db: Db): boolean {
  const version = dataVersion(db).get()
  const isNew = seenVersions.get(db) !== version
  seenVersions.set(db, version)
  return isNew
}
