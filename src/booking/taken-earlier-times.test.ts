import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { decisionLinkIn } from '../testing/links.ts'
import { refusalCode } from '../testing/refusal.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  spanFrom,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient } from './cancellation.ts'
import { closeTime } from './closed-times.ts'
import { decideBooking, readDecisionLink } from './decisions.ts'
import { takeOffer } from './offer-answers.ts'
import { undoChange } from './undo.ts'
import { listWaiting } from './waiting-entries.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

const CLOSURE = { kind: 'closure', title: '', reason: '', resource_id: null } as const

/** Offers `FREED_START` to the patient of an appointment at `LATER_START`, and clears the outbox. */
const offerEarlier = (changes: Partial<Booking> = {}) => {
  const booking = app.addBooking(LATER_START, changes)
  app.joinWithBooking(booking)
  app.freeTime(FREED_START)
  app.offerAfterUndoTime()
  app.changeRows('delete from messages')
  return { booking, offerId: app.openOfferId() }
}

describe('the offer of an earlier time for an appointment, when taken,', () => {
  it('moves the appointment, keeps its status, and ends the waiting entry', () => {
    const { booking, offerId } = offerEarlier()
    expect(takeOffer(app.ctx(), offerId)).toMatchObject({
      booking: {
        id: booking.id,
        status: 'confirmed',
        startsAt: Date.parse(FREED_START),
        calendarSequence: 1,
        fromWaitingList: true,
      },
    })
    expect(app.occupied()).toEqual([spanFrom(FREED_START)])
    expect(app.rows('select kind, actor, moved_to_at from events order by id desc limit 1')).toEqual([
      { kind: 'offer-taken', actor: 'visitor', moved_to_at: Date.parse(FREED_START) },
    ])
    expect(listWaiting(app.ctx())).toEqual([])
  })

  it('notifies the patient, with a calendar file, and the practice', () => {
    const { offerId } = offerEarlier()
    takeOffer(app.ctx(), offerId)
    const mails = app.rows<{ kind: string; status: string; text: string; calendar: string }>(
      'select * from messages order by id',
    )
    expect(mails.map(({ kind, status }) => [kind, status])).toEqual([
      ['moved', 'queued'],
      ['moved-by-patient', 'queued'],
    ])
    const [toPatient, toPractice] = mails
    expect(toPatient?.calendar).toContain('METHOD:REQUEST')
    expect(toPractice?.text).toContain('hat eine Zeit der Warteliste angenommen.')
  })

  it('changes nothing the second time', () => {
    const { offerId } = offerEarlier()
    takeOffer(app.ctx(), offerId)
    expect(takeOffer(app.ctx(), offerId)).toMatchObject({ booking: { startsAt: Date.parse(FREED_START) } })
    expect(app.rows('select id from messages')).toHaveLength(2)
  })

  it('frees the old time of the appointment for the next person', () => {
    takeOffer(app.ctx(), offerEarlier().offerId)
    app.addCaller('next')
    app.offerAfterUndoTime()
    expect(app.listOpenOffers()).toMatchObject([{ name: 'next', starts_at: Date.parse(LATER_START) }])
  })

  it('replaces the decision links of a request', () => {
    const { booking, offerId } = offerEarlier({ status: 'requested' })
    takeOffer(app.ctx(), offerId)
    expect(getBooking(app.ctx(), booking.id)).toMatchObject({ status: 'requested', moves: 1 })

    const [mail] = app.rows<{ text: string }>(`select text from messages where kind = 'moved-by-patient'`)
    const { sig } = decisionLinkIn(mail?.text ?? '', 'confirm')
    const staff: Ctx = { ...app.ctx(), actor: { kind: 'staff-link' } }
    const newLink = readDecisionLink(staff, 'confirm', booking.id, sig)
    // A link from before the move has the earlier number of moves.
    const earlierLink = { ...newLink, moves: 0 }
    const confirmBy = (link: typeof newLink) =>
      decideBooking(staff, booking.id, { decision: 'confirm', link })
    expect(refusalCode(() => confirmBy(earlierLink))).toBe('bad_signature')
    expect(confirmBy(newLink).booking.status).toBe('confirmed')
  })

  it('replaces the move that the patient has asked for', () => {
    const { booking, offerId } = offerEarlier()
    app.askToMove(booking, '2027-02-03T09:00:00+01:00')
    takeOffer(app.ctx(), offerId)
    expect(getBooking(app.ctx(), booking.id)).toMatchObject({
      startsAt: Date.parse(FREED_START),
      moveToAt: null,
    })
    expect(app.occupied()).toEqual([spanFrom(FREED_START)])
  })

  it('ends the ten seconds for undoing a confirmation', () => {
    const { booking, offerId } = offerEarlier({ status: 'requested' })
    decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable: true })
    takeOffer(app.ctx(), offerId)
    expect(refusalCode(() => undoChange(app.assistant(), booking.id))).toBe('too_late')
    const stillDelayed = `select id from messages where kind = 'confirmed' and due_at > ?`
    expect(app.rows(stillDelayed, app.ctx().now)).toEqual([])
  })

  it('does not count towards the moves that a patient may make', () => {
    const { booking, offerId } = offerEarlier()
    // These are two of the three moves that a patient may make (`MOVES_OF_PATIENT`).
    app.askToMove(booking, '2027-02-04T09:00:00+01:00')
    app.askToMove(booking, '2027-02-04T10:00:00+01:00')
    takeOffer(app.ctx(), offerId)
    const thirdStart = '2027-01-13T09:00:00+01:00'
    expect(app.askToMove(booking, thirdStart)).toMatchObject({ moveToAt: Date.parse(thirdStart) })
  })
})

