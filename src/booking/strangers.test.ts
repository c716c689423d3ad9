import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import { type HoldPressureApp, openHoldPressureApp, ROSA } from '../testing/hold-pressure-app.ts'
import { OFFER_ORIGIN } from './live-holds.ts'
import { listOfferedToStrangers } from './strangers.ts'

const STRANGER = 'stranger@musterfrau.example'
const FIRST_START = Date.parse('2027-01-12T08:30:00+01:00')
const SECOND_START = FIRST_START + HOUR
const THIRD_START = FIRST_START + 2 * HOUR

let app: HoldPressureApp

beforeEach(() => {
  app = openHoldPressureApp()
})

/** Lists the starts of the kept times, sorted because they have no order. */
const keptStarts = () =>
  listOfferedToStrangers(app.ctx())
    .map(({ startsAt }) => startsAt)
    .toSorted()

describe('the time that strangers keep by offers', () => {
  it('is that of open offers, as long as the practice has confirmed no appointment of the person', () => {
    const { db, now } = app.ctx()
    /** Offers a time to somebody who has asked for an appointment two days later. */
    const offerTo = (email: string, startsAt: number) => {
      const ownStart = startsAt + 48 * HOUR
      const { id: bookingId } = insertBooking(db, { email, startsAt: ownStart, endsAt: ownStart + HOUR })
      insertOffer(db, { bookingId, startsAt, expiresAt: now + HOUR })
    }
    offerTo(STRANGER, FIRST_START)
    offerTo('other@musterfrau.example', SECOND_START)
    app.change(`update waiting_entries set actor = 'visitor'`)

    expect(keptStarts()).toEqual([FIRST_START, SECOND_START])
    app.change(`update offers set status = 'expired' where starts_at = ?`, FIRST_START)
    expect(keptStarts()).toEqual([SECOND_START])
    app.makePatient('other@musterfrau.example')
    expect(keptStarts()).toEqual([])
  })

  it('is that of holds from the waiting list while they live, of strangers only', () => {
    const { db, now } = app.ctx()
    // A caller whom the practice has entered may have no address, and is no stranger.
    insertHold(db, { email: '', now, startsAt: FIRST_START })
    insertHold(db, { email: STRANGER, now, startsAt: SECOND_START })
    insertHold(db, { email: ROSA, now, startsAt: THIRD_START })
    app.makePatient(ROSA)
    expect(keptStarts()).toEqual([])
    app.change('update holds set origin = ?', OFFER_ORIGIN)
    expect(keptStarts()).toEqual([SECOND_START])
    app.pass(10 * MINUTE)
    expect(keptStarts()).toEqual([])
  })
})
