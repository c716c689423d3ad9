import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openAppliance } from '../appliance.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { HOUR, MINUTE } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'
import { aDirectory } from '../testing/directory.ts'
import { openHouse } from '../testing/house.ts'
import { countAttempt, forgetAttempts, openReadGate, refuseExhausted, sweepAttempts } from './throttle.ts'

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
    const house = openHouse()
    for (let i = 0; i < 3; i++) {
      expect(attempt(house.ctx(), ['a', LIMIT])).toBeUndefined()
      house.pass(10 * MINUTE)
    }
    expect(attempt(house.ctx(), ['a', LIMIT])).toBe(30 * 60)
    house.pass(30 * MINUTE - 1)
    expect(attempt(house.ctx(), ['a', LIMIT])).toBe(1)
    house.pass(1)
    expect(attempt(house.ctx(), ['a', LIMIT])).toBeUndefined()
    expect(attempt(house.ctx(), ['a', LIMIT])).toBe(10 * 60)
  })

  it('counts each subject by itself', () => {
    const house = openHouse()
    for (let i = 0; i < 3; i++) attempt(house.ctx(), ['a', LIMIT])
    expect(attempt(house.ctx(), ['b', LIMIT])).toBeUndefined()
    expect(attempt(house.ctx(), ['a', LIMIT])).toBeGreaterThan(0)
  })

  it('counts none of several subjects when one of them is refused', () => {
    const house = openHouse()
    for (let i = 0; i < 3; i++) attempt(house.ctx(), ['a', LIMIT])
    for (let i = 0; i < 9; i++) expect(attempt(house.ctx(), ['b', LIMIT], ['a', LIMIT])).toBeDefined()
    expect(house.rows(`select * from attempts where subject = 'b'`)).toEqual([])
  })

  it('does not count what was refused, so that waiting always helps', () => {
    const house = openHouse()
    for (let i = 0; i < 3; i++) attempt(house.ctx(), ['a', LIMIT])
    for (let i = 0; i < 50; i++) {
      house.pass(MINUTE)
      expect(attempt(house.ctx(), ['a', LIMIT])).toBeDefined()
    }
    house.pass(10 * MINUTE)
    expect(attempt(house.ctx(), ['a', LIMIT])).toBeUndefined()
  })

  it('remembers across a restart', () => {
    const config = readConfig({ DATA_DIR: aDirectory(), LOG_LEVEL: 'silent' })
    const file = join(config.dataDir, 'ordi.db')
    for (const expected of [undefined, undefined, undefined, 3600]) {
      const appliance = openAppliance(config, file, { clock: () => 0 })
      expect(attempt(appliance.ctx({ kind: 'visitor' }), ['a', LIMIT])).toBe(expected)
      appliance.close()
    }
  })

  it('lets everything pass with RATE_LIMITS=off', () => {
    const house = openHouse({ config: { rateLimits: false } })
    for (let i = 0; i < 50; i++) expect(attempt(house.ctx(), ['a', LIMIT])).toBeUndefined()
  })

  it('forgets what no window reaches any more', () => {
    const house = openHouse()
    attempt(house.ctx(), ['old', LIMIT])
    house.pass(24 * HOUR - 1)
    attempt(house.ctx(), ['new', LIMIT])
    sweepAttempts(house.ctx())
    expect(house.rows('select subject from attempts')).toEqual([{ subject: 'old' }, { subject: 'new' }])
    house.pass(1)
    sweepAttempts(house.ctx())
    expect(house.rows('select subject from attempts')).toEqual([{ subject: 'new' }])
  })
})

describe('what counts only when it fails', () => {
  const asked = (ctx: Ctx) => {
    try {
      refuseExhausted(ctx, [['a', LIMIT]])
      return 'may'
    } catch (fault) {
      return fault instanceof Problem ? fault.facts.retry_after : fault
    }
  }

  it('is asked for without being counted, and refused once enough has failed', () => {
    const house = openHouse()
    for (let i = 0; i < 20; i++) expect(asked(house.ctx())).toBe('may')
    for (let i = 0; i < 3; i++) attempt(house.ctx(), ['a', LIMIT])
    expect(asked(house.ctx())).toBe(3600)
    house.pass(HOUR)
    expect(asked(house.ctx())).toBe('may')
  })

  it('can be forgotten, for one subject and no other', () => {
    const house = openHouse()
    for (let i = 0; i < 3; i++) attempt(house.ctx(), ['a', LIMIT], ['b', LIMIT])
    forgetAttempts(house.ctx(), ['a', 'c'])
    expect(attempt(house.ctx(), ['a', LIMIT])).toBeUndefined()
    expect(attempt(house.ctx(), ['b', LIMIT])).toBe(3600)
  })

  it('is never refused with RATE_LIMITS=off', () => {
    const house = openHouse()
    for (let i = 0; i < 3; i++) attempt(house.ctx(), ['a', LIMIT])
    const ctx = { ...house.ctx(), config: { ...house.ctx().config, rateLimits: false } }
    expect(asked(ctx)).toBe('may')
  })
})

describe('the gate for reads', () => {
  it('lets an origin through so often each second, and others meanwhile', () => {
    const gate = openReadGate(100)
    const passed = Array.from({ length: 150 }, () => gate.pass('a', 5_000)).filter(Boolean)
    expect(passed).toHaveLength(100)
    expect(gate.pass('a', 5_999)).toBe(false)
    expect(gate.pass('b', 5_999)).toBe(true)
    expect(gate.pass('a', 6_000)).toBe(true)
  })
})
