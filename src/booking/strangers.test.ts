import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  anotherFor,
  type HoldPressureApp,
  openHoldPressureApp,
  strangerFor,
} from '../testing/hold-pressure-app.ts'
import { cancelByPatient } from './cancellation.ts'

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

/** Returns whether holds of strangers need the bot check, as under pressure, and leaves no hold behind. */
function isPressed(): boolean {
  app.change('delete from holds')
  const code = app.refusal({ ...anotherFor(20), isChecked: false })?.code
  app.change('delete from holds')
  return code === 'bot_check_failed'
}

describe('strangers of whose holds many came to nothing', () => {
  /** Asks for a second hold beside one that lives, from an origin that has abandoned one. */
  const refusalBeside = (slot: number) => {
    app.change('delete from holds')
    app.place(strangerFor(slot))
    return app.refusal({ ...strangerFor(slot + 1), origin: 'abandoned 0' })?.code
  }

  it('have the usual share while their holds could still be booked', () => {
    app.abandonTwelve()
    app.place(strangerFor(0))
    expect(app.refusal(strangerFor(1))).toBeUndefined()
  })

  it('have a smaller share for an hour', () => {
    app.abandonTwelve()
    app.pass(6 * MINUTE)
    expect(refusalBeside(2)).toBe('too_many')
    app.pass(HOUR)
    expect(refusalBeside(4)).toBeUndefined()
  })
})

describe('the pressure by refused holds', () => {
  const tryInVain = (origin: string, times: number) => {
    for (let i = 0; i < 5; i++) app.place({ ...anotherFor(i), origin: undefined })
    for (let i = 0; i < times; i++)
      expect(app.refusal({ ...strangerFor(7), origin })?.code, origin).toBe('too_many')
  }

  it('counts at most three of each origin', () => {
    for (const origin of ['a', 'b', 'c']) tryInVain(origin, 5)
    expect(isPressed()).toBe(false)
    tryInVain('d', 3)
    expect(isPressed()).toBe(true)
  })

  it('lasts for an hour after the last ones', () => {
    for (const origin of ['a', 'b', 'c', 'd']) tryInVain(origin, 3)
    app.pass(HOUR - MINUTE)
    expect(isPressed()).toBe(true)
    app.pass(MINUTE)
    expect(isPressed()).toBe(false)
  })
})

describe('the pressure by open requests', () => {
  /** Twelve origins make one request each. */
  const requestFromTwelve = ({ slot }: { slot: number }) => {
    for (let i = 0; i < 12; i++) app.insertRequests(1, { origin: `o${i}`, slot: slot + i })
  }

  it('counts those of an origin after its first one', () => {
    requestFromTwelve({ slot: 0 })
    expect(isPressed()).toBe(false)
    requestFromTwelve({ slot: 20 })
    expect(isPressed()).toBe(true)
  })

  it('lasts for an hour', () => {
    requestFromTwelve({ slot: 0 })
    requestFromTwelve({ slot: 20 })
    app.pass(HOUR)
    expect(isPressed()).toBe(false)
  })

  it('counts requests that are taken back at once', () => {
    for (let i = 0; i < 12; i++) {
      app.insertRequests(1, { origin: `taken back ${i}`, slot: 42 + i })
      const [row] = app.rows<{ id: string }>('select id from bookings order by rowid desc limit 1')
      cancelByPatient(app.ctx(), row?.id ?? '', '')
    }
    expect(isPressed()).toBe(true)
  })
})
