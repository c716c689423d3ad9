import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROBLEMS, Problem } from './problems.ts'

describe('a refusal', () => {
  it('has the status that docs/behaviour.md 13.7 gives its code', () => {
    const text = readFileSync(new URL('../../docs/behaviour.md', import.meta.url), 'utf8')
    const [table = ''] = text.split('**13.7**').slice(1).join('').split('\n\n').slice(1)
    const documented = [...table.matchAll(/^\| (\d{3}) \| (.*) \|$/gm)].flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`([^`]+)`/g)].map(([, code = '']) => [code, Number(status)] as const),
    )
    const expected = Object.fromEntries(documented.filter(([code]) => code !== 'retry_after'))
    expect(Object.fromEntries(Object.entries(PROBLEMS).map(([code, [status]]) => [code, status]))).toEqual(
      expected,
    )
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
