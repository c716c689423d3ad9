import type Database from 'better-sqlite3'

/** More than the program has queries, of which a few differ by the length of a list. */
const MAX_STATEMENTS = 500

/**
 * Stands between Drizzle and a database, with the two methods that Drizzle calls, and compiles each statement
 * once. Drizzle asks for that at each call, which took a tenth of a request's time. SQLite compiles a
 * statement anew by itself when the schema has changed (sqlite.org/c3ref/prepare.html).
 */
export class StatementCache {
  readonly #client: Database.Database
  /** By SQL, the one used longest ago first. */
  readonly #statements = new Map<string, Database.Statement>()

  constructor(client: Database.Database) {
    this.#client = client
  }

  /** @throws SqliteError when the SQL cannot be compiled */
  prepare(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.#client.prepare(sql)
    // For some queries Drizzle switches the statement to arrays. Its next use may want objects.
    if (statement.reader) statement.raw(false)
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > MAX_STATEMENTS) this.#forgetLeastRecentlyUsed()
    return statement
  }

  transaction(work: Parameters<Database.Database['transaction']>[0]): Database.Transaction {
    return this.#client.transaction(work)
  }

  #forgetLeastRecentlyUsed(): void {
    const [sql] = this.#statements.keys()
    if (sql !== undefined) this.#statements.delete(sql)
  }
}
