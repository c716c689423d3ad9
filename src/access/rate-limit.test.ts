import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  assertWithinLimits,
  countAttempt,
  deleteAttempts,
  openRequestLimit,
  sweepAttempts,
} from './rate-limit.ts'

const LIMIT = { most: 3, window: HOUR }

/** Seconds to wait when the limit is reached, else undefined. */
function attempt(ctx: Ctx, ...limits: [string, { most: number; window: number }][]): number | undefined {
  try {
    countAttempt(ctx, limits)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too_many') throw error
    return error.facts.retry_after as number
  }
}

describe('counting attempts', () => {
  it('allows the given number, and says how long to wait', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) {
      expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
      app.pass(10 * MINUTE)
    }
    expect(attempt(app.ctx(), ['a', LIMIT])).toBe(30 * 60)
    app.pass(30 * MINUTE - 1)
    expect(attempt(app.ctx(), ['a', LIMIT])).toBe(1)
    app.pass(1)
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
    expect(attempt(app.ctx(), ['a', LIMIT])).toBe(10 * 60)
  })

  it('counts each subject separately', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    expect(attempt(app.ctx(), ['b', LIMIT])).toBeUndefined()
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeGreaterThan(0)
  })

  it('counts no subject when one has reached its limit', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    for (let i = 0; i < 9; i++) expect(attempt(app.ctx(), ['b', LIMIT], ['a', LIMIT])).toBeDefined()
    expect(app.rows(`select * from attempts where subject = 'b'`)).toEqual([])
  })

  it('does not count refused attempts', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    for (let i = 0; i < 50; i++) {
      app.pass(MINUTE)
      expect(attempt(app.ctx(), ['a', LIMIT])).toBeDefined()
    }
    app.pass(10 * MINUTE)
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
  })

  it('survives a restart', () => {
    const config = readConfig({ DATA_DIR: tempDir(), LOG_LEVEL: 'silent' })
    const file = join(config.dataDir, 'ordi.db')
    for (const expected of [undefined, undefined, undefined, 3600]) {
      const app = openApp(config, file, { clock: () => 0 })
      expect(attempt(app.ctx({ kind: 'visitor' }), ['a', LIMIT])).toBe(expected)
      app.close()
    }
  })

  it('allows everything with RATE_LIMITS=off', () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (let i = 0; i < 50; i++) expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
  })

  it('deletes attempts after 24 hours', () => {
    const app = openTestApp()
    attempt(app.ctx(), ['old', LIMIT])
    app.pass(24 * HOUR - 1)
    attempt(app.ctx(), ['new', LIMIT])
    sweepAttempts(app.ctx())
    expect(app.rows('select subject from attempts')).toEqual([{ subject: 'old' }, { subject: 'new' }])
    app.pass(1)
    sweepAttempts(app.ctx())
    expect(app.rows('select subject from attempts')).toEqual([{ subject: 'new' }])
  })
})

describe('checking without counting', () => {
  const asked = (ctx: Ctx) => {
    try {
      assertWithinLimits(ctx, [['a', LIMIT]])
      return 'may'
    } catch (error) {
      return error instanceof Problem ? error.facts.retry_after : error
    }
  }

  it('refuses only after enough counted failures', () => {
    const app = openTestApp()
    for (let i = 0; i < 20; i++) expect(asked(app.ctx())).toBe('may')
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    expect(asked(app.ctx())).toBe(3600)
    app.pass(HOUR)
    expect(asked(app.ctx())).toBe('may')
  })

  it('allows a subject again after its attempts were deleted', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT], ['b', LIMIT])
    deleteAttempts(app.ctx(), ['a', 'c'])
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
    expect(attempt(app.ctx(), ['b', LIMIT])).toBe(3600)
  })

  it('allows everything with RATE_LIMITS=off', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    const ctx = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    expect(asked(ctx)).toBe('may')
  })
})

describe('the limit of requests', () => {
  it('counts each origin separately, and starts again every second', () => {
    const pass = openRequestLimit(100)
    const passed = Array.from({ length: 150 }, () => pass('a', 5_000)).filter(Boolean)
    expect(passed).toHaveLength(100)
    expect(pass('a', 5_999)).toBe(false)
    expect(pass('b', 5_999)).toBe(true)
    expect(pass('a', 6_000)).toBe(true)
  })
})
