import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold, insertOffer } from '../testing/bookings.ts'
import { type HoldPressureApp, openHoldPressureApp, ROSA_EMAIL } from '../testing/hold-pressure-app.ts'
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

/** Lists the starts of the kept times, sorted because the query does not order them. */
const keptStarts = () =>
  listOfferedToStrangers(app.ctx())
    .map(({ startsAt }) => startsAt)
    .toSorted()

describe('the time that the waiting list reserves for strangers', () => {
  it('includes open offers, until the practice has confirmed an appointment of the person', () => {
    const { db, now } = app.ctx()
    /** Offers a time to somebody who has requested an appointment two days later. */
    const offerTo = (email: string, startsAt: number) => {
      const ownStart = startsAt + 48 * HOUR
      const { id: bookingId } = insertBooking(db, { email, startsAt: ownStart, endsAt: ownStart + HOUR })
      insertOffer(db, { bookingId, startsAt, expiresAt: now + HOUR })
    }
    offerTo(STRANGER, FIRST_START)
    offerTo('other@musterfrau.example', SECOND_START)
    app.changeRows(`update waiting_entries set actor = 'visitor'`)

    expect(keptStarts()).toEqual([FIRST_START, SECOND_START])
    app.changeRows(`update offers set status = 'expired' where starts_at = ?`, FIRST_START)
    expect(keptStarts()).toEqual([SECOND_START])
    app.makePatient('other@musterfrau.example')
    expect(keptStarts()).toEqual([])
  })

  it('includes live holds from the waiting list, of strangers only', () => {
    const { db, now } = app.ctx()
    // A caller entered by the practice is no stranger, and may have no e-mail address.
    insertHold(db, { email: '', now, startsAt: FIRST_START })
    insertHold(db, { email: STRANGER, now, startsAt: SECOND_START })
    insertHold(db, { email: ROSA_EMAIL, now, startsAt: THIRD_START })
    app.makePatient(ROSA_EMAIL)
    expect(keptStarts()).toEqual([])
    app.changeRows('update holds set origin = ?', OFFER_ORIGIN)
    expect(keptStarts()).toEqual([SECOND_START])
    app.pass(10 * MINUTE)
    expect(keptStarts()).toEqual([])
  })
})
