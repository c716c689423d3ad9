import { once } from 'node:events'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertOldBooking, MIGRATIONS, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { startProgram } from '../testing/test-program.ts'
import { checkDatabaseFile } from './database-check.ts'
import { openDatabase } from './open.ts'

/** Opens the database in a process that is killed before the `nth` statement that matches. */
async function openAndKill(file: string, statement: string, nth: number) {
  const child = startProgram('open-and-die', { FILE: file, STATEMENT: statement, NTH: String(nth) })
  const [, signal] = await once(child, 'exit')
  return signal
}

/** A few migrations are enough, because all run in one transaction. */
const STEPS = [
  ['^vacuum into', 1],
  ['^insert into "?__drizzle_migrations', 1],
  ['^insert into "?__drizzle_migrations', MIGRATIONS.length - 1],
  ['^commit', 1],
] as const

it('an upgrade that is killed while it copies or migrates changes nothing, and the next start repeats it', async () => {
  const old = join(tempDir(), 'ordi.db')
  const client = openOlderDatabase(old, 1)
  insertOldBooking(client, 'rosa')
  client.close()
  const { rows } = await checkDatabaseFile(old)

  for (const [statement, nth] of STEPS) {
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    copyFileSync(old, file)
    expect(await openAndKill(file, statement, nth), statement).toBe('SIGKILL')
    expect((await checkDatabaseFile(file)).rows, statement).toEqual(rows)

    openDatabase(file).$client.close()
    expect((await checkDatabaseFile(file)).rows, statement).toMatchObject({
      bookings: 1,
      __drizzle_migrations: MIGRATIONS.length,
    })
    const [copy = '', ...others] = readdirSync(join(dir, 'backups'))
    expect(others).toEqual([])
    expect((await checkDatabaseFile(join(dir, 'backups', copy))).rows, statement).toEqual(rows)
  }
})
