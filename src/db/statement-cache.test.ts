import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it, vi } from 'vitest'
import { StatementCache } from './statement-cache.ts'

const numbers = sqliteTable('numbers', { n: integer().notNull() })

/** Opens a database that contains the numbers 1 and 2 behind the cache. `compile` counts the compilations. */
function openNumbers() {
  const client = new Database(':memory:')
  client.exec('create table numbers (n integer not null); insert into numbers values (1), (2)')
  const compile = vi.spyOn(client, 'prepare')
  // The cache has only the parts of a client that drizzle uses.
  const db = drizzle(new StatementCache(client) as unknown as Database.Database)
  return { client, db, compile }
}

describe('a statement', () => {
  it('is compiled once, whatever its parameters', () => {
    const { db, compile } = openNumbers()
    const above = (least: number) => db.select().from(numbers).where(sql`${numbers.n} >= ${least}`).all()
    expect([above(1), above(2), above(3)]).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 2 }], []])
    expect(compile).toHaveBeenCalledTimes(1)
  })

  it('returns rows as objects again after it has returned them as arrays', () => {
    const { db, compile } = openNumbers()
    const query = sql`select n from numbers`
    expect([db.values(query), db.all(query), db.get(query)]).toEqual([
      [[1], [2]],
      [{ n: 1 }, { n: 2 }],
      { n: 1 },
    ])
    expect(compile).toHaveBeenCalledTimes(1)
  })

  it('follows a change of the schema', () => {
    const { client, db } = openNumbers()
    const selectAll = () => db.all(sql`select * from numbers where n = 1`)
    expect(selectAll()).toEqual([{ n: 1 }])
    client.exec('alter table numbers add column word text default "one"')
    expect(selectAll()).toEqual([{ n: 1, word: 'one' }])
  })

  it('is dropped from the cache after five hundred others were used', () => {
    const { db, compile } = openNumbers()
    const select = (number: number) => db.get(sql.raw(`select ${number}`))
    for (let number = 0; number < 500; number++) select(number)
    // Now the statement 1 is the least recently used.
    select(0)
    select(500)
    expect(compile).toHaveBeenCalledTimes(500 + 1)
    select(0)
    expect(compile).toHaveBeenCalledTimes(500 + 1)
    select(1)
    expect(compile).toHaveBeenCalledTimes(500 + 2)
  })
})

it('a transaction is rolled back after an error', () => {
  const { db } = openNumbers()
  const fail = () =>
    db.transaction((tx) => {
      tx.insert(numbers).values({ n: 3 }).run()
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(db.select().from(numbers).all()).toHaveLength(2)
})
