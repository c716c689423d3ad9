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
import { isoAt } from '../time/vienna.ts'
import { leaveWaitingList } from './ended-entries.ts'
import { makeDueOffers } from './offers.ts'
import { listWaiting } from './waiting-entries.ts'
import { joinWaitingList } from './waiting-list.ts'

// The portal's limits, restated so that no test changes with them.
const ENTRIES_OF_ORIGIN = 6
const ENTRIES_OF_MAILBOX = 6
const SAVED_AN_HOUR = 20

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('the entries of an origin', () => {
  const join = (email: string, origin: string | undefined) => app.joinAsStranger(email, origin)
  /** Lets as many strangers join from the same origin as may. @returns the first entry */
  const joinUpToLimit = (origin: string) => {
    const first = join('a0@a.example', origin)
    for (let i = 1; i < ENTRIES_OF_ORIGIN; i++) join(`a${i}@a.example`, origin)
    return first
  }

  it('are limited to six at a time, not counting those made by the practice', () => {
    for (let i = 0; i <= ENTRIES_OF_ORIGIN; i++) app.addCaller(`caller${i}`)
    joinUpToLimit('origin a')
    expect(refusalOf(() => join('seventh@a.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      message:
        'Von Ihrem Internetanschluss warten schon sechs Einträge auf der Warteliste. Bitte rufen Sie uns an: +43 5572 000000.',
    })
  })

  it('leave room for changed wishes and other origins, and for another entry once one has ended', () => {
    const first = joinUpToLimit('origin a')
    expect(join('a0@a.example', 'origin a').id).toBe(first.id)
    join('of-another@a.example', 'origin b')
    join('of-unknown@a.example', undefined)
    leaveWaitingList(app.ctx(), first.id)
    join('seventh@a.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(ENTRIES_OF_ORIGIN + 2)
  })

  it('are not limited with RATE_LIMITS=off', () => {
    const unlimited = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    const visitor = { browser: undefined, origin: 'origin a' }
    for (let i = 0; i <= ENTRIES_OF_ORIGIN; i++) {
      const booking = app.addBooking(isoAt(Date.parse(LATER_START) + i * HOUR))
      joinWaitingList(unlimited, { booking_id: booking.id, ...ANY_TIME }, visitor)
    }
    expect(listWaiting(app.ctx())).toHaveLength(ENTRIES_OF_ORIGIN + 1)
  })

  it('are not limited while origins are unknown', () => {
    for (let i = 0; i <= ENTRIES_OF_ORIGIN; i++) join(`b${i}@a.example`, undefined)
    expect(listWaiting(app.ctx())).toHaveLength(ENTRIES_OF_ORIGIN + 1)
  })

  it('can be made or changed twenty times an hour', () => {
    // The first call makes the entry, and the others change it.
    for (let i = 0; i < SAVED_AN_HOUR; i++) join('a@a.example', 'origin a')
    expect(refusalOf(() => join('a@a.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      facts: { phone: '+43 5572 000000', retry_after: HOUR / 1000 },
      message: expect.stringMatching(/^Von Ihrem Internetanschluss kamen gerade .*: \+43 5572 000000\.$/),
    })
    join('a@a.example', 'origin b')
    for (let i = 0; i <= SAVED_AN_HOUR; i++) join('b@a.example', undefined)
    app.pass(HOUR)
    join('a@a.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(2)
  })

  it('cannot block a freed time for a day, even if an attacker keeps joining', () => {
    let attackerCount = 0
    /** Lets another mailbox of the attacker's origin try to join. */
    const attack = () => refusalOf(() => join(`attacker${attackerCount++}@a.example`, 'origin a'))
    const refusals = Array.from({ length: 36 }, () => {
      app.pass(5 * MINUTE)
      return attack()
    })
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(ENTRIES_OF_ORIGIN)

    join('honest@b.example', 'origin b')
    const freedAt = Date.now()
    app.freeTime(FREED_START)
    const listOffersToHonest = () =>
      app.rows(
        `select offers.id from offers join waiting_entries on waiting_entries.id = entry_id where mailbox = 'honest@b.example'`,
      )
    // The attacker answers no offer, and keeps trying to join.
    for (let passed = 0; passed < DAY_LENGTH && listOffersToHonest().length === 0; passed += 15 * MINUTE) {
      attack()
      app.pass(15 * MINUTE)
      makeDueOffers(app.ctx())
    }

    expect(listOffersToHonest()).toHaveLength(1)
    expect(Date.now() - freedAt).toBeLessThan(DAY_LENGTH)
    const [from, to] = span(FREED_START)
    expect(app.rows('select distinct starts_at, ends_at from offers')).toEqual([
      { starts_at: from, ends_at: to },
    ])
  })
})

describe('the entries of a mailbox', () => {
  /** Adds this many entries of one mailbox, each for another service, but none for `folgebehandlung`. */
  const addCallers = (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = `service-${i}`
      saveService(app.ctx(), { ...getService(app.ctx(), 'akupunktur'), id, name: id })
      app.addCaller('otto', {}, id)
    }
  }

  it('can be as many as those of an origin', () => {
    addCallers(ENTRIES_OF_MAILBOX - 1)
    app.joinAsStranger('otto@warteliste.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(ENTRIES_OF_MAILBOX)
  })

  it('are limited to six for strangers', () => {
    addCallers(ENTRIES_OF_MAILBOX)
    expect(refusalOf(() => app.joinAsStranger('otto@warteliste.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      message: expect.stringContaining('Sie stehen bereits sechsmal auf der Warteliste.'),
    })
  })

  it('can still be changed by a stranger when there are six', () => {
    const { id } = app.addCaller('otto')
    addCallers(ENTRIES_OF_MAILBOX - 1)
    expect(app.joinAsStranger('otto@warteliste.example', 'origin a').id).toBe(id)
  })
})
