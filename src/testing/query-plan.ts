import type { Db } from '../db/open.ts'

/** The tables that grow for as long as the practice exists. */
const GROWING_TABLES = 'bookings|booking_search|messages|events|occupations|audit|erp_events'

/**
 * Matches the steps of a query plan that read all or most rows of a growing table. A search for bookings by
 * status counts, because most are confirmed; a partial index does not, because it has only open or failed
 * rows.
 */
export const FULL_READ = new RegExp(
  [
    `^SCAN (?:${GROWING_TABLES})$`,
    '^SCAN .* USING (?:COVERING )?INDEX \\w+_by_(?:start|time|person)',
    '^SEARCH bookings USING INDEX \\w+ \\(status=\\?\\)$',
  ].join('|'),
)

/** Records all further statements. The returned function lists the steps of SQLite's plans for them. */
export function recordPlanSteps({ $client }: Db): () => string[] {
  const prepare = $client.prepare.bind($client)
  const statements: string[] = []
  const recordAndPrepare = (text: string) => {
    statements.push(text)
    return prepare(text)
  }
  Object.assign($client, { prepare: recordAndPrepare })
  return () =>
    statements
      .filter((text) => /^\s*(select|with|update|delete)/i.test(text))
      // A full read of the open requests is fine, because they are few.
      .filter((text) => !text.includes(`"status" = 'requested'`))
      .flatMap((text) => {
        const plan = prepare(`explain query plan ${text}`)
        return (plan.all(...nullsFor(text)) as { detail: string }[]).map(({ detail }) => detail)
      })
}

/** Returns null for each placeholder, because a plan does not depend on the values but needs one for each. */
function nullsFor(text: string): unknown[] {
  const positional = Array(text.split('?').length - 1).fill(null)
  const named = Array.from(text.matchAll(/@(\w+)/g), ([, name]) => [name, null])
  return named.length > 0 ? [...positional, Object.fromEntries(named)] : positional
}
