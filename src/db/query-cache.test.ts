import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { type Db, openDatabase } from './open.ts'
import { cached } from './query-cache.ts'
import { attempts, bookings, events, settings } from './schema.ts'

const file = join(mkdtempSync(join(tmpdir(), 'ordi-')), 'ordi.db')
const db = openDatabase(file)
const elsewhere = openDatabase(file)
let reads = 0

const attemptsMade = cached((from: Db) => {
  reads++
  return from.select({ made: count() }).from(attempts).get()?.made ?? 0
})

const attempt = (by: Db) => by.insert(attempts).values({ subject: 'somebody', at: 0 }).run()

beforeEach(() => {
  // Deletes a row in any case, which empties the cache.
  attempt(db)
  db.delete(attempts).run()
  reads = 0
})

it('reads a repeated query once', () => {
  expect([attemptsMade(db), attemptsMade(db), attemptsMade(db)]).toEqual([0, 0, 0])
  expect(reads).toBe(1)
})

it('reads again after a change by this or another connection, also of another table', () => {
  expect(attemptsMade(db)).toBe(0)
  attempt(db)
  expect(attemptsMade(db)).toBe(1)
  attempt(elsewhere)
  expect(attemptsMade(db)).toBe(2)
  db.insert(settings).values({ name: 'general.notify_off', value: 'true', updatedAt: 0 }).run()
  attemptsMade(db)
  expect(reads).toBe(4)
})

it('reads again after a cascading deletion', () => {
  const eventsWritten = cached((from: Db) => from.select({ written: count() }).from(events).get()?.written)
  // Each booking has an event.
  insertBooking(db)
  expect(eventsWritten(db)).toBe(1)
  db.delete(bookings).run()
  expect(eventsWritten(db)).toBe(0)
})

it('does not cache results within a transaction', () => {
  const { $client } = db
  $client.exec('begin')
  attempt(db)
  expect(attemptsMade(db)).toBe(1)
  $client.exec('rollback')
  expect(attemptsMade(db)).toBe(0)
})

it('keeps the results of other arguments and of other databases apart', () => {
  const other = openDatabase(':memory:')
  const asked: unknown[] = []
  const echo = cached((_: Db, a: string, b: { c: number }) => {
    asked.push([a, b])
    return `${a} ${b.c}`
  })
  expect([
    echo(db, 'x', { c: 1 }),
    echo(db, 'x', { c: 2 }),
    echo(db, 'y', { c: 1 }),
    echo(db, 'x', { c: 1 }),
  ]).toEqual(['x 1', 'x 2', 'y 1', 'x 1'])
  expect(asked).toHaveLength(3)
  echo(other, 'x', { c: 1 })
  expect(asked).toHaveLength(4)
})

it('has a limited size', () => {
  const echo = cached((_: Db, question: number) => [question])
  const first = echo(db, 0)
  for (let question = 1; question < 1_000; question++) echo(db, question)
  expect(echo(db, 999)).toBe(echo(db, 999))
  expect(echo(db, 0)).not.toBe(first)
})
