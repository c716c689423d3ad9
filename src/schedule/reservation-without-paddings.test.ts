import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { reserveWithoutPaddings } from './reservation-without-paddings.ts'
import { getService } from './services.ts'

const NINE = Date.parse('2027-01-12T09:00:00+01:00')

it('a reservation without paddings shortens the paddings around it, but does not overlap an appointment', () => {
  const app = openTestApp()
  const { startsAt, endsAt } = insertBooking(app.ctx().db, { startsAt: NINE })
  // An hour of padding on each side, which covers the times that are reserved below.
  const withPaddings = [startsAt - HOUR, endsAt + HOUR]
  app.changeRows('update occupations set starts_at = ?, ends_at = ?', ...withPaddings)
  expect(app.occupied()).toEqual([withPaddings])
  const service = { ...getService(app.ctx(), 'akupunktur'), durationMin: 30 }
  /** Returns the code of the refusal. */
  const reserveAt = (start: number) => {
    // A cancelled booking has no reservation, so it can reserve a time.
    const { id: bookingId } = insertBooking(app.ctx().db, { startsAt: start, status: 'cancelled' })
    return refusalCode(() => reserveWithoutPaddings(app.ctx(), { service, start, bookingId }))
  }
  for (const overlapping of [startsAt - 29 * MINUTE, endsAt - MINUTE])
    expect(reserveAt(overlapping)).toBe('slot_taken')
  for (const adjacent of [startsAt - 30 * MINUTE, endsAt]) expect(reserveAt(adjacent)).toBeUndefined()

  expect(app.occupied()).toEqual([
    [startsAt - 30 * MINUTE, startsAt],
    [startsAt, endsAt],
    [endsAt, endsAt + 30 * MINUTE],
  ])
})

it('a reservation without paddings changes neither earlier and later ones nor other resources', () => {
  const app = openTestApp()
  const earlier = insertBooking(app.ctx().db, { startsAt: NINE - HOUR })
  const later = insertBooking(app.ctx().db, { startsAt: NINE + 2 * HOUR })
  const ofOther = insertBooking(app.ctx().db, { startsAt: NINE + 10 * MINUTE, resourceId: 'b' })
  const { id: bookingId } = insertBooking(app.ctx().db, { startsAt: NINE, status: 'cancelled' })
  // It lasts half an hour.
  const service = getService(app.ctx(), 'folgebehandlung')
  reserveWithoutPaddings(app.ctx(), { service, start: NINE, bookingId })
  expect(app.occupied()).toEqual([
    [earlier.startsAt, earlier.endsAt],
    [NINE, NINE + 30 * MINUTE],
    [ofOther.startsAt, ofOther.endsAt],
    [later.startsAt, later.endsAt],
  ])
})
