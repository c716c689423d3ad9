import { beforeEach, describe, expect, it } from 'vitest'
import { writeWeek } from '../schedule/hours.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertHold } from '../testing/bookings.ts'
import { recordPlanSteps } from '../testing/query-plan.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { refuseOffer } from './offer-answers.ts'
import { readOfferQueue } from './offer-queue.ts'
import { makeDueOffers, offerInSteps } from './offers.ts'
import { countTakenBack, isUnderPressure } from './strangers.ts'
import { UNDO_MS } from './undo.ts'

const WEDNESDAY = '2027-01-13T09:00:00+01:00'
const THURSDAY = '2027-01-14T09:00:00+01:00'
const FRIDAY = '2027-01-15T09:00:00+01:00'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
})

const offered = () => app.openOffers().map(({ name }) => name)
/** Lets a new time be offered. */
const offer = (start: string) => {
  app.free(start)
  app.offerDue()
}
/** The practice has confirmed an appointment of this address. */
const confirmed = (email: string) => app.aBooking('2027-01-07T08:00:00+01:00', { email })

describe('a stranger, of whom the practice has confirmed nothing,', () => {
  it('waits while another one of the same origin has an offer', () => {
    for (const [email, origin] of [
      ['first@a.example', 'a'],
      ['second@a.example', 'a'],
      ['other@b.example', 'b'],
    ] as const) {
      app.stranger(email, origin)
      app.pass(MINUTE)
    }
    offer(FREED_START)
    offer(WEDNESDAY)
    offer(THURSDAY)
    expect(offered()).toEqual(['first@a.example', 'other@b.example'])
    // The time stays noted, and is offered as soon as the origin has answered.
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(offered()).toEqual(['other@b.example', 'second@a.example'])
  })

  it('comes after all others once an offer to the origin came to nothing, and gets none for a day after three', () => {
    for (const email of ['first@a.example', 'second@a.example', 'third@a.example']) app.stranger(email, 'a')
    offer(FREED_START)
    expect(offered()).toEqual(['first@a.example'])
    app.pass(HOUR)
    app.stranger('later@b.example', 'b')
    app.offerDue()
    expect(offered()).toEqual(['later@b.example'])
    // Two more of the origin come to nothing.
    for (const start of [WEDNESDAY, THURSDAY]) {
      offer(start)
      const open = app.openOffers().find(({ name }) => name.endsWith('@a.example'))
      refuseOffer(app.ctx(), open?.id ?? '')
    }
    app.offerDue()
    offer(FRIDAY)
    expect(offered()).toEqual(['later@b.example'])
    app.pass(DAY_LENGTH)
    app.offerDue()
    expect(offered().some((name) => name.endsWith('@a.example'))).toBe(true)
  })

  it('has a place like others once the practice has confirmed an appointment, and where it has made the entry', () => {
    app.stranger('first@a.example', 'a')
    app.stranger('patient@a.example', 'a')
    confirmed('patient@a.example')
    app.caller('caller')
    for (const start of [FREED_START, WEDNESDAY, THURSDAY]) offer(start)
    expect(offered()).toEqual(['first@a.example', 'patient@a.example', 'caller'])
  })
})

