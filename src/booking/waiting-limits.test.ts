import { beforeEach, describe, expect, it } from 'vitest'
import { getService, saveService } from '../schedule/services.ts'
import { HOUR } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import {
  ANY_TIME,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { leaveWaitingList } from './ended-entries.ts'
import { listWaiting } from './waiting-entries.ts'
import { joinWaitingList } from './waiting-list.ts'

// The limits of waiting-limits.ts, restated so that these tests fail when a limit is changed.
const LIVE_PER_ORIGIN = 6
const LIVE_PER_MAILBOX = 6
const SAVED_PER_HOUR = 20

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
    for (let i = 1; i < LIVE_PER_ORIGIN; i++) join(`a${i}@a.example`, origin)
    return first
  }

  it('are limited to six at a time, not counting those made by the practice', () => {
    for (let i = 0; i <= LIVE_PER_ORIGIN; i++) app.addCaller(`caller${i}`)
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
    expect(listWaiting(app.ctx())).toHaveLength(LIVE_PER_ORIGIN + 2)
  })

  it('are not limited with RATE_LIMITS=off', () => {
    const unlimited = { ...app.ctx(), config: { ...app.ctx().config, rateLimits: false } }
    const visitor = { browser: undefined, origin: 'origin a' }
    for (let i = 0; i <= LIVE_PER_ORIGIN; i++) {
      const booking = app.addBooking(isoAt(Date.parse(LATER_START) + i * HOUR))
      joinWaitingList(unlimited, { booking_id: booking.id, ...ANY_TIME }, visitor)
    }
    expect(listWaiting(app.ctx())).toHaveLength(LIVE_PER_ORIGIN + 1)
  })

  it('are not limited while origins are unknown', () => {
    for (let i = 0; i <= LIVE_PER_ORIGIN; i++) join(`b${i}@a.example`, undefined)
    expect(listWaiting(app.ctx())).toHaveLength(LIVE_PER_ORIGIN + 1)
  })

  it('can be made or changed twenty times an hour', () => {
    // The first call makes the entry, and the others change it.
    for (let i = 0; i < SAVED_PER_HOUR; i++) join('a@a.example', 'origin a')
    expect(refusalOf(() => join('a@a.example', 'origin a'))).toMatchObject({
      code: 'too_many',
      facts: { phone: '+43 5572 000000', retry_after: HOUR / 1000 },
      message: expect.stringMatching(/^Von Ihrem Internetanschluss kamen gerade .*: \+43 5572 000000\.$/),
    })
    join('a@a.example', 'origin b')
    for (let i = 0; i <= SAVED_PER_HOUR; i++) join('b@a.example', undefined)
    app.pass(HOUR)
    join('a@a.example', 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(2)
  })
})

describe('the entries of a mailbox', () => {
  /** The e-mail address that `addCaller` gives to Otto. */
  const EMAIL_OF_OTTO = 'otto@warteliste.example'

  /** Adds this many entries of one mailbox, each for another service, but none for `folgebehandlung`. */
  const addCallers = (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = `service-${i}`
      saveService(app.ctx(), { ...getService(app.ctx(), 'akupunktur'), id, name: id })
      app.addCaller('otto', { service_id: id })
    }
  }

  it('can be as many as those of an origin', () => {
    addCallers(LIVE_PER_MAILBOX - 1)
    app.joinAsStranger(EMAIL_OF_OTTO, 'origin a')
    expect(listWaiting(app.ctx())).toHaveLength(LIVE_PER_MAILBOX)
  })

  it('are limited to six for strangers', () => {
    addCallers(LIVE_PER_MAILBOX)
    expect(refusalOf(() => app.joinAsStranger(EMAIL_OF_OTTO, 'origin a'))).toMatchObject({
      code: 'too_many',
      message: expect.stringContaining('Sie stehen bereits sechsmal auf der Warteliste.'),
    })
  })

  it('can still be changed by a stranger when there are six', () => {
    const { id } = app.addCaller('otto')
    addCallers(LIVE_PER_MAILBOX - 1)
    expect(app.joinAsStranger(EMAIL_OF_OTTO, 'origin a').id).toBe(id)
  })
})
