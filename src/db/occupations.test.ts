import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openEmptyDatabase } from '../testing/databases.ts'
import type { Db } from './open.ts'

const INSERT_OCCUPATION = 'insert into occupations (resource_id, starts_at, ends_at) values (?, ?, ?)'
const UPDATE_OCCUPATION = 'update occupations set resource_id = ?, starts_at = ?, ends_at = ? where id = ?'

/** Time of a resource, in any unit. The end is not included. */
type Span = Readonly<{ resource: string; from: number; to: number }>

/**
 * Opens a database with two adjacent times of one doctor, and a time of another doctor at the same time as
 * the first.
 */
function openThreeOccupations(): Db {
  const db = openEmptyDatabase()
  const occupy = db.$client.prepare(INSERT_OCCUPATION)
  occupy.run('doctor-1', 1000, 2000)
  occupy.run('doctor-1', 2000, 3000)
  occupy.run('doctor-2', 1500, 1600)
  return db
}

/** One write to the table: an insert, or an update of one of the rows. */
const arbitraryWrite = fc
  .record({
    isUpdate: fc.boolean(),
    /** Chooses the row to update, modulo the number of rows. */
    rowNumber: fc.nat(),
    resource: fc.constantFrom('a', 'b'),
    from: fc.nat(60),
    length: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ length, ...write }) => ({ ...write, to: write.from + length }))

/** The rule that the triggers must enforce. */
const doOverlap = (one: Span, other: Span) =>
  one.resource === other.resource && one.from < other.to && other.from < one.to

describe('the table of occupations', () => {
  it('refuses an empty interval', () => {
    const { $client } = openEmptyDatabase()
    expect(() => $client.prepare(INSERT_OCCUPATION).run('doctor-1', 1000, 1000)).toThrow(/CHECK/)
  })
})

describe('the overlap triggers', () => {
  it('refuse to move an occupation over another one', () => {
    const { $client } = openThreeOccupations()
    expect(() => $client.exec('update occupations set starts_at = 1999 where starts_at = 2000')).toThrow(
      'occupied',
    )
  })

  it('refuse to give an occupation a resource that is occupied at its time', () => {
    const { $client } = openThreeOccupations()
    expect(() =>
      $client.exec(`update occupations set resource_id = 'doctor-1' where resource_id = 'doctor-2'`),
    ).toThrow('occupied')
  })

  it('let an occupation become shorter', () => {
    const { $client } = openThreeOccupations()
    $client.exec('update occupations set ends_at = 1800 where starts_at = 1000')
    expect($client.prepare('select ends_at from occupations where starts_at = 1000').pluck().get()).toBe(1800)
  })

  it('refuse exactly the overlaps in any sequence of inserts and updates', () => {
    fc.assert(
      fc.property(fc.array(arbitraryWrite, { maxLength: 60 }), (writes) => {
        const { $client } = openEmptyDatabase()
        const insert = $client.prepare(INSERT_OCCUPATION)
        const update = $client.prepare(UPDATE_OCCUPATION)
        /** The rows of the table in the order of their ids, which SQLite counts from 1. */
        const rows: Span[] = []
        for (const { isUpdate, rowNumber, resource, from, to } of writes) {
          const updated = isUpdate && rows.length > 0 ? rowNumber % rows.length : undefined
          const writeRow = () =>
            updated === undefined
              ? insert.run(resource, from, to)
              : update.run(resource, from, to, updated + 1)
          const others = rows.filter((_, index) => index !== updated)
          if (others.some((row) => doOverlap(row, { resource, from, to })))
            expect(writeRow).toThrow('occupied')
          else {
            writeRow()
            rows[updated ?? rows.length] = { resource, from, to }
          }
        }
        $client.close()
      }),
      { numRuns: 40 },
    )
  })
})
