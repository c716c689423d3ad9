import { beforeEach, describe, expect, it } from 'vitest'
import { HARDEST_LEVEL } from '../access/bot-check.ts'
import { randomToken } from '../access/random.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from '../testing/bookings.ts'
import { aContact } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { forgetMailbox } from './email-verification.ts'
import { endHoldsBeyondShare, extendHold, placeHold } from './holds.ts'
import { countLiveHolds } from './live-holds.ts'
import { requestBooking } from './requests.ts'

const BROWSER = 'the browser of everybody'
const ROSA = 'rosa@musterfrau.example'
const TUESDAY = Date.parse('2027-01-12T00:00:00+01:00')
/** Hours at which the demo practice has slots on a Monday, Tuesday or Thursday that do not overlap. */
const HOURS = [8, 9, 10, 11, 13.5, 14.5, 15.5]

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** Slots 0 to 20 are of one week, seven each of its Monday, Tuesday and Thursday; 21 is in the next one. */
function startOf(slot: number): number {
  const day = [-1, 0, 2][Math.floor(slot / 7) % 3] ?? 0
  const week = Math.floor(slot / 21)
  return TUESDAY + (7 * week + day) * DAY_LENGTH + (HOURS[slot % 7] ?? 0) * HOUR
}

/** Somebody who asks for a hold. */
type Visitor = {
  email: string
  /** Undefined while origins are unknown. */
  origin?: string | undefined
  /** The number of a slot, see `startOf`. */
  slot: number
  /** False without a solved bot check. */
  isChecked?: boolean
  serviceId?: string
}

function place({ email, origin, slot, isChecked = true, serviceId = 'erstordination' }: Visitor) {
  const { db, now } = app.ctx()
  insertVerification(db, { email, browser: BROWSER, now })
  const solved = { challenge: randomToken(), expiresAt: now + MINUTE, level: HARDEST_LEVEL } as const
  const input = { serviceId, start: startOf(slot), stop: undefined }
  return placeHold(app.ctx(), { ...input, email, browser: BROWSER, origin }, isChecked ? solved : undefined)
}

const refusal = (visitor: Visitor) => refusalOf(() => place(visitor))
const isLive = (id: string) =>
  app.rows('select id from holds where id = ? and expires_at > ?', id, Date.now()).length === 1
const confirmedBefore = (email: string) =>
  insertBooking(app.ctx().db, {
    email,
    status: 'confirmed',
    startsAt: Date.now() - DAY_LENGTH,
    endsAt: Date.now() - DAY_LENGTH + HOUR,
  })

/** Twelve strangers, each from an origin of its own, place a hold that nobody books. */
function abandonTwelve({ from = 0 } = {}) {
  for (let i = from; i < from + 12; i++) {
    app.change('delete from holds')
    place({ email: `abandoned${i}@musterfrau.example`, origin: `abandoned ${i}`, slot: 20 })
  }
  app.change('delete from holds')
}

/** Unbooked holds count as pressure once they are five minutes old. */
function startPressure(which: { from?: number } = {}) {
  abandonTwelve(which)
  app.pass(6 * MINUTE)
}

describe('the holds of a mailbox', () => {
  it('are fifteen a day, however often the time was changed or the address tagged', () => {
    for (let i = 0; i < 15; i++) place({ email: `rosa+${i}@musterfrau.example`, slot: i })
    const refused = refusal({ email: ROSA, slot: 16 })
    expect([refused?.code, refused?.facts.retry_after]).toEqual(['too_many', DAY_LENGTH / 1000])
    expect(refused?.message).toMatch(/^Mit dieser E-Mail-Adresse .* rufen Sie uns an: \+43 5572 000000\.$/)
    app.pass(DAY_LENGTH)
    expect(refusal({ email: ROSA, slot: 14 })).toBeUndefined()
  })

  it('can be extended while they are among the first five of a day', () => {
    const ends: number[] = []
    for (let i = 0; i < 6; i++) {
      const { id, expiresAt } = place({ email: ROSA, slot: i })
      app.pass(4 * MINUTE)
      ends.push((extendHold(app.ctx(), id).expiresAt - expiresAt) / MINUTE)
    }
    expect(ends).toEqual([4, 4, 4, 4, 4, 0])
  })

  it('are counted without the address, and forgotten with it', () => {
    place({ email: ROSA, slot: 0 })
    const counted = () =>
      app.rows<{ subject: string }>(`select subject from attempts where subject like 'hold of %'`)
    expect(counted()).toHaveLength(1)
    expect(counted()[0]?.subject).not.toContain('rosa')
    forgetMailbox(app.ctx(), ROSA)
    expect(counted()).toEqual([])
  })
})

