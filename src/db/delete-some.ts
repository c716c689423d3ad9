import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../ctx.ts'

/** Rows per step. Deleting them takes a few milliseconds. */
const ROWS_AT_ONCE = 500

/**
 * Deletes some of the matching rows, as one step of a clean-up. A statement over all of them would keep every
 * request waiting.
 * @returns whether more rows may match
 */
export function deleteSome({ db }: Pick<Ctx, 'db'>, table: SQLiteTable, which: SQL | undefined): boolean {
  const someIds = db.select({ rowid: sql`rowid` }).from(table).where(which).limit(ROWS_AT_ONCE)
  return db.delete(table).where(sql`rowid in ${someIds}`).run().changes === ROWS_AT_ONCE
}
