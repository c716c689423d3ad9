import type Database from 'better-sqlite3'

/**
 * An upper limit that is not reached in practice, although a query with a list, such as `in (?, ?)`, becomes
 * a statement of its own for each number of values.
 */
const MAX_STATEMENTS = 500

/**
 * Compiles each statement once. It replaces the database that Drizzle sees, with the two methods that Drizzle
 * calls. Drizzle alone would compile a statement at each call, which took a tenth of the time of a request.
 * SQLite recompiles a statement automatically when the schema has changed (sqlite.org/c3ref/prepare.html).
 */
export class StatementCache {
  readonly #client: Database.Database
  /** The compiled statements by their SQL, the least recently used first. */
  readonly #statements = new Map<string, Database.Statement>()

  constructor(client: Database.Database) {
    this.#client = client
  }

  /** @throws SqliteError when the SQL cannot be compiled */
  prepare(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.#client.prepare(sql)
    // Drizzle makes a statement return arrays for some queries. The next query may want objects again.
    if (statement.reader) statement.raw(false)
    // Deleting the statement first moves it to the end, as the most recently used.
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
