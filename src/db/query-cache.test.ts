import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { type Db, openDatabase } from './open.ts'
import { cachedQuery } from './query-cache.ts'
import { attempts, bookings, events, settings } from './schema.ts'

/** Opens two connections to one file, with a cached query whose readings of the database are counted. */
function openConnections() {
  const file = join(tempDir(), 'ordi.db')
  const db = openDatabase(file)
  const otherConnection = openDatabase(file)
  onTestFinished(() => {
    db.$client.close()
    otherConnection.$client.close()
  })
  let reads = 0
  return {
    db,
    otherConnection,
    /** Counts the rows of the table `attempts`, cached. */
    countAttempts: cachedQuery((from: Db) => {
      reads++
      return from.select({ total: count() }).from(attempts).get()?.total ?? 0
    }),
    /** Returns how often `countAttempts` has read the database. */
    countReads: () => reads,
  }
}

const addAttempt = (connection: Db) =>
  connection.insert(attempts).values({ subject: 'somebody', at: 0 }).run()

it('reads the database once for a repeated query', () => {
  const { db, countAttempts, countReads } = openConnections()
  expect([countAttempts(db), countAttempts(db), countAttempts(db)]).toEqual([0, 0, 0])
  expect(countReads()).toBe(1)
})

it('reads again after a change of any table by this or another connection', () => {
  const { db, otherConnection, countAttempts, countReads } = openConnections()
  expect(countAttempts(db)).toBe(0)
  addAttempt(db)
  expect(countAttempts(db)).toBe(1)
  addAttempt(otherConnection)
  expect(countAttempts(db)).toBe(2)
  db.insert(settings).values({ name: 'general.notify_off', value: 'true', updatedAt: 0 }).run()
  countAttempts(db)
  // The database was read initially, and after each of the three changes.
  expect(countReads()).toBe(1 + 3)
})

it('reads again after a cascading deletion', () => {
  const { db } = openConnections()
  const countEvents = cachedQuery((from: Db) => from.select({ total: count() }).from(events).get()?.total)
  // It also inserts an event, which is deleted with its booking.
  insertBooking(db)
  expect(countEvents(db)).toBe(1)
  db.delete(bookings).run()
  expect(countEvents(db)).toBe(0)
})

it('does not cache results within a transaction', () => {
  const { db, countAttempts } = openConnections()
  const { $client } = db
  $client.exec('begin')
  addAttempt(db)
  expect(countAttempts(db)).toBe(1)
  $client.exec('rollback')
  expect(countAttempts(db)).toBe(0)
})

it('keeps separate results for different arguments and databases', () => {
  const { db } = openConnections()
  const otherDb = openDatabase(':memory:')
  let queries = 0
  const echo = cachedQuery((_: Db, word: string, { count }: { count: number }) => {
    queries++
    return `${word} ${count}`
  })
  expect(echo(db, 'x', { count: 1 })).toBe('x 1')
  expect(echo(db, 'x', { count: 2 })).toBe('x 2')
  expect(echo(db, 'y', { count: 1 })).toBe('y 1')
  expect(echo(db, 'x', { count: 1 })).toBe('x 1')
  expect(queries).toBe(3)
  echo(otherDb, 'x', { count: 1 })
  expect(queries).toBe(4)
})

it('empties the cache before it has a thousand results, and then caches again', () => {
  const { db } = openConnections()
  // Each reading creates its own list, so a list that comes back was cached.
  const listOf = cachedQuery((_: Db, question: number) => [question])
  const firstList = listOf(db, 0)
  expect(listOf(db, 0)).toBe(firstList)
  for (let question = 1; question < 1_000; question++) listOf(db, question)
  expect(listOf(db, 0)).not.toBe(firstList)
  // Two readings would return two lists.
  expect(listOf(db, 999)).toBe(listOf(db, 999))
})
