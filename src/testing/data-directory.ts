import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'

/** Does the work in this process on the data of a portal, creating them if they are missing. */
export function withPortalIn<T>(env: Record<string, string>, work: (ctx: Ctx) => T): T {
  const { ctx, close } = openApp(readConfig({ LOG_LEVEL: 'silent', ...env }))
  try {
    return work(ctx({ kind: 'cli' }))
  } finally {
    close()
  }
}

/** Returns how the last run of a task ended: `done`, or why it failed. The list is empty without a run. */
export function outcomesOf(DATA_DIR: string, task: string): string[] {
  const rows = rowsIn(DATA_DIR, `select value from settings where name = 'task.${task}'`)
  return (rows as { value: string }[]).map(({ value }) => JSON.parse(value).error ?? 'done')
}

/** Returns the rows that the query finds in the database of a data directory. */
export function rowsIn(DATA_DIR: string, sql: string): unknown[] {
  const db = new Database(join(DATA_DIR, 'ordi.db'), { readonly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

/** Changes the database of a data directory. */
export function changeDatabase(DATA_DIR: string, sql: string): void {
  const db = new Database(join(DATA_DIR, 'ordi.db'))
  db.exec(sql)
  db.close()
}
