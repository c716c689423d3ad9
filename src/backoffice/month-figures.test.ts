import { expect, it } from 'vitest'
import { cancelByPatient, cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { moveBooking } from '../booking/moves.ts'
import { undoChange } from '../booking/undo.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { addBooking, monthOf } from '../testing/month-figures.ts'
import { openTestApp } from '../testing/test-app.ts'

it('the figures of a month show who cancelled, and how long before the start', () => {
  const app = openTestApp()
  /** Cancels a new appointment so many milliseconds before its start. */
  const cancel = ({ start, by, ahead }: { start: string; by: 'patient' | 'practice'; ahead: number }) => {
    const { id, startsAt } = addBooking(app, start, { status: 'confirmed' })
    app.setClock(new Date(startsAt - ahead).toISOString())
    if (by === 'patient') cancelByPatient(app.ctx(), id, '')
    else cancelByStaff({ ...app.ctx(), actor: { kind: 'admin', id: 1, email: 'a@b.at' } }, id, '')
  }
  cancel({ start: '2027-02-01T09:00:00+01:00', by: 'patient', ahead: 25 * HOUR })
  cancel({ start: '2027-02-02T09:00:00+01:00', by: 'patient', ahead: 7 * DAY_LENGTH })
  cancel({ start: '2027-02-03T09:00:00+01:00', by: 'practice', ahead: 24 * HOUR - 1 })
  // The practice can cancel an appointment that has begun.
  cancel({ start: '2027-02-04T09:00:00+01:00', by: 'practice', ahead: -HOUR / 4 })
  expect(monthOf(app, '2027-02')).toMatchObject({
    bookings: 4,
    cancelled: 4,
    cancelledBy: { patient: 2, practice: 2 },
    cancelledAhead: { withinDay: 2, withinWeek: 1, earlier: 1 },
  })
})

it('the figures of a month have the median time until an answer, without answers that were undone', () => {
  const app = openTestApp()
  /** Adds a request that another patient makes now. @returns its id */
  const requestAt = (start: string) =>
    addBooking(app, start, { createdAt: app.ctx().now, mailbox: `${start}@a.at`, email: `${start}@a.at` }).id
  const first = requestAt('2027-01-20T09:00:00+01:00')
  const second = requestAt('2027-01-20T10:00:00+01:00')
  const third = requestAt('2027-01-20T11:00:00+01:00')
  app.pass(HOUR)
  decideBooking(app.ctx(), first, { decision: 'confirm' })
  app.pass(2 * HOUR)
  decideBooking(app.ctx(), second, { decision: 'reject' })
  // The first two answers took one and three hours; the third takes three as well.
  expect(monthOf(app, '2027-01')).toMatchObject({ asked: 3, answered: 2, hoursToAnswer: 2 })
  decideBooking(app.ctx(), third, { decision: 'confirm', undoable: true })
  expect(monthOf(app, '2027-01')).toMatchObject({ answered: 3, hoursToAnswer: 3 })
  undoChange(app.ctx(), third)
  expect(monthOf(app, '2027-01')).toMatchObject({ answered: 2, hoursToAnswer: 2 })
})

it('the figures of a month have the median days between booking and appointment', () => {
  const app = openTestApp()
  const addBooked = ({ daysAhead, start }: { daysAhead: number; start: string }) =>
    addBooking(app, start, { createdAt: Date.parse(start) - daysAhead * DAY_LENGTH })
  addBooked({ daysAhead: 1, start: '2026-12-01T09:00:00+01:00' })
  addBooked({ daysAhead: 4, start: '2026-12-02T09:00:00+01:00' })
  addBooked({ daysAhead: 30, start: '2026-12-03T09:00:00+01:00' })
  expect(monthOf(app, '2026-12').daysAhead).toBe(4)
})

it('the figures of a month count an appointment from the waiting list until it is moved', () => {
  const app = openTestApp()
  const { id } = addBooking(app, '2027-01-20T09:00:00+01:00', {
    status: 'confirmed',
    fromWaitingList: true,
  })
  expect(monthOf(app, '2027-01').fromWaitingList).toBe(1)
  const start = Date.parse('2027-01-20T10:00:00+01:00')
  const move = { start, message: '', notify: false, undoable: true }
  moveBooking(app.ctx(), id, move)
  expect(monthOf(app, '2027-01').fromWaitingList).toBe(0)
  undoChange(app.ctx(), id)
  expect(monthOf(app, '2027-01').fromWaitingList).toBe(1)
})
