import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { findRecentMismatch, recordMismatch } from './config-mismatches.ts'

it('a mismatch is named in the log once an hour, however often it is seen', () => {
  const app = openTestApp()
  const isNamed = ['first', 'after 40 minutes', 'after 80 minutes'].map(() => {
    const named = recordMismatch(app.ctx(), 'untrusted-proxy', '172.18.0.1')
    app.pass(40 * MINUTE)
    return named
  })
  expect(isNamed).toEqual([true, false, true])
})

it('a mismatch is named again after exactly an hour, each kind by itself', () => {
  const app = openTestApp()
  const record = (kind: 'untrusted-proxy' | 'turnstile-host') => recordMismatch(app.ctx(), kind, 'seen')
  expect([record('untrusted-proxy'), record('turnstile-host')]).toEqual([true, true])
  app.pass(HOUR - 1)
  expect(record('untrusted-proxy')).toBe(false)
  app.pass(1)
  expect([record('untrusted-proxy'), record('turnstile-host')]).toEqual([true, true])
})

it('the last mismatch of a kind is told for a day', () => {
  const app = openTestApp()
  const seen = () => findRecentMismatch(app.ctx(), 'hidden-visitor')
  expect(seen()).toBeUndefined()
  for (const address of ['172.18.0.1', '172.18.0.2']) recordMismatch(app.ctx(), 'hidden-visitor', address)
  recordMismatch(app.ctx(), 'distant-proxy', '172.18.0.3')
  app.pass(DAY_LENGTH - 1)
  expect(seen()).toBe('172.18.0.2')
  app.pass(1)
  expect(seen()).toBeUndefined()
})
