import { type Db, prepared } from './open.ts'

/** Results by the arguments of the query, as JSON. They hold for this version of the database. */
type Cache<T> = Readonly<{ version: string; results: Map<string, T> }>

/** The most results of one query that are kept. A busy minute needs fewer. */
const MAX_RESULTS = 200

const counters = prepared(({ $client }) => ({
  /**
   * Changes with every commit of another connection or process (sqlite.org/pragma.html#pragma_data_version).
   */
  changesOfOthers: $client.prepare('pragma data_version').pluck(),
  /**
   * Rises with every row that this connection inserts, updates or deletes, including triggers and cascades.
   */
  ownChanges: $client.prepare('select total_changes()').pluck(),
}))

/**
 * Caches a query's results in memory until any connection or process changes the database. Results read
 * within a transaction are not cached, because it may be rolled back.
 * @param query must depend on the database and its arguments only, not on the clock. Callers share the result
 * and must not change it.
 */
export function cachedQuery<Args extends readonly unknown[], T>(
  query: (db: Db, ...args: Args) => T,
): (db: Db, ...args: Args) => T {
  const caches = new WeakMap<Db, Cache<T>>()
  return (db, ...args) => {
    const key = JSON.stringify(args)
    const { results } = currentCache(db, caches)
    const cachedResult = results.get(key)
    if (cachedResult !== undefined) return cachedResult
    const result = query(db, ...args)
    if (!db.$client.inTransaction) results.set(key, result)
    return result
  }
}

/**
 * Returns the cache for the current version of the database. Replaces an outdated or full one by an empty
 * one.
 */
function currentCache<T>(db: Db, caches: WeakMap<Db, Cache<T>>): Cache<T> {
  const { changesOfOthers, ownChanges } = counters(db)
  const version = `${changesOfOthers.get()} ${ownChanges.get()}`
  const cache = caches.get(db)
  if (cache?.version === version && cache.results.size < MAX_RESULTS) return cache
  const empty = { version, results: new Map<string, T>() }
  caches.set(db, empty)
  return empty
}
