import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { refusalCode } from '../testing/refusal.ts'
import { FREED_START, openWaitingListApp, type WaitingListApp } from '../testing/waiting-list-app.ts'
import { offerByHand, suggestForEntry } from './manual-offers.ts'

// The rules of manual-offers.ts, restated so that these tests fail when a rule is changed.
const LEAST_AHEAD = HOUR
const EXPIRES_BEFORE_START = 30 * MINUTE

/** A Tuesday evening, outside the working hours. */
const EVENING = Date.parse('2027-01-12T19:00:00+01:00')

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('an offer by hand', () => {
  const refusalToOffer = (entryId: string, start: number) =>
    refusalCode(() => offerByHand(app.assistant(), entryId, start))

  it('may be outside working hours, and is audited', () => {
    const { id } = app.addCaller('rosa')
    expect(suggestForEntry(app.ctx(), id, '2027-01-12')[0]).toMatchObject({ date: '2027-01-12' })
    expect(offerByHand(app.assistant(), id, EVENING)).toMatchObject({ startsAt: EVENING, status: 'open' })
    // The audit masks the e-mail address.
    expect(app.rows(`select subject from audit where action = 'offer-made'`)).toEqual([
      { subject: 'r***@w***.example' },
    ])
  })

  it('is refused to somebody with an open offer', () => {
    const { id } = app.addCaller('rosa')
    offerByHand(app.assistant(), id, EVENING)
    expect(refusalToOffer(id, EVENING + HOUR)).toBe('conflict')
  })

  it('is refused for a time that is offered to somebody else', () => {
    offerByHand(app.assistant(), app.addCaller('rosa').id, EVENING)
    expect(refusalToOffer(app.addCaller('maria').id, EVENING)).toBe('slot_taken')
  })

  it('is refused at night', () => {
    const { id } = app.addCaller('rosa')
    app.setClock('2027-01-07T21:00:00+01:00')
    expect(refusalToOffer(id, EVENING + HOUR)).toBe('conflict')
  })

  it('starts between one hour and two years from now, and expires half an hour before its time', () => {
    const { id } = app.addCaller('rosa')
    const { now } = app.ctx()
    const moreThanTwoYearsAhead = Date.parse('2029-02-01T09:00:00+01:00')
    expect(refusalToOffer(id, moreThanTwoYearsAhead)).toBe('invalid')
    const earliest = now + LEAST_AHEAD
    expect(refusalToOffer(id, earliest - MINUTE)).toBe('invalid')
    expect(offerByHand(app.assistant(), id, earliest).expiresAt).toBe(earliest - EXPIRES_BEFORE_START)
  })

  it('is refused for the time that the appointment already has', () => {
    const booking = app.addBooking(FREED_START)
    const { id } = app.joinWithBooking(booking)
    expect(refusalToOffer(id, booking.startsAt)).toBe('slot_taken')
  })

  it('is refused when no message can reach the person', () => {
    writeSettings(app.ctx(), 'general', { notify_off: true })
    expect(refusalToOffer(app.addCaller('rosa').id, Date.parse(FREED_START))).toBe('conflict')
  })
})
