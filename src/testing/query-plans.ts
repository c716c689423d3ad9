import type { Db } from '../db/open.ts'

/** The tables that grow for as long as the practice exists. */
const GROWING = 'bookings|booking_search|messages|events|occupations|audit|erp_events'

/** Reads a whole table, or most of it: a partial index has only what is open or has failed, and most bookings are confirmed. */
export const IN_FULL = new RegExp(
  [
    `^SCAN (?:${GROWING})$`,
    '^SCAN .* USING (?:COVERING )?INDEX \\w+_by_(?:start|time|person)',
    '^SEARCH bookings USING INDEX \\w+ \\(status=\\?\\)$',
  ].join('|'),
)

/** Records what is asked from now on. @returns a function that says what SQLite does for it, step by step */
export function recordSteps({ $client }: Db): () => string[] {
  const prepare = $client.prepare.bind($client)
  const statements: string[] = []
  Object.assign($client, { prepare: (text: string) => statements.push(text) && prepare(text) })
  return () =>
    statements
      .filter((text) => /^\s*(select|with|update|delete)/i.test(text))
      // Open requests are few.
      .filter((text) => !text.includes(`"status" = 'requested'`))
      .flatMap((text) => {
        const plan = prepare(`explain query plan ${text}`)
        const nulls = Array(text.split('?').length - 1).fill(null)
        return (plan.all(...nulls) as { detail: string }[]).map(({ detail }) => detail)
      })
}
