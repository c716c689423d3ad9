import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Booking, bookings } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { IS_FIRST_VISIT, settleFirstVisit } from './first-visits.ts'
import { isSamePatient } from './patients.ts'

const idsOf = (visits: readonly { id: string }[]) => visits.map(({ id }) => id).toSorted()

describe('the first visit of a patient', () => {
  const anyBooking = fc.record({
    firstName: fc.constantFrom('Rosa', 'ROSA', 'Vera'),
    mailbox: fc.constantFrom('', 'a@b.at', 'c@d.at'),
    birthOn: fc.constantFrom('', '1980-01-01', '1990-01-01'),
    mobile: fc.constantFrom('', '0664 1', '0664 2'),
    status: fc.constantFrom('confirmed' as const, 'cancelled' as const),
    day: fc.integer({ min: 0, max: 3 }),
  })

  it('is found by SQL with the same rule as `isSamePatient`', () => {
    const { db } = openTestApp({ empty: true }).ctx()
    fc.assert(
      fc.property(fc.array(anyBooking, { maxLength: 6 }), (drawnBookings) => {
        db.delete(bookings).run()
        const inserted = drawnBookings.map(({ day, ...columns }, i) =>
          insertBooking(db, {
            ...columns,
            id: `${i}`,
            resourceId: `doctor-${i}`,
            startsAt: NOW + day * DAY_LENGTH,
          }),
        )
        // The ids ascend, and sorting keeps the order of bookings with the same start.
        const visits = inserted
          .filter(({ status }) => status === 'confirmed')
          .toSorted((a, b) => a.startsAt - b.startsAt)
        const firstVisits = visits.filter(
          (visit, i) => !visits.slice(0, i).some((earlier) => isSamePatient(earlier, visit)),
        )
        const found = db.select({ id: bookings.id }).from(bookings).where(IS_FIRST_VISIT).all()
        expect(idsOf(found)).toEqual(idsOf(firstVisits))
      }),
    )
  })
})

describe('a first visit that is settled before its booking is anonymised', () => {
  /** Adds a confirmed appointment in that many days; a negative number makes it a past one. */
  const addVisitIn = (app: TestApp, days: number, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW + days * DAY_LENGTH, ...changes })
  /** Lists what each booking stores about being a first visit, by start: true, false or null. */
  const listSettled = (app: TestApp) =>
    app
      .rows<{ id: string; first_visit: number | null }>(
        'select id, first_visit from bookings order by starts_at, id',
      )
      .map(({ id, first_visit }) => ({ id, isFirst: first_visit === null ? null : first_visit === 1 }))

  it('marks only the later visits of the same patient as not the first', () => {
    const app = openTestApp()
    addVisitIn(app, -2, { id: 'earlier', firstVisit: true })
    // Between bookings with the same start, the ids decide which one is later.
    addVisitIn(app, 0, { id: 'same time 1', resourceId: 'b', status: 'cancelled' })
    const settled = addVisitIn(app, 0, { id: 'same time 2' })
    addVisitIn(app, 0, { id: 'same time 3', resourceId: 'c' })
    addVisitIn(app, 1, { id: 'later' })
    addVisitIn(app, 2, { id: 'of somebody else', firstName: 'Vera' })
    expect(settleFirstVisit(app.ctx(), settled)).toBe(false)
    expect(listSettled(app)).toEqual([
      { id: 'earlier', isFirst: true },
      { id: 'same time 1', isFirst: null },
      { id: 'same time 2', isFirst: null },
      { id: 'same time 3', isFirst: false },
      { id: 'later', isFirst: false },
      { id: 'of somebody else', isFirst: null },
    ])
  })

  it('leaves later visits unmarked for an unconfirmed booking, unless that itself is marked as a later visit', () => {
    const app = openTestApp()
    const cancelled = addVisitIn(app, 0, { status: 'cancelled' })
    addVisitIn(app, 1)
    expect(settleFirstVisit(app.ctx(), cancelled)).toBe(false)
    expect(listSettled(app).map(({ isFirst }) => isFirst)).toEqual([null, null])
    app.changeRows('update bookings set first_visit = 0 where id = ?', cancelled.id)
    settleFirstVisit(app.ctx(), cancelled)
    expect(listSettled(app).map(({ isFirst }) => isFirst)).toEqual([false, false])
  })

  it('is recognised only for the booking without a visit before it', () => {
    const app = openTestApp()
    const first = addVisitIn(app, 0)
    const second = addVisitIn(app, 1)
    expect(settleFirstVisit(app.ctx(), first)).toBe(true)
    expect(settleFirstVisit(app.ctx(), second)).toBe(false)
  })
})
