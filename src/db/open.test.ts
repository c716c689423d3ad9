import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../testing/temp-dir.ts'
import { openDatabase } from './open.ts'

const reserve = 'insert into occupations (resource_id, starts_at, ends_at) values (?, ?, ?)'

describe('the database', () => {
  it('syncs every commit, enforces references and overwrites what is deleted', () => {
    const { $client } = openDatabase(join(tempDir(), 'ordi.db'))
    const pragma = (name: string) => $client.pragma(name, { simple: true })
    expect(pragma('journal_mode')).toBe('wal')
    expect(pragma('synchronous')).toBe(2)
    expect(pragma('foreign_keys')).toBe(1)
    expect(pragma('busy_timeout')).toBe(5000)
    expect(pragma('secure_delete')).toBe(1)
    expect(pragma('trusted_schema')).toBe(0)
    expect(pragma('cell_size_check')).toBe(1)
    $client.close()
  })

  it('has only STRICT tables', () => {
    const { $client } = openDatabase(':memory:')
    const loose = $client
      .prepare(
        `select name from pragma_table_list where schema = 'main' and strict = 0 and name not like '%drizzle%' and name not like 'sqlite_%'`,
      )
      .pluck()
      .all()
    expect(loose).toEqual([])
  })

  it('opens a second time without migrating again', () => {
    const file = join(tempDir(), 'ordi.db')
    const applied = 'select hash, created_at from __drizzle_migrations'
    const first = openDatabase(file)
    const migrations = first.$client.prepare(applied).all()
    first.$client.close()
    const again = openDatabase(file)
    expect(again.$client.prepare(applied).all()).toEqual(migrations)
    again.$client.close()
  })

  it('is refused when a newer version wrote it, and is not changed', () => {
    const file = join(tempDir(), 'ordi.db')
    const db = openDatabase(file)
    db.$client.exec(
      `insert into __drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`,
    )
    db.$client.close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(/newer version of Ordi/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

describe('the overlap triggers', () => {
  it('refuse a second occupation of the same resource by raw SQL, on insert', () => {
    const { $client } = openDatabase(':memory:')
    $client.prepare(reserve).run('doctor-1', 1000, 2000)
    for (const [from, to] of [
      [1500, 1600],
      [500, 1001],
      [1999, 3000],
      [0, 9000],
      [1000, 2000],
    ] as const) {
      expect(() => $client.prepare(reserve).run('doctor-1', from, to)).toThrow('occupied')
    }
    expect($client.prepare('select count(*) from occupations').pluck().get()).toBe(1)
  })

  it('refuse it on update as well, also when only the resource changes', () => {
    const { $client } = openDatabase(':memory:')
    $client.prepare(reserve).run('doctor-1', 1000, 2000)
    $client.prepare(reserve).run('doctor-1', 2000, 3000)
    $client.prepare(reserve).run('doctor-2', 1500, 1600)
    expect(() => $client.exec('update occupations set starts_at = 1999 where starts_at = 2000')).toThrow(
      'occupied',
    )
    expect(() =>
      $client.exec(`update occupations set resource_id = 'doctor-1' where resource_id = 'doctor-2'`),
    ).toThrow('occupied')
    expect(() => $client.exec('update occupations set ends_at = 1800 where starts_at = 1000')).not.toThrow()
  })

  it('let neighbours touch: intervals are half-open', () => {
    const { $client } = openDatabase(':memory:')
    $client.prepare(reserve).run('doctor-1', 1000, 2000)
    $client.prepare(reserve).run('doctor-1', 2000, 3000)
    $client.prepare(reserve).run('doctor-1', 500, 1000)
    expect($client.prepare('select count(*) from occupations').pluck().get()).toBe(3)
  })

  it('refuse an occupation without a length', () => {
    const { $client } = openDatabase(':memory:')
    expect(() => $client.prepare(reserve).run('doctor-1', 1000, 1000)).toThrow(/CHECK/)
  })

  it('agree with a plain search for overlaps on any sequence of inserts and moves', () => {
    const interval = fc.record({
      move: fc.boolean(),
      resource: fc.constantFrom('a', 'b'),
      from: fc.nat(60),
      length: fc.integer({ min: 1, max: 12 }),
      pick: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 60 }), (steps) => {
        const { $client } = openDatabase(':memory:')
        const rows: { resource: string; from: number; to: number }[] = []
        for (const { move, resource, from, length, pick } of steps) {
          const moved = move && rows.length > 0 ? pick % rows.length : undefined
          const wanted = { resource, from, to: from + length }
          const free = rows.every(
            (row, i) =>
              i === moved || row.resource !== resource || row.to <= from || row.from >= from + length,
          )
          const write = () =>
            moved === undefined
              ? $client.prepare(reserve).run(resource, from, from + length)
              : $client
                  .prepare('update occupations set resource_id = ?, starts_at = ?, ends_at = ? where id = ?')
                  .run(resource, from, from + length, moved + 1)
          if (free) {
            write()
            if (moved === undefined) rows.push(wanted)
            else rows[moved] = wanted
          } else expect(write).toThrow('occupied')
        }
        $client.close()
      }),
      { numRuns: 40 },
    )
  })
})
