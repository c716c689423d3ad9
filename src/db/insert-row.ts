import { getTableName, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Db, prepared } from './open.ts'

/** The prepared inserts of each database, by table, the columns that are set, and which of them are null. */
const statements = prepared(() => new Map<string, ReturnType<typeof prepareInsert>>())

/**
 * Inserts a row, and returns it with its defaults. The statement is built once for each set of columns,
 * because Drizzle takes longer to build an insert of fifty columns than SQLite takes to run it.
 * @param row without SQL expressions; `undefined` stands for the default
 * @throws SqliteError
 */
export function insertRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: Table['$inferInsert'],
): Table['$inferSelect'] {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined)
  // A null is part of the statement, so its column is marked with a question mark in the key.
  const key = `${getTableName(table)}: ${columns.map(([name, value]) => `${name}${value === null ? '?' : ''}`)}`
  const insert = statements(db).getOrInsertComputed(key, () => prepareInsert(db, table, columns))
  return insert.get(row) as Table['$inferSelect']
}

function prepareInsert(db: Db, table: SQLiteTable, columns: readonly (readonly [string, unknown])[]) {
  // Drizzle gives a placeholder's null to the column's mapping, which would store 0 for a boolean.
  const values = columns.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)])
  return db.insert(table).values(Object.fromEntries(values)).returning().prepare()
}