describe('strangers together', () => {
  /** 38 hours of work, of which five per cent have room for three appointments of half an hour. */
  const freeTuesday = () => app.freeByAbsence('2027-01-12T08:00:00+01:00', 10 * 60)

  it('are offered five per cent of a week at the same time, and patients and callers the rest', () => {
    for (let i = 0; i < 6; i++) app.stranger(`s${i}@a.example`, `origin ${i}`)
    freeTuesday()
    app.offerDue()
    expect(offered()).toEqual(['s0@a.example', 's1@a.example', 's2@a.example'])
    app.caller('caller')
    app.wait(app.aBooking(LATER_START))
    app.offerDue()
    expect(offered().slice(3)).toEqual(['caller', 'Rosa'])
    // An answer makes room for the next one.
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(offered()).toContain('s3@a.example')
  })

  it('are offered the same share under pressure, whatever holds and requests take', () => {
    const aRequest = (start: string, i: number) =>
      app.aBooking(start, {
        status: 'requested',
        origin: `o${i % 12}`,
        email: `${i}@a.example`,
        createdAt: Date.now(),
      })
    // Twelve origins with two requests each, of which two hours and a half are in the freed week.
    for (let i = 0; i < 24; i++)
      aRequest(new Date(Date.parse(i < 5 ? THURSDAY : LATER_START) + i * HOUR).toISOString(), i)
    insertHold(app.ctx().db, { email: 'held@a.example', now: Date.now(), startsAt: Date.parse(FRIDAY) })
    expect(isUnderPressure(app.ctx())).toBe(true)
    for (let i = 0; i < 6; i++) app.stranger(`s${i}@a.example`, `origin ${i}`)
    freeTuesday()
    app.offerDue()
    expect(offered()).toEqual(['s0@a.example', 's1@a.example', 's2@a.example'])
  })

  it('are offered one time in any week, however short it is', () => {
    writeWeek(app.ctx(), [[], [], [[510, 570]], [], [], [], []])
    for (const name of ['a', 'b']) app.stranger(`${name}@a.example`, name)
    app.freeByAbsence(FREED_START, 60)
    app.offerDue()
    expect(offered()).toEqual(['a@a.example'])
  })

  it('come later under pressure the more holds of their origin came to nothing', () => {
    for (const origin of ['a', 'b', 'c']) app.stranger(`s@${origin}.example`, origin)
    for (const origin of ['a', 'a', 'b']) countTakenBack(app.ctx(), origin)
    const [first] = readOfferQueue(app.ctx()).waiting
    expect(first?.entry.origin).toBe('a')
    for (let i = 0; i < 12; i++) countTakenBack(app.ctx(), `o${i}`)
    expect(readOfferQueue(app.ctx()).waiting.map(({ entry }) => entry.origin)).toEqual(['c', 'b', 'a'])
    // Somebody whom the practice knows keeps the place.
    confirmed('s@a.example')
    expect(readOfferQueue(app.ctx()).waiting.map(({ entry }) => entry.origin)).toEqual(['a', 'c', 'b'])
  })

  it('have no such limit while limits are off', () => {
    for (let i = 0; i < 6; i++) app.stranger(`s${i}@a.example`, 'a')
    freeTuesday()
    app.pass(UNDO_MS)
    const { config } = app.ctx()
    makeDueOffers({ ...app.ctx(), config: { ...config, rateLimits: false } })
    expect(offered()).toHaveLength(6)
  })

  it('of fifty origins who answer nothing keep nobody from an offer for long who has joined last', () => {
    for (let i = 0; i < 300; i++) app.stranger(`w${i}@a.example`, `origin ${i % 50}`)
    app.stranger('honest@b.example', 'b')
    const isHonestOffered = () => app.offers().some(({ name }) => name === 'honest@b.example')
    // On the first morning a few times become free, which are offered by day until somebody takes them.
    let hours = 0
    const at = (days: number, hour: number) => {
      const instant = Date.parse('2027-01-08T08:00:00+01:00') + days * DAY_LENGTH + hour * HOUR
      return new Date(instant).toISOString()
    }
    for (let day = 0; day < 3; day++)
      for (let hour = 0; hour < 12 && !isHonestOffered(); hour++, hours++) {
        app.at(at(day, hour))
        if (day === 0 && hour < 4) for (const days of [4, 11]) app.free(at(days, hour))
        app.offerDue()
        expect(app.openOffers().length).toBeLessThanOrEqual(6)
      }
    expect([isHonestOffered(), app.offers().length > 50]).toEqual([true, true])
    expect(hours).toBeLessThan(30)
  })
})

describe('the work of offering', () => {
  const statements = (entries: number) => {
    const own = openWaitingListApp()
    for (let i = 0; i < entries; i++) own.stranger(`w${i}@a.example`, `origin ${i % 10}`)
    for (let i = 0; i < 30; i++) own.free(new Date(Date.parse(FREED_START) + i * DAY_LENGTH).toISOString())
    own.offerDue()
    const steps = recordPlanSteps(own.ctx().db)
    makeDueOffers(own.ctx())
    return steps().length
  }

  it('needs as many statements for sixty entries as for ten', () => {
    expect(statements(60)).toBe(statements(10))
  })

  it('is done in steps of twenty freed times, between which others can be answered', () => {
    app.caller('caller')
    for (let i = 0; i < 45; i++) app.free(new Date(Date.parse(FREED_START) + i * HOUR).toISOString())
    app.pass(UNDO_MS)
    const step = offerInSteps(app.ctx)
    expect([step(), step(), step()]).toEqual([true, true, false])
  })
})
