import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../db/schema.ts'
import { withBody } from '../messaging/outbox/packed-bodies.ts'
import { findStaleReason } from '../messaging/outbox/staleness.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { HOUR } from '../shared/day.ts'
import { DISK_FULL, withFullDisk } from '../testing/full-disk.ts'
import { refusalCode } from '../testing/refusal.ts'
import {
  FREED_START,
  openWaitingListApp,
  spanFrom,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { refuseOffer, takeOffer } from './offer-answers.ts'
import { makeDueOffers } from './offers.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('an offer to somebody without an appointment', () => {
  /** Offers `FREED_START` to a caller. @returns the id of the offer */
  const offerToCaller = () => {
    app.addCaller('rosa')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    return app.openOfferId()
  }

  it('becomes a hold when it is taken, lasting until the offer would have expired', () => {
    const id = offerToCaller()
    const taken = takeOffer(app.ctx(), id)
    expect(taken).toEqual({ kind: 'hold', hold: { id: expect.any(String), expiresAt: app.ctx().now + HOUR } })
    expect(takeOffer(app.ctx(), id)).toMatchObject(taken)
    expect(app.occupied()).toEqual([spanFrom(FREED_START)])
    expect(app.rows('select email from holds')).toEqual([{ email: 'rosa@warteliste.example' }])
    app.pass(HOUR)
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('cannot be taken once its day is a holiday, and leaves the day occupied', () => {
    const holiday = '2027-03-29'
    app.addCaller('rosa', { not_after: holiday })
    app.freeTime(`${holiday}T09:00:00+02:00`)
    app.offerAfterUndoTime()
    closeHolidays(app.ctx())
    expect(refusalCode(() => takeOffer(app.ctx(), app.openOfferId()))).toBe('offer_gone')
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    expect(listFreeSlots(app.ctx(), holiday, 'folgebehandlung').starts).toEqual([])
  })

  it('cannot be taken or refused once it has expired', () => {
    const id = offerToCaller()
    app.pass(HOUR)
    for (const answer of [takeOffer, refuseOffer])
      expect(refusalCode(() => answer(app.ctx(), id))).toBe('offer_gone')
    makeDueOffers(app.ctx())
    expect(app.summariseOffers()).toEqual([['rosa', 'expired', FREED_START]])
  })

  it('can still be taken after a database failure', () => {
    const id = offerToCaller()
    withFullDisk(app.ctx(), 'insert on holds', () =>
      expect(() => takeOffer(app.ctx(), id)).toThrow(DISK_FULL),
    )
    expect(takeOffer(app.ctx(), id)).toMatchObject({ kind: 'hold' })
  })

  it('cannot be taken once it was refused', () => {
    const id = offerToCaller()
    refuseOffer(app.ctx(), id)
    refuseOffer(app.ctx(), id)
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('is not found under an unknown id', () => {
    expect(refusalCode(() => takeOffer(app.ctx(), 'unknown'))).toBe('not found')
  })

  it('is no longer sent once it cannot be taken', () => {
    const id = offerToCaller()
    const message = app.ctx().db.select().from(messages).where(eq(messages.offerId, id)).get()
    if (message === undefined) throw new Error('No message has the offer.')
    const findReason = () => findStaleReason(app.ctx(), withBody(app.ctx(), message))
    expect(findReason()).toBeUndefined()
    refuseOffer(app.ctx(), id)
    expect(findReason()).toBe('Nicht mehr gesendet: Das Angebot gilt nicht mehr.')
  })
})
