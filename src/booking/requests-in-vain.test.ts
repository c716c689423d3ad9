import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { isUnderPressure } from './pressure.ts'

describe('a request that its patient cancels', () => {
  /** The mailbox of a patient whom the practice knows from a confirmed appointment. */
  const KNOWN_MAILBOX = 'known@patient.example'
  /** This many requests in vain within an hour are pressure (`PRESSURE` in pressure.ts). */
  const ENOUGH_FOR_PRESSURE = 12
  /** Makes and cancels that many requests, by default each of another stranger. */
  function cancelTwelve(changes: Partial<Booking> = {}) {
    const app = openTestApp()
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      mailbox: KNOWN_MAILBOX,
      startsAt: Date.parse('2027-01-13T08:00+01:00'),
    })
    for (let i = 0; i < ENOUGH_FOR_PRESSURE; i++) {
      const { id } = insertBooking(app.ctx().db, {
        startsAt: Date.parse('2027-01-14T08:00+01:00') + i * HOUR,
        mailbox: `stranger-${i}@patient.example`,
        origin: `origin ${i}`,
        ...changes,
      })
      cancelByPatient(app.ctx(), id, '')
    }
    return {
      isPressed: () => isUnderPressure(app.ctx()),
      /** Lists the counted requests in vain. They are counted like holds that were never booked. */
      listInVain: () => app.rows(`select subject from attempts where subject like 'hold from%'`),
    }
  }

  it('counts as a request in vain of its origin', () => {
    const { listInVain, isPressed } = cancelTwelve()
    expect(listInVain()).toHaveLength(ENOUGH_FOR_PRESSURE)
    expect(isPressed()).toBe(true)
  })

  it.each<{ reason: string; changes: Partial<Booking> }>([
    { reason: 'the practice knows the patient', changes: { mailbox: KNOWN_MAILBOX } },
    { reason: 'the request was confirmed before', changes: { status: 'confirmed' } },
    {
      reason: 'the booking has no origin, because the practice has entered it',
      changes: { origin: null },
    },
  ])('does not count when $reason', ({ changes }) => {
    expect(cancelTwelve(changes).listInVain()).toEqual([])
  })
})
