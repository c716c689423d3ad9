import { beforeEach, describe, expect, it } from 'vitest'
import { deleteResource } from '../schedule/resource-deletion.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTwoDoctorsApp, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { FREED_START, LATER_START } from '../testing/waiting-list-app.ts'
import { offerByHand } from './manual-offers.ts'
import { takeOffer } from './offer-answers.ts'

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
})

const TO = '2027-01-13T09:00:00+01:00'

describe('time that has become free', () => {
  it('of the second doctor is offered to who takes any, and held or booked there', () => {
    app.caller('anna')
    app.cancel(app.aBooking(FREED_START, { resourceId: 'b' }))
    app.offerDue()
    expect(app.reserved()).toEqual([['b', '01-12T07:30']])
    const taken = takeOffer(app.ctx(), app.openOfferId())
    expect('hold' in taken).toBe(true)
    expect(app.reserved()).toEqual([['b', '01-12T07:30']])
  })

  it('is offered to nobody who waits for another doctor, by wish or for an appointment', () => {
    app.caller('anna', { resource: 'doctor-1' })
    app.wait(app.aBooking(LATER_START))
    app.cancel(app.aBooking(FREED_START, { resourceId: 'b' }))
    app.offerDue()
    expect(app.openOffers()).toEqual([])
    app.free(FREED_START)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['anna', 'open', '2027-01-12T07:30']])
  })

  it('of a wished doctor moves an appointment there', () => {
    const booking = app.aBooking(LATER_START)
    app.wait(booking, { resource: 'b' })
    app.free(FREED_START)
    app.offerDue()
    expect(app.openOffers()).toEqual([])
    app.cancel(app.aBooking(FREED_START, { resourceId: 'b' }))
    app.offerDue()
    takeOffer(app.ctx(), app.openOfferId())
    expect(app.reserved()).toEqual([['b', '01-12T07:30']])
    expect(app.resourcesOf(booking.id)).toMatchObject({ resource_id: 'b' })
  })

  it('is offered by hand at the wished doctor, or at the one that the practice names', () => {
    const { id } = app.caller('anna', { resource: 'b' })
    expect(offerByHand(app.assistant(), id, Date.parse(TO)).resourceId).toBe('b')
    const other = app.caller('rosa')
    expect(offerByHand(app.assistant(), other.id, Date.parse(TO), 'doctor-1').resourceId).toBe('doctor-1')
  })
})

describe('a wish for a doctor', () => {
  it('is refused for one without the service', () => {
    expect(refusalCode(() => app.caller('otto', { resource: 'c' }))).toBe('invalid')
  })

  it('ends when the doctor is deleted', () => {
    const { id } = app.caller('anna', { resource: 'b' })
    deleteResource(app.ctx(), 'b')
    expect(app.rows('select resource_id from waiting_entries where id = ?', id)).toEqual([
      { resource_id: null },
    ])
  })
})
