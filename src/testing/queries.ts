import { onTestFinished, vi } from 'vitest'
import { StatementCache } from '../db/statement-cache.ts'

/** Records the SQL of all queries until the test ends, except statements that a module keeps prepared. */
export function recordQueries(): readonly string[] {
  const recorded: string[] = []
  const { prepare } = StatementCache.prototype
  const spy = vi.spyOn(StatementCache.prototype, 'prepare').mockImplementation(function (
    this: StatementCache,
    sql,
  ) {
    recorded.push(sql)
    return prepare.call(this, sql)
  })
  onTestFinished(() => spy.mockRestore())
  return recorded
}
