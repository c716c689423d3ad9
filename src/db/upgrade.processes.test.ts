import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertOldBooking, MIGRATIONS, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { startProgram } from '../testing/test-program.ts'
import { checkDatabaseFile } from './database-check.ts'
import { openDatabase } from './open.ts'

/**
 * The moments at which the upgrade is killed: before the `nth` statement that matches. A few migrations are
 * enough, because all run in one transaction.
 */
const STEPS = [
  { at: 'the copy', statement: '^vacuum into', nth: 1 },
  { at: 'the first migration', statement: '^insert into "?__drizzle_migrations', nth: 1 },
  {
    at: 'the last migration',
    statement: '^insert into "?__drizzle_migrations',
    // The old database has the first migration already.
    nth: MIGRATIONS.length - 1,
  },
  { at: 'the commit', statement: '^commit', nth: 1 },
]

/** Opens the database in a process that is killed at this step. @returns the signal that ended it */
async function openAndKill(file: string, { statement, nth }: (typeof STEPS)[number]) {
  const child = startProgram('open-and-die', { FILE: file, STATEMENT: statement, NTH: String(nth) })
  const [, signal] = await once(child, 'exit')
  return signal
}

it.each(STEPS)(
  'an upgrade that is killed at $at changes nothing, and the next start repeats it',
  async (step) => {
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    const client = openOlderDatabase(file, 1)
    insertOldBooking(client, 'rosa')
    client.close()
    const { rows } = await checkDatabaseFile(file)
    expect(await openAndKill(file, step)).toBe('SIGKILL')
    expect((await checkDatabaseFile(file)).rows).toEqual(rows)

    openDatabase(file).$client.close()
    expect((await checkDatabaseFile(file)).rows).toMatchObject({
      bookings: 1,
      __drizzle_migrations: MIGRATIONS.length,
    })
    const [copy = '', ...others] = readdirSync(join(dir, 'backups'))
    expect(others).toEqual([])
    expect((await checkDatabaseFile(join(dir, 'backups', copy))).rows).toEqual(rows)
  },
)
