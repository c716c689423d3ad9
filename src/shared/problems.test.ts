import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROBLEMS, Problem } from './problems.ts'

/** Reads the status of each code from the table below 13.7, whose rows are like "| 404 | `not found` |". */
function readDocumentedStatuses(): Record<string, number> {
  const text = readFileSync(new URL('../../docs/behaviour.md', import.meta.url), 'utf8')
  const [, rule = ''] = text.split('**13.7**')
  const [, table = ''] = rule.split('\n\n')
  const statuses: Record<string, number> = {}
  for (const [, status, codes = ''] of table.matchAll(/^\| (\d{3}) \| (.*) \|$/gm))
    for (const [, code = ''] of codes.matchAll(/`([^`]+)`/g)) statuses[code] = Number(status)
  // The row of `too_many` also names a field of the answer, which is not a code.
  delete statuses.retry_after
  return statuses
}

describe('a refusal', () => {
  it('has the status that docs/behaviour.md 13.7 lists for its code', () => {
    const statuses = Object.entries(PROBLEMS).map(([code, [status]]) => [code, status])
    expect(Object.fromEntries(statuses)).toEqual(readDocumentedStatuses())
  })

  it('has the sentence of its code, or one of its own, and its facts', () => {
    expect(new Problem('too_large')).toMatchObject({
      code: 'too_large',
      status: 413,
      message: 'Die Anfrage ist zu groß.',
      facts: {},
    })
    expect(new Problem('closed', { phone: '1' }, 'Zu.')).toMatchObject({
      message: 'Zu.',
      facts: { phone: '1' },
    })
  })
})
