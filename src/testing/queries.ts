import { onTestFinished, vi } from 'vitest'
import { StatementCache } from '../db/statement-cache.ts'

/**
 * Records the SQL of the queries that are made from now on, until the test ends, without those that a module
 * keeps prepared.
 */
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
