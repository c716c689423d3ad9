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

/** Seconds to wait when refused, else undefined. */
function attempt(ctx: Ctx, ...limits: [string, { most: number; window: number }][]): number | undefined {
  try {
    countAttempt(ctx, limits)
    return undefined
  } catch (fault) {
    if (!(fault instanceof Problem) || fault.code !== 'too_many') throw fault
    return fault.facts.retry_after as number
  }
}

describe('counting attempts', () => {
  it('lets as many pass as are allowed, and says when the next one will', () => {
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

  it('counts each subject by itself', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    expect(attempt(app.ctx(), ['b', LIMIT])).toBeUndefined()
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeGreaterThan(0)
  })

  it('counts none of several subjects when one of them is refused', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    for (let i = 0; i < 9; i++) expect(attempt(app.ctx(), ['b', LIMIT], ['a', LIMIT])).toBeDefined()
    expect(app.rows(`select * from attempts where subject = 'b'`)).toEqual([])
  })

  it('does not count what was refused, so that waiting always helps', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    for (let i = 0; i < 50; i++) {
      app.pass(MINUTE)
      expect(attempt(app.ctx(), ['a', LIMIT])).toBeDefined()
    }
    app.pass(10 * MINUTE)
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
  })

  it('remembers across a restart', () => {
    const config = readConfig({ DATA_DIR: tempDir(), LOG_LEVEL: 'silent' })
    const file = join(config.dataDir, 'ordi.db')
    for (const expected of [undefined, undefined, undefined, 3600]) {
      const app = openApp(config, file, { clock: () => 0 })
      expect(attempt(app.ctx({ kind: 'visitor' }), ['a', LIMIT])).toBe(expected)
      app.close()
    }
  })

  it('lets everything pass with RATE_LIMITS=off', () => {
    const app = openTestApp({ config: { rateLimits: false } })
    for (let i = 0; i < 50; i++) expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
  })

  it('forgets what no window reaches any more', () => {
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

describe('what counts only when it fails', () => {
  const asked = (ctx: Ctx) => {
    try {
      assertWithinLimits(ctx, [['a', LIMIT]])
      return 'may'
    } catch (fault) {
      return fault instanceof Problem ? fault.facts.retry_after : fault
    }
  }

  it('is asked for without being counted, and refused once enough has failed', () => {
    const app = openTestApp()
    for (let i = 0; i < 20; i++) expect(asked(app.ctx())).toBe('may')
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    expect(asked(app.ctx())).toBe(3600)
    app.pass(HOUR)
    expect(asked(app.ctx())).toBe('may')
  })

  it('can be forgotten, for one subject and no other', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT], ['b', LIMIT])
    deleteAttempts(app.ctx(), ['a', 'c'])
    expect(attempt(app.ctx(), ['a', LIMIT])).toBeUndefined()
    expect(attempt(app.ctx(), ['b', LIMIT])).toBe(3600)
  })

  it('is never refused with RATE_LIMITS=off', () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) attempt(app.ctx(), ['a', LIMIT])
    const ctx = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    expect(asked(ctx)).toBe('may')
  })
})

describe('the gate for reads', () => {
  it('lets an origin through so often each second, and others meanwhile', () => {
    const pass = openRequestLimit(100)
    const passed = Array.from({ length: 150 }, () => pass('a', 5_000)).filter(Boolean)
    expect(passed).toHaveLength(100)
    expect(pass('a', 5_999)).toBe(false)
    expect(pass('b', 5_999)).toBe(true)
    expect(pass('a', 6_000)).toBe(true)
  })
})
