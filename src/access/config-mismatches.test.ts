import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { findRecentMismatch, type MismatchKind, recordMismatch } from './config-mismatches.ts'

/** Records a mismatch. @returns true when the log should name it */
const recordFromProxy = (app: TestApp, kind: MismatchKind) => recordMismatch(app.ctx(), kind, '172.18.0.1')

it('a mismatch is named in the log once an hour, however often it is seen', () => {
  const app = openTestApp()
  expect(recordFromProxy(app, 'untrusted-proxy')).toBe(true)
  for (let minutes = 20; minutes < 60; minutes += 20) {
    app.pass(20 * MINUTE)
    expect(recordFromProxy(app, 'untrusted-proxy'), `after ${minutes} minutes`).toBe(false)
  }
  app.pass(20 * MINUTE)
  expect(recordFromProxy(app, 'untrusted-proxy')).toBe(true)
})

it('a mismatch is named again after an hour, and no millisecond earlier', () => {
  const app = openTestApp()
  recordFromProxy(app, 'untrusted-proxy')
  app.pass(HOUR - 1)
  expect(recordFromProxy(app, 'untrusted-proxy')).toBe(false)
  app.pass(1)
  expect(recordFromProxy(app, 'untrusted-proxy')).toBe(true)
})

it('each kind of mismatch is named independently of the others', () => {
  const app = openTestApp()
  expect(recordFromProxy(app, 'untrusted-proxy')).toBe(true)
  expect(recordFromProxy(app, 'turnstile-host')).toBe(true)
  app.pass(HOUR)
  expect(recordFromProxy(app, 'untrusted-proxy')).toBe(true)
  expect(recordFromProxy(app, 'turnstile-host')).toBe(true)
})

it('the last mismatch of a kind is reported for a day', () => {
  const app = openTestApp()
  const findHiddenVisitor = () => findRecentMismatch(app.ctx(), 'hidden-visitor')
  expect(findHiddenVisitor()).toBeUndefined()
  recordMismatch(app.ctx(), 'hidden-visitor', '172.18.0.1')
  recordMismatch(app.ctx(), 'hidden-visitor', '172.18.0.2')
  recordMismatch(app.ctx(), 'distant-proxy', '172.18.0.3')
  app.pass(DAY_LENGTH - 1)
  expect(findHiddenVisitor()).toBe('172.18.0.2')
  app.pass(1)
  expect(findHiddenVisitor()).toBeUndefined()
})