describe('the offer of an earlier time for an appointment', () => {
  it('can be taken even after the cut-off for moves', () => {
    // The clock starts at `NOW`, on 7 January at 13:40, less than 24 hours before the appointment.
    app.joinWithBooking(app.addBooking('2027-01-08T09:00:00+01:00'))
    app.freeTime('2027-01-07T17:00:00+01:00')
    app.offerAfterUndoTime()
    expect(takeOffer(app.ctx(), app.openOfferId())).toMatchObject({ booking: { status: 'confirmed' } })
  })

  it('stays open when the practice undoes a confirmation', () => {
    const { booking, offerId } = offerEarlier({ status: 'requested' })
    decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable: true })
    undoChange(app.assistant(), booking.id)
    expect(app.openOfferId()).toBe(offerId)
  })

  it.each<{ what: string; change: (booking: Booking) => unknown }>([
    {
      what: 'moved by the practice',
      change: (booking) => app.moveByStaff(booking, '2027-02-03T09:00:00+01:00'),
    },
    { what: 'cancelled', change: ({ id }) => cancelByPatient(app.ctx(), id, '') },
  ])('is withdrawn when the appointment is $what', ({ change }) => {
    const { booking, offerId } = offerEarlier()
    change(booking)
    expect(refusalCode(() => takeOffer(app.ctx(), offerId))).toBe('offer_gone')
    expect(app.occupied().filter(([start]) => start === Date.parse(FREED_START))).toEqual([])
  })

  it.each<{ what: string; change: (booking: Booking) => unknown }>([
    { what: 'moved', change: (booking) => app.moveByStaff(booking, LATER_START) },
    { what: 'cancelled', change: (booking) => app.cancel(booking) },
  ])('is gone when taken again after the appointment was $what', ({ change }) => {
    const { booking, offerId } = offerEarlier()
    takeOffer(app.ctx(), offerId)
    expect(takeOffer(app.ctx(), offerId)).toMatchObject({ booking: { startsAt: Date.parse(FREED_START) } })
    change(booking)
    expect(refusalCode(() => takeOffer(app.ctx(), offerId))).toBe('offer_gone')
  })

  it('is withdrawn when the practice closes the offered time', () => {
    const { offerId } = offerEarlier()
    closeTime(app.assistant(), { ...CLOSURE, from: '2027-01-12', to: '2027-01-12' })
    expect(refusalCode(() => takeOffer(app.ctx(), offerId))).toBe('offer_gone')
  })
})