describe('the holds of strangers', () => {
  /** A stranger from an origin of its own, who asks for the slot of the same number. */
  const stranger = (i: number) => ({
    email: `s${i}@musterfrau.example`,
    origin: `origin ${i}`,
    slot: i,
  })

  /** Works like `stranger`, for somebody else. */
  const another = (slot: number) => ({
    email: `another${slot}@musterfrau.example`,
    origin: `another ${slot}`,
    slot,
  })

  /** Somebody from an origin that has abandoned a hold already. */
  const fromAbandoned = (i: number, slot: number) => ({ ...another(slot), origin: `abandoned ${i}` })

  /** A stranger who asks for a facial. With paddings it takes 110 minutes, so that it needs two slots. */
  const facialFor = (i: number) => ({
    ...stranger(i),
    slot: [0, 2, 4, 7][i] ?? 0,
    serviceId: 'facial',
  })

  it('take at most fifteen per cent of a week, and one after five minutes makes room for the next', () => {
    // The week has 38 hours, of which fifteen per cent have room for three facials.
    const placed = Array.from({ length: 3 }, (_, i) => {
      app.pass(1)
      return place(facialFor(i))
    })
    const refused = refusal(facialFor(3))
    expect(refused?.code).toBe('too_many')
    expect(refused?.message).toMatch(
      /^In dieser Woche .* wählen Sie eine andere Woche oder rufen Sie uns an: \+43/,
    )
    app.pass(5 * MINUTE)
    expect(refusal(facialFor(3))).toBeUndefined()
    expect(placed.map(({ id }) => isLive(id))).toEqual([false, true, true])
  })

  it('from five live ones on take half of that with first holds, which then only take the place of others', () => {
    const placed = Array.from({ length: 5 }, (_, i) => {
      app.pass(1)
      return place(stranger(i))
    })
    expect(refusal(stranger(5))?.code).toBe('too_many')
    // Each may have another week, and there too the first holds have half of the usual part.
    for (const slot of [21, 22, 23]) expect(refusal(another(slot))).toBeUndefined()
    expect(refusal(another(24))?.code).toBe('too_many')
    app.pass(5 * MINUTE)
    expect(refusal(stranger(5))).toBeUndefined()
    expect(placed.map(({ id }) => isLive(id))).toEqual([false, true, true, true, true])
  })

  it('leave room for first holds beside the small part, which the others share, while it is crowded', () => {
    startPressure()
    expect(refusal(fromAbandoned(0, 0))).toBeUndefined()
    // A hold takes 50 minutes. Three per cent of the week's 38 hours are 68, and five are 114.
    expect(refusal(fromAbandoned(1, 1))?.code).toBe('too_many')
    expect(refusal(another(2))).toBeUndefined()
    expect(refusal(another(3))?.code).toBe('too_many')
  })

  it('of the longest services make room at once for one of half the length, but only under pressure', () => {
    // An erstordination takes 50 minutes with paddings.
    for (const i of [0, 1, 2]) place(facialFor(i))
    expect(refusal(another(5))?.code).toBe('too_many')
    app.change('delete from holds')
    startPressure({ from: 1 })
    const long = place({ ...another(0), serviceId: 'facial' })
    // This one is not twice as long.
    expect(refusal({ ...another(2), serviceId: 'facial' })?.code).toBe('too_many')
    expect(refusal(another(5))).toBeUndefined()
    expect(isLive(long.id)).toBe(false)
  })

  it('do not keep a patient out whose booking the practice has confirmed', () => {
    for (let i = 0; i < 5; i++) place(stranger(i))
    confirmedBefore(ROSA)
    expect(refusal({ email: ROSA, origin: 'home', slot: 10, isChecked: false })).toBeUndefined()
    expect(countLiveHolds(app.ctx())).toBe(6)
  })

  it('leave the other weeks and the time of offers alone', () => {
    for (let i = 0; i < 5; i++) place(stranger(i))
    expect(refusal({ email: ROSA, origin: 'home', slot: 21 })).toBeUndefined()
  })

  it('of the greediest origin make room at once, before an older one', () => {
    const honest = place(stranger(7))
    for (let i = 0; i < 6; i++)
      place({ email: `g${i % 2}@musterfrau.example`, origin: 'greedy', slot: i % 2 })
    app.pass(MINUTE)
    for (let i = 2; i < 6; i++) expect(refusal(stranger(i)), `${i}`).toBeUndefined()
    expect(isLive(honest.id)).toBe(true)
    const left = app.rows(`select id from holds where origin = 'greedy'`)
    expect([left.length, countLiveHolds(app.ctx())]).toEqual([0, 5])
  })

  it('whose origin is unknown do not count as greedy, and make no room', () => {
    const placed = [0, 1, 2].map((i) => place({ ...facialFor(i), origin: undefined }))
    app.pass(6 * MINUTE)
    expect(refusal(facialFor(3))?.code).toBe('too_many')
    expect(placed.every(({ id }) => isLive(id))).toBe(true)
  })

  it('do not make room for a greedier origin, whose own is refused', () => {
    for (let i = 0; i < 7; i++) {
      place({ email: `g${i}@musterfrau.example`, origin: 'greedy', slot: 20 })
      app.change('delete from holds')
    }
    const honest = place(stranger(0))
    app.pass(6 * MINUTE)
    expect(refusal({ email: 'g9@musterfrau.example', origin: 'greedy', slot: 1 })?.code).toBe('too_many')
    expect(isLive(honest.id)).toBe(true)
  })

  it('have a smaller share after an hour in which many came to nothing, and the usual one when it is over', () => {
    abandonTwelve()
    place(stranger(0))
    expect(refusal(stranger(1))).toBeUndefined()
    app.change('delete from holds')
    app.pass(6 * MINUTE)
    place(stranger(2))
    expect(refusal({ ...stranger(3), origin: 'abandoned 0' })?.code).toBe('too_many')
    app.pass(HOUR)
    place(stranger(4))
    expect(refusal({ ...stranger(5), origin: 'abandoned 0' })).toBeUndefined()
  })

  it('that are refused count too, at most three of an origin, so that the pressure lasts as long as the attack', () => {
    const isPressed = () => {
      app.change('delete from holds')
      const { code } = refusal({ ...another(20), isChecked: false }) ?? {}
      app.change('delete from holds')
      return code === 'bot_check_failed'
    }
    const tryInVain = (origin: string, times: number) => {
      for (let i = 0; i < 5; i++) place({ ...another(i), origin: undefined })
      for (let i = 0; i < times; i++)
        expect(refusal({ ...stranger(7), origin })?.code, origin).toBe('too_many')
    }
    for (const origin of ['a', 'b', 'c']) tryInVain(origin, 5)
    expect(isPressed()).toBe(false)
    tryInVain('d', 3)
    expect(isPressed()).toBe(true)
    app.pass(HOUR - MINUTE)
    expect(isPressed()).toBe(true)
    app.pass(MINUTE)
    expect(isPressed()).toBe(false)
  })

  /** Inserts open requests of strangers from one origin, for consecutive slots. */
  const insertRequests = (
    count: number,
    { origin, slot, createdAt = Date.now() }: { origin: string; slot: number; createdAt?: number },
  ) => {
    for (let i = slot; i < slot + count; i++)
      insertBooking(app.ctx().db, {
        email: `asked${i}@musterfrau.example`,
        status: 'requested',
        origin,
        createdAt,
        startsAt: startOf(i),
        endsAt: startOf(i) + 50 * MINUTE,
      })
  }

  it('share the small part with open requests under pressure; old ones of an origin with a single one do not count', () => {
    startPressure()
    const old = Date.now() - 16 * MINUTE
    // A hold takes 50 minutes. Three per cent of the week's 38 hours are 68, and five are 114.
    insertRequests(1, { origin: 'single', slot: 0, createdAt: old })
    expect(refusal(fromAbandoned(0, 1))).toBeUndefined()
    app.change('delete from holds')
    insertRequests(2, { origin: 'busy', slot: 2, createdAt: old })
    expect(refusal(fromAbandoned(1, 4))?.code).toBe('too_many')
    expect(refusal(another(4))).toBeUndefined()
    app.change('delete from holds')
    insertRequests(2, { origin: 'new', slot: 21 })
    expect(refusal(another(24))?.code).toBe('too_many')
    app.pass(HOUR)
    expect(refusal(fromAbandoned(1, 5))).toBeUndefined()
  })

  it('are no first ones under pressure where the origin has an open request', () => {
    startPressure()
    insertRequests(1, { origin: 'home', slot: 21, createdAt: Date.now() - HOUR })
    place(another(0))
    const second = (origin: string) => refusal({ ...another(1), origin })?.code
    expect([second('home'), second('elsewhere')]).toEqual(['too_many', undefined])
  })

  it('feel the pressure of further open requests of an origin, and of requests that are taken back at once', () => {
    const isPressed = () => refusal({ ...another(20), isChecked: false })?.code === 'bot_check_failed'
    const counts = () => {
      const pressed = isPressed()
      app.change('delete from holds')
      return pressed
    }
    // One each are twelve patients; two each are twelve more.
    for (let i = 0; i < 12; i++) insertRequests(1, { origin: `o${i}`, slot: i })
    expect(counts()).toBe(false)
    for (let i = 0; i < 12; i++) insertRequests(1, { origin: `o${i}`, slot: 20 + i })
    expect(counts()).toBe(true)
    app.pass(HOUR)
    expect(counts()).toBe(false)
    app.change('delete from occupations')
    for (let i = 0; i < 12; i++) {
      insertRequests(1, { origin: `taken back ${i}`, slot: 42 + i })
      const [row] = app.rows<{ id: string }>('select id from bookings order by rowid desc limit 1')
      cancelByPatient(app.ctx(), row?.id ?? '', '')
    }
    expect(counts()).toBe(true)
  })

  it('end under pressure once they are five minutes old and beyond the small part, the greediest origin first', () => {
    startPressure()
    // A millisecond apart, because between equals the oldest ends.
    const placed = [{ ...stranger(0), origin: 'abandoned 0' }, stranger(1), stranger(2)].map((asked) => {
      app.pass(1)
      return place({ ...asked, serviceId: 'folgebehandlung' })
    })
    const left = () => {
      endHoldsBeyondShare(app.ctx())
      return placed.map(({ id }) => isLive(id))
    }
    app.pass(5 * MINUTE - 3)
    expect(left()).toEqual([true, true, true])
    app.pass(3)
    // Three per cent of the week's 38 hours have room for two of the three.
    expect(left()).toEqual([false, true, true])
    app.pass(MINUTE)
    expect(left()).toEqual([false, true, true])
    // The small part is for open requests too. One hold may always stay.
    insertRequests(1, { origin: 'home', slot: 10 })
    expect(left()).toEqual([false, false, true])
    app.pass(MINUTE)
    expect(left()).toEqual([false, false, true])
  })

  it('do not end before their time without pressure, however many there are', () => {
    const placed = Array.from({ length: 5 }, (_, i) => place(stranger(i)))
    app.pass(9 * MINUTE)
    endHoldsBeyondShare(app.ctx())
    expect(placed.every(({ id }) => isLive(id))).toBe(true)
  })

  it('are not extended under pressure, nor from the third of an origin on; those of known patients are', () => {
    const gained = (visitor: Visitor) => {
      const { id, expiresAt } = place(visitor)
      app.pass(4 * MINUTE)
      return (extendHold(app.ctx(), id).expiresAt - expiresAt) / MINUTE
    }
    const ofOrigin = [0, 1, 2].map((i) => gained({ ...another(i), origin: 'home' }))
    expect(ofOrigin).toEqual([4, 4, 0])
    startPressure()
    confirmedBefore(ROSA)
    expect([gained(another(5)), gained({ email: ROSA, origin: 'away', slot: 6 })]).toEqual([0, 4])
  })

  it('do not count against their origin once they are booked', () => {
    const contact = aContact({ email: ROSA }) as never
    const { id: holdId } = place({ email: ROSA, origin: 'home', slot: 0 })
    const counted = () => app.rows(`select id from attempts where subject = 'hold from home'`)
    expect(counted()).toHaveLength(1)
    const solved = { challenge: 'solved', expiresAt: Date.now() + MINUTE, level: HARDEST_LEVEL } as const
    requestBooking(app.ctx(), { holdId, contact, answers: [], browser: BROWSER, origin: 'home' }, solved)
    expect(counted()).toEqual([])
  })

  it('are sixty a day for an origin that books nothing, but not for visitors who cannot be told apart', () => {
    const tryAll = (origin: string | undefined) => {
      for (let i = 0; i < 60; i++) {
        place({ email: `p${i}@musterfrau.example`, origin, slot: 0 })
        app.change('delete from holds')
      }
      return refusal({ email: ROSA, origin, slot: 0 })?.code
    }
    expect([tryAll('busy'), tryAll(undefined)]).toEqual(['too_many', undefined])
  })
})

