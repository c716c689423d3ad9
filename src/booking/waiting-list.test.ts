import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { getService, saveService } from '../schedule/services.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { refusalCode, refusalOf } from '../testing/refusal.ts'
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
import { addToWaitingList, joinWaitingList } from './waiting-list.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

it('a caller without an address who is added again keeps one entry, with the new wishes', () => {
  const caller = { name: 'Otto Beispielmann', email: '', mobile: '05572 123456' }
  const add = (changes: Partial<typeof caller & { service_id: string }>, notAfter = ANY_TIME.not_after) =>
    addToWaitingList(app.assistant(), {
      service_id: 'folgebehandlung',
      ...caller,
      ...changes,
      ...ANY_TIME,
      not_after: notAfter,
    })
  const { id } = add({})
  expect(add({}, '2027-01-31')).toMatchObject({ id, notAfterOn: '2027-01-31' })
  add({ name: 'Jodok Beispielmann' })
  add({ mobile: '05572 654321' })
  add({ service_id: 'akupunktur' })
  expect(listWaiting(app.ctx())).toHaveLength(4)
})

describe('the entries of an origin', () => {
  const join = (email: string, origin: string | undefined) => app.joinAsStranger(email, origin)

  it('are limited to six at a time, not counting those made by the practice', () => {
    for (let i = 0; i < 7; i++) app.addCaller(`caller${i}`)
    const [first] = Array.from({ length: 6 }, (_, i) => join(`a${i}@a.example`, 'origin a'))

    expect(refusalOf(() => join('seventh@a.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      message:
        'Von Ihrem Internetanschluss warten schon sechs Einträge auf der Warteliste. Bitte rufen Sie uns an: +43 5572 000000.',
    })

    // The origin can still change the wishes of an entry, and other origins can join.
    expect(join('a0@a.example', 'origin a').id).toBe(first?.id)
    for (const origin of ['b', undefined]) join(`other${origin}@a.example`, origin)
    leaveWaitingList(app.ctx(), first?.id ?? '')
    join('seventh@a.example', 'origin a')
  })

  it('are not limited with RATE_LIMITS=off or for unknown origins', () => {
    const unlimited = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    const visitor = { browser: undefined, origin: 'origin a' }
    for (let i = 0; i < 7; i++) {
      const booking = app.addBooking(new Date(Date.parse(LATER_START) + i * HOUR).toISOString())
      joinWaitingList(unlimited, { booking_id: booking.id, ...ANY_TIME }, visitor)
    }
    for (let i = 0; i < 7; i++) join(`b${i}@a.example`, undefined)
    expect(listWaiting(app.ctx())).toHaveLength(14)
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

describe('an entry', () => {
  it('keeps its place when its wishes are changed', () => {
    const first = app.addCaller('first')
    app.pass(MINUTE)
    app.addCaller('second')
    expect(app.addCaller('first', { parts: ['morning'] })).toMatchObject({ id: first.id, parts: ['morning'] })
    expect(listWaiting(app.ctx()).map(({ name }) => name)).toEqual(['first', 'second'])
  })

  it('keeps the name and number that the practice has entered when the patient changes the wishes', async () => {
    const browser = app.browser()
    await verifyEmailAddress(app, browser, 'otto@warteliste.example')
    const person = { name: 'Otto Beispielmann', email: 'otto@warteliste.example', mobile: '0660 0000034' }
    addToWaitingList(app.assistant(), { service_id: 'folgebehandlung', ...person, ...ANY_TIME })

    const wishes = { ...ANY_TIME, parts: ['morning'] }
    const changed = { service_id: 'folgebehandlung', email: person.email, ...wishes }
    await browser.post('/api/waiting-list', changed)
    expect(listWaiting(app.ctx())).toMatchObject([{ ...person, parts: ['morning'] }])
  })

  it('gets no offer while its service is not active', () => {
    app.addCaller('rosa')
    app.change(`update services set active = 0 where id = 'folgebehandlung'`)
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    expect(app.offers()).toEqual([])
  })

  it('is refused for an appointment that was called off', () => {
    const cancelled = app.addBooking(LATER_START, { status: 'cancelled' })
    expect(refusalCode(() => app.joinWithBooking(cancelled))).toBe('already_decided')
  })

  it('is refused for an appointment that has begun', () => {
    const begun = app.addBooking('2027-01-07T13:00:00+01:00')
    expect(refusalCode(() => app.joinWithBooking(begun))).toBe('too_late')
  })

  it('is refused for an unknown service', () => {
    expect(refusalCode(() => app.addCaller('rosa', {}, 'unknown'))).toBe('service_not_found')
  })

  it('is refused while the waiting list is switched off', () => {
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(refusalCode(() => app.addCaller('rosa'))).toBe('closed')
  })
})
