import { beforeEach, describe, expect, it } from 'vitest'
import { deleteResource } from '../schedule/resource-deletion.ts'
import { saveResource } from '../schedule/resources.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTwoDoctorsApp, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { FREED_START, LATER_START } from '../testing/waiting-list-app.ts'
import { offerByHand } from './manual-offers.ts'
import { takeOffer } from './offer-answers.ts'

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
})

describe('a freed time', () => {
  it('of the second doctor is offered to somebody without a wish, and held with that doctor when taken', () => {
    app.addCaller('anna')
    app.cancel(app.addBooking(FREED_START, { resourceId: 'doctor-2' }))
    app.offerAfterUndoTime()
    expect(app.listReserved()).toEqual([['doctor-2', FREED_START]])
    const taken = takeOffer(app.ctx(), app.openOfferId())
    expect(taken.kind).toBe('hold')
    expect(app.listReserved()).toEqual([['doctor-2', FREED_START]])
  })

  it('is not offered to somebody who wants another doctor or has an appointment there', () => {
    app.addCaller('anna', { resource: 'doctor-1' })
    app.joinWithBooking(app.addBooking(LATER_START))
    app.cancel(app.addBooking(FREED_START, { resourceId: 'doctor-2' }))
    app.offerAfterUndoTime()
    expect(app.listOpenOffers()).toEqual([])
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['anna', 'open', FREED_START]])
  })

  it('of the wanted doctor moves an appointment to that doctor', () => {
    const booking = app.addBooking(LATER_START)
    app.joinWithBooking(booking, { resource: 'doctor-2' })
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOpenOffers()).toEqual([])
    app.cancel(app.addBooking(FREED_START, { resourceId: 'doctor-2' }))
    app.offerAfterUndoTime()
    takeOffer(app.ctx(), app.openOfferId())
    expect(app.listReserved()).toEqual([['doctor-2', FREED_START]])
    expect(app.resourcesOf(booking.id)).toMatchObject({ resource_id: 'doctor-2' })
  })

  it('is offered to the patients of a doctor who takes no more appointments, if only one other does', () => {
    const booking = app.addBooking(LATER_START, { resourceId: 'doctor-2' })
    app.joinWithBooking(booking)
    saveResource(app.ctx(), 'doctor-2', { active: false })
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    takeOffer(app.ctx(), app.openOfferId())
    expect(app.listReserved()).toEqual([['doctor-1', FREED_START]])
    expect(app.resourcesOf(booking.id)).toMatchObject({ resource_id: 'doctor-1' })
  })

  it('can be offered by hand with the wanted doctor, or with one named by the practice', () => {
    const start = Date.parse('2027-01-13T09:00:00+01:00')
    const wantsB = app.addCaller('anna', { resource: 'doctor-2' })
    expect(offerByHand(app.assistant(), wantsB.id, start).resourceId).toBe('doctor-2')
    const wantsAnybody = app.addCaller('rosa')
    expect(offerByHand(app.assistant(), wantsAnybody.id, start, { resource: 'doctor-1' }).resourceId).toBe(
      'doctor-1',
    )
  })
})

describe('a wish for a doctor', () => {
  it('is refused for a doctor who does not offer the service', () => {
    expect(refusalCode(() => app.addCaller('otto', { resource: 'c' }))).toBe('invalid')
  })

  it('ends when the doctor is deleted', () => {
    const { id } = app.addCaller('anna', { resource: 'doctor-2' })
    deleteResource(app.ctx(), 'doctor-2')
    expect(app.rows('select resource_id from waiting_entries where id = ?', id)).toEqual([
      { resource_id: null },
    ])
  })
})
