import { expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { recordMismatch } from './config-mismatches.ts'

it('a mismatch is named once an hour, however often it is seen', () => {
  const app = openTestApp()
  const isNamed = ['first', 'after 40 minutes', 'after 80 minutes'].map(() => {
    const named = recordMismatch(app.ctx(), 'untrusted-proxy', '172.18.0.1')
    app.pass(40 * MINUTE)
    return named
  })
  expect(isNamed).toEqual([true, false, true])
})
