import type { Db } from '../db/open.ts'

/** These tables grow for as long as the practice exists. */
const GROWING = 'bookings|booking_search|messages|events|occupations|audit|erp_events'

/**
 * Matches the steps with which SQLite reads a growing table in full, or most of it: most bookings are
 * confirmed. A partial index is no such step, because it has only what is open or has failed.
 */
export const FULL_READ = new RegExp(
  [
    `^SCAN (?:${GROWING})$`,
    '^SCAN .* USING (?:COVERING )?INDEX \\w+_by_(?:start|time|person)',
    '^SEARCH bookings USING INDEX \\w+ \\(status=\\?\\)$',
  ].join('|'),
)

/** Records the statements from now on. The returned function lists the steps of SQLite's plan for them. */
export function recordPlanSteps({ $client }: Db): () => string[] {
  const prepare = $client.prepare.bind($client)
  const statements: string[] = []
  Object.assign($client, { prepare: (text: string) => statements.push(text) && prepare(text) })
  return () =>
    statements
      .filter((text) => /^\s*(select|with|update|delete)/i.test(text))
      // A full read of the open requests is fine, because they are few.
      .filter((text) => !text.includes(`"status" = 'requested'`))
      .flatMap((text) => {
        const plan = prepare(`explain query plan ${text}`)
        // A plan does not depend on the values, but each placeholder needs one.
        const nulls = Array(text.split('?').length - 1).fill(null)
        return (plan.all(...nulls) as { detail: string }[]).map(({ detail }) => detail)
      })
}
