import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  assertWithinLimits,
  countAttempt,
  countAttemptsBySubject,
  deleteAttempts,
  deleteExpiredAttempts,
  takeBackAttempt,
} from './rate-limit.ts'

const LIMIT = { most: 3, window: HOUR }
const HOUR_IN_SECONDS = 60 * 60

/** Returns the seconds to wait after a call is refused; undefined when it is allowed. */
const waitAfter = (call: () => void) => refusalOf(call)?.facts.retry_after as number | undefined
/** Makes an attempt that counts for each of the subjects. @returns the seconds to wait if it is refused */
const attempt = (ctx: Ctx, ...subjects: string[]) =>
  waitAfter(() =>
    countAttempt(
      ctx,
      subjects.map((subject) => [subject, LIMIT]),
    ),
  )
/** Checks the limit of the subject `a` without counting. @returns the seconds to wait if it is reached */
const checkOnly = (ctx: Ctx) => waitAfter(() => assertWithinLimits(ctx, [['a', LIMIT]]))

/** Opens an app in which these subjects have reached their limit. */
function openExhausted(...subjects: string[]) {
  const app = openTestApp()
  for (let i = 0; i < LIMIT.most; i++) expect(attempt(app.ctx(), ...subjects)).toBeUndefined()
  return app
}

describe('counting attempts', () => {
  it('allows the given number, and says how long to wait', () => {
    const app = openTestApp()
    for (let i = 0; i < LIMIT.most; i++) {
      expect(attempt(app.ctx(), 'a')).toBeUndefined()
      app.pass(10 * MINUTE)
    }
    // The attempts are 30, 20 and 10 minutes old, and each counts for an hour.
    expect(attempt(app.ctx(), 'a')).toBe(30 * 60)
    app.pass(30 * MINUTE - 1)
    expect(attempt(app.ctx(), 'a')).toBe(1)
    app.pass(1)
    expect(attempt(app.ctx(), 'a')).toBeUndefined()
    expect(attempt(app.ctx(), 'a')).toBe(10 * 60)
  })

  it('counts each subject separately', () => {
    const app = openExhausted('a')
    expect(attempt(app.ctx(), 'b')).toBeUndefined()
    expect(attempt(app.ctx(), 'a')).toBeGreaterThan(0)
  })

  it('counts no subject when one has reached its limit', () => {
    const app = openExhausted('a')
    for (let i = 0; i < 9; i++) expect(attempt(app.ctx(), 'b', 'a')).toBeDefined()
    expect(app.rows(`select * from attempts where subject = 'b'`)).toEqual([])
  })

  it('does not count refused attempts', () => {
    const app = openExhausted('a')
    for (let minutes = 1; minutes <= 50; minutes++) {
      app.pass(MINUTE)
      expect(attempt(app.ctx(), 'a')).toBeDefined()
    }
    // The counted attempts are an hour old by now.
    app.pass(10 * MINUTE)
    expect(attempt(app.ctx(), 'a')).toBeUndefined()
  })

  it('survives a restart', () => {
    const config = readConfig({ DATA_DIR: tempDir(), LOG_LEVEL: 'silent' })
    const file = join(config.dataDir, 'ordi.db')
    const attemptAfterStart = () => {
      const app = openApp(config, file, { clock: () => 0 })
      const wait = attempt(app.ctx({ kind: 'visitor' }), 'a')
      app.close()
      return wait
    }
    for (let i = 0; i < LIMIT.most; i++) expect(attemptAfterStart()).toBeUndefined()
    expect(attemptAfterStart()).toBe(HOUR_IN_SECONDS)
  })

  it('allows everything with RATE_LIMITS=off', () => {
    const app = openExhausted('a')
    const ctx = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    expect(attempt(ctx, 'a')).toBeUndefined()
    expect(checkOnly(ctx)).toBeUndefined()
    expect(app.rows('select * from attempts')).toHaveLength(LIMIT.most)
  })

  it('deletes attempts after 24 hours', () => {
    const app = openTestApp()
    attempt(app.ctx(), 'old')
    app.pass(24 * HOUR - 1)
    attempt(app.ctx(), 'new')
    deleteExpiredAttempts(app.ctx())
    expect(app.rows('select subject from attempts')).toEqual([{ subject: 'old' }, { subject: 'new' }])
    app.pass(1)
    deleteExpiredAttempts(app.ctx())
    expect(app.rows('select subject from attempts')).toEqual([{ subject: 'new' }])
  })
})

it('taking back an attempt removes only that of its subject and instant', () => {
  const app = openTestApp()
  /** Makes an attempt, a minute after the one before. @returns its instant */
  const attemptLater = (subject: string) => {
    app.pass(MINUTE)
    attempt(app.ctx(), subject)
    return app.ctx().now
  }
  const [firstA, secondA] = [attemptLater('a'), attemptLater('a')]
  const [firstB, secondB] = [attemptLater('b'), attemptLater('b')]
  takeBackAttempt(app.ctx(), 'a', secondA)
  // The subject `b` made no attempt at that instant.
  takeBackAttempt(app.ctx(), 'b', firstA)
  const left = [firstA, firstB, secondB].map((at) => ({ at }))
  expect(app.rows('select at from attempts order by at')).toEqual(left)
})

it('attempts are grouped by the part of their subject after the prefix', () => {
  const app = openTestApp()
  const from = app.ctx().now
  app.pass(MINUTE)
  for (const subject of ['in vain a', 'in vain a', 'in vain b c', 'in vainly a']) attempt(app.ctx(), subject)
  const counts = countAttemptsBySubject(app.ctx(), 'in vain', { from, to: app.ctx().now })
  expect(Object.fromEntries(counts)).toEqual({ a: 2, 'b c': 1 })
})

it('attempts are counted after `from`, up to and including `to`', () => {
  const app = openTestApp()
  const from = app.ctx().now
  attempt(app.ctx(), 'in vain a')
  app.pass(MINUTE)
  const to = app.ctx().now
  attempt(app.ctx(), 'in vain a')
  app.pass(1)
  attempt(app.ctx(), 'in vain a')
  const counts = countAttemptsBySubject(app.ctx(), 'in vain', { from, to })
  // Only the attempt at the instant `to` counts.
  expect(Object.fromEntries(counts)).toEqual({ a: 1 })
})

describe('checking without counting', () => {
  it('refuses once the counted attempts reach the limit', () => {
    const app = openTestApp()
    for (let i = 0; i < 20; i++) expect(checkOnly(app.ctx())).toBeUndefined()
    for (let i = 0; i < LIMIT.most; i++) attempt(app.ctx(), 'a')
    expect(checkOnly(app.ctx())).toBe(HOUR_IN_SECONDS)
    app.pass(HOUR)
    expect(checkOnly(app.ctx())).toBeUndefined()
  })

  it('allows a subject again after its attempts are deleted', () => {
    const app = openExhausted('a', 'a by c', 'ab', 'b')
    deleteAttempts(app.ctx(), 'a')
    for (const subject of ['a', 'a by c']) expect(attempt(app.ctx(), subject)).toBeUndefined()
    for (const subject of ['ab', 'b']) expect(attempt(app.ctx(), subject)).toBe(HOUR_IN_SECONDS)
  })
})