describe('the bot check of a hold', () => {
  it('is asked for from the second live hold of an origin, and from the fourth that came to nothing', () => {
    expect(refusal({ email: ROSA, origin: 'home', slot: 0, isChecked: false })).toBeUndefined()
    const second = { email: 'otto@musterfrau.example', origin: 'home', slot: 1 }
    expect(refusal({ ...second, isChecked: false })?.code).toBe('bot_check_failed')
    expect(refusal(second)).toBeUndefined()

    const again = (isChecked: boolean) =>
      refusal({ email: 'eva@musterfrau.example', origin: 'away', slot: 5, isChecked })?.code
    expect([again(false), again(false), again(false), again(false), again(true)]).toEqual([
      undefined,
      undefined,
      undefined,
      'bot_check_failed',
      undefined,
    ])
  })

  it('is asked for while many come to nothing, but not of patients whom the practice knows', () => {
    startPressure()
    confirmedBefore(ROSA)
    const otto = { email: 'otto@musterfrau.example', origin: 'home', slot: 0 }
    expect(refusal({ ...otto, isChecked: false })?.code).toBe('bot_check_failed')
    expect(refusal({ email: ROSA, origin: 'away', slot: 1, isChecked: false })).toBeUndefined()
    expect(refusal(otto)).toBeUndefined()
  })
})
