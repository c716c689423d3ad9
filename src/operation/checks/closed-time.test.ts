import { expect, it } from 'vitest'
import { cancelByStaff } from '../../booking/cancellation.ts'
import { saveAbsence } from '../../schedule/absences.ts'
import { closeHolidays } from '../../schedule/holidays.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { closedTimeCheck } from './closed-time.ts'

/** The times of the closure, and starts within it and outside. An appointment takes thirty minutes. */
const CLOSURE = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T12:00:00+01:00' }
const IN_CLOSURE = '2027-01-12T09:00:00+01:00'
const LATER_IN_CLOSURE = '2027-01-12T10:00:00+01:00'
const UNTIL_CLOSURE = '2027-01-12T08:00:00+01:00'
const ON_NEXT_DAY = '2027-01-13T09:00:00+01:00'

const EASTER_MONDAY = '2027-03-29T09:00:00+02:00'

/** Opens a practice, which `closeForTraining` closes for the time of `CLOSURE`. */
function openPractice() {
  const app = openTestApp()
  return {
    ...app,
    addAppointment: (start: string, status: 'requested' | 'confirmed' | 'cancelled' = 'confirmed') => {
      const startsAt = Date.parse(start)
      return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE, status }).id
    },
    closeForTraining: () =>
      saveAbsence(app.ctx(), {
        kind: 'block',
        title: 'Fortbildung',
        resource_id: 'doctor-1',
        start: Date.parse(CLOSURE.start),
        end: Date.parse(CLOSURE.end),
      }),
    /** Makes all the time until 2030 busy in Odoo. */
    makeBusyInOdoo: () =>
      app.changeRows(
        `insert into absences (kind, title, starts_at, ends_at) values ('erp', '', 0, ?)`,
        Date.parse('2030-01-01'),
      ),
    countInClosedTime: () => closedTimeCheck.read(app.ctx()),
  }
}

it('counts the appointments within a closure, until they are cancelled', () => {
  const { ctx, addAppointment, closeForTraining, countInClosedTime } = openPractice()
  const idInClosure = addAppointment(IN_CLOSURE)
  for (const outside of [UNTIL_CLOSURE, ON_NEXT_DAY]) addAppointment(outside)
  addAppointment(LATER_IN_CLOSURE, 'cancelled')
  closeForTraining()
  expect(countInClosedTime()).toBe(1)
  cancelByStaff(ctx(), idInClosure, '')
  expect(countInClosedTime()).toBe(0)
})

it('counts the requests on a holiday until they have ended', () => {
  const { ctx, setClock, addAppointment, countInClosedTime } = openPractice()
  addAppointment(EASTER_MONDAY, 'requested')
  expect(countInClosedTime()).toBe(0)
  closeHolidays(ctx())
  expect(countInClosedTime()).toBe(1)
  // This is the end of the request, which takes thirty minutes.
  setClock('2027-03-29T09:30:00+02:00')
  expect(countInClosedTime()).toBe(0)
})

it('does not count an appointment at a busy time of Odoo', () => {
  const { addAppointment, makeBusyInOdoo, countInClosedTime } = openPractice()
  addAppointment(EASTER_MONDAY)
  makeBusyInOdoo()
  expect(countInClosedTime()).toBe(0)
})

it('counts an appointment on a holiday even if that is a busy time of Odoo too', () => {
  const { ctx, addAppointment, makeBusyInOdoo, countInClosedTime } = openPractice()
  addAppointment(EASTER_MONDAY)
  makeBusyInOdoo()
  closeHolidays(ctx())
  expect(countInClosedTime()).toBe(1)
})

it.each([
  { count: 1, detail: '1 Termin steht noch.' },
  { count: 2, detail: '2 Termine stehen noch.' },
])('the alert of $count appointments is a card without a banner', ({ count, detail }) => {
  expect(closedTimeCheck.alerts?.(count, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'closed-time',
      card: { title: 'Termine in geschlossener Zeit', detail, href: '/admin/absences' },
    },
  ])
})
