import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { type Booking, messages } from '../db/schema.ts'
import { findStaleReason } from '../messaging/outbox/staleness.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { HOUR } from '../shared/day.ts'
import { DISK_FULL, withFullDisk } from '../testing/full-disk.ts'
import { decisionLinkIn } from '../testing/links.ts'
import { refusalCode } from '../testing/refusal.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  span,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient } from './cancellation.ts'
import { closeTime } from './closed-times.ts'
import { decideBooking, readLink } from './decisions.ts'
import { refuseOffer, takeOffer } from './offer-answers.ts'
import { makeDueOffers } from './offers.ts'
import { undoDecision } from './undo.ts'
import { listWaiting } from './waiting-entries.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

const CLOSURE = { kind: 'closure', title: '', reason: '', resource_id: null } as const

describe('an offer with an appointment', () => {
  /** Offers an earlier time to the patient of an appointment. */
  const offerEarlier = (changes: Partial<Booking> = {}) => {
    const booking = app.addBooking(LATER_START, changes)
    app.joinWithBooking(booking)
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    app.change('delete from messages')
    return { booking, id: app.openOfferId() }
  }

  it('moves the appointment at once when it is taken, keeps the status, and tells the practice', () => {
    const { booking, id } = offerEarlier()
    app.at('2027-01-07T14:00:00+01:00')
    expect(takeOffer(app.ctx(), id)).toMatchObject({
      booking: {
        id: booking.id,
        status: 'confirmed',
        startsAt: Date.parse(FREED_START),
        calendarSequence: 1,
        fromWaitingList: true,
      },
    })
    expect(app.occupied()).toEqual([span(FREED_START)])
    expect(app.rows('select kind, status from messages order by id')).toEqual([
      { kind: 'moved', status: 'queued' },
      { kind: 'moved-by-patient', status: 'queued' },
    ])

    const [patient, practice] = app.rows<{ text: string; calendar: string }>(
      'select * from messages order by id',
    )
    expect(patient?.calendar).toContain('METHOD:REQUEST')
    expect(practice?.text).toContain('hat eine Zeit der Warteliste angenommen.')
    expect(app.rows('select kind, actor, moved_to_at from events order by id desc limit 1')).toEqual([
      { kind: 'offer-taken', actor: 'visitor', moved_to_at: Date.parse(FREED_START) },
    ])
    expect(listWaiting(app.ctx())).toEqual([])
  })

  it('is taken once, and a second press changes nothing', () => {
    const { id } = offerEarlier()
    takeOffer(app.ctx(), id)
    expect(takeOffer(app.ctx(), id)).toMatchObject({ booking: { startsAt: Date.parse(FREED_START) } })
    expect(app.rows('select id from messages')).toHaveLength(2)
  })

  it('that is taken frees the earlier time of the appointment for the next who waits', () => {
    takeOffer(app.ctx(), offerEarlier().id)
    app.addCaller('next')
    app.offerFreedTimes()
    expect(app.openOffers()).toMatchObject([{ name: 'next', starts_at: expect.any(Number) }])
  })

  it('of a request gives the practice new links, and links from before decide nothing', () => {
    const { booking, id } = offerEarlier({ status: 'requested' })
    takeOffer(app.ctx(), id)
    const [{ text = '' } = {}] = app.rows<{ text: string }>(
      `select text from messages where kind = 'moved-by-patient'`,
    )
    const { sig } = decisionLinkIn(text, 'confirm')
    const staff: Ctx = { ...app.ctx(), actor: { kind: 'staff-link' } }
    const link = readLink(staff, 'confirm', booking.id, sig)
    expect(getBooking(app.ctx(), booking.id)).toMatchObject({ status: 'requested', moves: 1 })
    expect(
      refusalCode(() =>
        decideBooking(staff, booking.id, { decision: 'confirm', link: { ...link, moves: 0 } }),
      ),
    ).toBe('bad_signature')
    expect(decideBooking(staff, booking.id, { decision: 'confirm', link }).booking.status).toBe('confirmed')
  })

  it('replaces the move that its patient asks for', () => {
    const { booking, id } = offerEarlier()
    app.askToMove(booking, '2027-02-03T09:00:00+01:00')
    takeOffer(app.ctx(), id)
    expect(getBooking(app.ctx(), booking.id)).toMatchObject({
      startsAt: Date.parse(FREED_START),
      moveToAt: null,
    })
    expect(app.occupied()).toEqual([span(FREED_START)])
  })

  it('can be taken although it is too late to move the appointment otherwise', () => {
    app.joinWithBooking(app.addBooking('2027-01-08T09:00:00+01:00'))
    app.freeTime('2027-01-07T17:00:00+01:00')
    app.offerFreedTimes()
    expect(takeOffer(app.ctx(), app.openOfferId())).toMatchObject({ booking: { status: 'confirmed' } })
  })

  it('stays open when the practice takes a confirmation back', () => {
    const { booking, id } = offerEarlier({ status: 'requested' })
    decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable: true })
    undoDecision(app.assistant(), booking.id)
    expect(app.openOfferId()).toBe(id)
  })

  it('ends the ten seconds in which the practice can take its confirmation back', () => {
    const { booking, id } = offerEarlier({ status: 'requested' })
    decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable: true })
    takeOffer(app.ctx(), id)
    expect(refusalCode(() => undoDecision(app.assistant(), booking.id))).toBe('too_late')
    const due = app.rows<{ due_at: number }>(`select due_at from messages where kind = 'confirmed'`)
    expect(due.every(({ due_at }) => due_at <= app.ctx().now)).toBe(true)
  })

  it.each([
    ['moved by the practice', (booking: Booking) => app.moveByStaff(booking, '2027-02-03T09:00:00+01:00')],
    ['cancelled', ({ id }: Booking) => cancelByPatient(app.ctx(), id, '')],
  ])('is withdrawn when the appointment is %s', (_, change) => {
    const { booking, id } = offerEarlier()
    change(booking)
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
    expect(app.occupied().filter(([start]) => start === Date.parse(FREED_START))).toEqual([])
  })

  it.each([
    ['moved', (booking: Booking) => app.moveByStaff(booking, LATER_START)],
    ['cancelled', (booking: Booking) => app.cancel(booking)],
  ])('is not said to be taken once more when the appointment was %s since', (_, change) => {
    const { booking, id } = offerEarlier()
    takeOffer(app.ctx(), id)
    expect(takeOffer(app.ctx(), id)).toMatchObject({ booking: { startsAt: Date.parse(FREED_START) } })
    change(booking)
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('is withdrawn when the practice closes the offered time', () => {
    const { id } = offerEarlier()
    closeTime(app.assistant(), { ...CLOSURE, from: '2027-01-12', to: '2027-01-12' })
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('that is taken does not count as one of the moves that a patient may make', () => {
    const { booking, id } = offerEarlier()
    for (const hour of ['09', '10']) app.askToMove(booking, `2027-02-04T${hour}:00:00+01:00`)
    takeOffer(app.ctx(), id)
    const start = '2027-01-13T09:00:00+01:00'
    expect(app.askToMove(booking, start)).toMatchObject({ moveToAt: Date.parse(start) })
  })
})

describe('an offer', () => {
  /** Offers a time to somebody without an appointment, and returns the id of the offer. */
  const offerToCaller = () => {
    app.addCaller('rosa')
    app.freeTime(FREED_START)
    app.offerFreedTimes()
    return app.openOfferId()
  }

  it('without an appointment becomes a hold, which lasts as long as the offer would have', () => {
    const id = offerToCaller()
    const taken = takeOffer(app.ctx(), id)
    expect(taken).toEqual({ hold: { id: expect.any(String), expiresAt: app.ctx().now + HOUR } })
    expect(takeOffer(app.ctx(), id)).toMatchObject(taken)
    expect(app.occupied()).toEqual([span(FREED_START)])
    expect(app.rows('select email from holds')).toEqual([{ email: 'rosa@warteliste.example' }])
    app.pass(HOUR)
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('without an appointment cannot be taken once its day is a holiday, whose time stays occupied', () => {
    const holiday = '2027-03-29'
    app.addCaller('rosa', { not_after: holiday })
    app.freeTime(`${holiday}T09:00:00+02:00`)
    app.offerFreedTimes()
    closeHolidays(app.ctx())
    expect(refusalCode(() => takeOffer(app.ctx(), app.openOfferId()))).toBe('offer_gone')
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    expect(listFreeSlots(app.ctx(), holiday, 'folgebehandlung').starts).toEqual([])
  })

  it('cannot be taken or refused once it has run out', () => {
    const id = offerToCaller()
    app.pass(HOUR)
    for (const answer of [takeOffer, refuseOffer])
      expect(refusalCode(() => answer(app.ctx(), id))).toBe('offer_gone')
    makeDueOffers(app.ctx())
    expect(app.shownOffers()).toEqual([['rosa', 'expired', FREED_START]])
  })

  it('is not called gone when the database fails, and can be taken afterwards', () => {
    const id = offerToCaller()
    withFullDisk(app.ctx(), 'insert on holds', () =>
      expect(() => takeOffer(app.ctx(), id)).toThrow(DISK_FULL),
    )
    expect(takeOffer(app.ctx(), id)).toMatchObject({ hold: { id: expect.any(String) } })
  })

  it('cannot be taken once it was refused', () => {
    const id = offerToCaller()
    refuseOffer(app.ctx(), id)
    refuseOffer(app.ctx(), id)
    expect(refusalCode(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('that does not exist is not found', () => {
    expect(refusalCode(() => takeOffer(app.ctx(), 'unknown'))).toBe('not found')
  })

  it('is not sent any more once it cannot be taken', () => {
    const id = offerToCaller()
    const message = app.ctx().db.select().from(messages).where(eq(messages.offerId, id)).get()
    const reason = () => findStaleReason(app.ctx(), message as never)
    expect(reason()).toBeUndefined()
    refuseOffer(app.ctx(), id)
    expect(reason()).toBe('Nicht mehr gesendet: Das Angebot gilt nicht mehr.')
  })
})
