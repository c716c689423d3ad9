import type Database from 'better-sqlite3'

/** The program has fewer queries, although some are several statements, for lists of different lengths. */
const MAX_STATEMENTS = 500

/**
 * Stands between Drizzle and a database, with the two methods that Drizzle calls, and compiles each statement
 * once. Drizzle would have it compiled at each call, which took a tenth of a request's time. SQLite compiles
 * a statement anew by itself when the schema has changed (sqlite.org/c3ref/prepare.html).
 */
export class StatementCache {
  readonly #client: Database.Database
  /** The compiled statements by their SQL. The statement that was used longest ago comes first. */
  readonly #statements = new Map<string, Database.Statement>()

  constructor(client: Database.Database) {
    this.#client = client
  }

  /** @throws SqliteError when the SQL cannot be compiled */
  prepare(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.#client.prepare(sql)
    // For some queries Drizzle lets the statement give rows as arrays. The next query may want objects again.
    if (statement.reader) statement.raw(false)
    // To delete the statement first puts it at the end, as the one used last.
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
