import { beforeEach, describe, expect, it } from 'vitest'
import { getService, saveService } from '../schedule/services.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import {
  ANY_TIME,
  FREED_START,
  LATER_START,
  openWaitingListApp,
  span,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { leaveWaitingList } from './ended-entries.ts'
import { makeDueOffers } from './offers.ts'
import { listWaiting } from './waiting-entries.ts'
import { joinWaitingList } from './waiting-list.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('the entries of an origin', () => {
  const join = (email: string, origin: string | undefined) => app.joinAsStranger(email, origin)
  /** Lets six strangers join from the same origin. @returns the first entry */
  const joinSix = (origin: string) => {
    const first = join('a0@a.example', origin)
    for (let i = 1; i < 6; i++) join(`a${i}@a.example`, origin)
    return first
  }

  it('are limited to six at a time, not counting those made by the practice', () => {
    for (let i = 0; i < 7; i++) app.addCaller(`caller${i}`)
    joinSix('origin a')
    expect(refusalOf(() => join('seventh@a.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      message:
        'Von Ihrem Internetanschluss warten schon sechs Einträge auf der Warteliste. Bitte rufen Sie uns an: +43 5572 000000.',
    })
  })

  it('leave room for changed wishes and other origins, and for another entry once one has ended', () => {
    const first = joinSix('origin a')
    expect(join('a0@a.example', 'origin a').id).toBe(first.id)
    for (const origin of ['b', undefined]) join(`other${origin}@a.example`, origin)
    leaveWaitingList(app.ctx(), first.id)
    join('seventh@a.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(8)
  })

  it('are not limited with RATE_LIMITS=off', () => {
    const unlimited = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    const visitor = { browser: undefined, origin: 'origin a' }
    for (let i = 0; i < 7; i++) {
      const booking = app.addBooking(new Date(Date.parse(LATER_START) + i * HOUR).toISOString())
      joinWaitingList(unlimited, { booking_id: booking.id, ...ANY_TIME }, visitor)
    }
    expect(listWaiting(app.ctx())).toHaveLength(7)
  })

  it('are not limited while origins are unknown', () => {
    for (let i = 0; i < 7; i++) join(`b${i}@a.example`, undefined)
    expect(listWaiting(app.ctx())).toHaveLength(7)
  })

  it('can be made or changed twenty times an hour', () => {
    for (let i = 0; i < 20; i++) join('a@a.example', 'origin a')
    expect(refusalOf(() => join('a@a.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      facts: { phone: '+43 5572 000000', retry_after: 3600 },
      message: expect.stringMatching(/^Von Ihrem Internetanschluss kamen gerade .*: \+43 5572 000000\.$/),
    })
    join('a@a.example', 'origin b')
    for (let i = 0; i < 21; i++) join('b@a.example', undefined)
    app.pass(HOUR)
    join('a@a.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(2)
  })

  it('cannot block a freed time for a day, even if an attacker keeps joining', () => {
    let attackers = 0
    const attack = () => refusalOf(() => join(`attacker${attackers++}@a.example`, 'origin a'))
    const refusals = Array.from({ length: 36 }, () => {
      app.pass(5 * MINUTE)
      return attack()
    })
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(6)

    join('honest@b.example', 'origin b')
    const since = Date.now()
    app.freeTime(FREED_START)
    const offersToHonest = () =>
      app.rows(
        `select offers.id from offers join waiting_entries on waiting_entries.id = entry_id where mailbox = 'honest@b.example'`,
      )
    // The attacker answers no offer, and keeps trying to join.
    for (let passed = 0; passed < DAY_LENGTH && offersToHonest().length === 0; passed += 15 * MINUTE) {
      attack()
      app.pass(15 * MINUTE)
      makeDueOffers(app.ctx())
    }

    expect(offersToHonest()).toHaveLength(1)
    expect(Date.now() - since).toBeLessThan(DAY_LENGTH)
    const [from, to] = span(FREED_START)
    expect(app.rows('select distinct starts_at, ends_at from offers')).toEqual([
      { starts_at: from, ends_at: to },
    ])
  })
})

describe('the entries of a mailbox', () => {
  /** Adds this many entries, each for another service, but none for `folgebehandlung`. */
  const addCallers = (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = `service-${i}`
      saveService(app.ctx(), { ...getService(app.ctx(), 'akupunktur'), id, name: id })
      app.addCaller('otto', {}, id)
    }
  }

  it('can be as many as those of an origin', () => {
    addCallers(5)
    app.joinAsStranger('otto@warteliste.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(6)
  })

  it('are limited to six for strangers', () => {
    addCallers(6)
    expect(refusalOf(() => app.joinAsStranger('otto@warteliste.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      message: expect.stringContaining('Sie stehen bereits sechsmal auf der Warteliste.'),
    })
  })

  it('can still be changed by a stranger when there are six', () => {
    const { id } = app.addCaller('otto')
    addCallers(5)
    expect(app.joinAsStranger('otto@warteliste.example', 'origin a').id).toBe(id)
  })
})
