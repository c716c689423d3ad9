import { expect, it } from 'vitest'
import { cancelByStaff } from '../../booking/cancellation.ts'
import { saveAbsence } from '../../schedule/absences.ts'
import { closeHolidays } from '../../schedule/holidays.ts'
import { MINUTE } from '../../shared/day.ts'
import { alertRows } from '../../testing/alerts.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { closedTime } from './closed-time.ts'

it('counts the appointments that stand in a closed time until they are over or cancelled', () => {
  const app = openTestApp()
  const add = (start: string, status: 'requested' | 'confirmed' | 'cancelled' = 'confirmed') => {
    const startsAt = Date.parse(start)
    return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE, status }).id
  }
  const inClosure = add('2027-01-12T09:00:00+01:00')
  add('2027-03-29T09:00:00+02:00', 'requested')
  for (const at of ['2027-01-13T09:00:00+01:00', '2027-01-12T08:00:00+01:00']) add(at)
  add('2027-01-12T10:00:00+01:00', 'cancelled')
  const during = {
    start: Date.parse('2027-01-12T08:30:00+01:00'),
    end: Date.parse('2027-01-12T12:00:00+01:00'),
  }
  saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', resource_id: 'doctor-1', ...during })
  app.rows(
    `insert into absences (kind, title, starts_at, ends_at) values ('erp', '', 0, ?), ('block', '', 0, 1) returning id`,
    Date.parse('2030-01-01'),
  )
  const count = () => closedTime.read(app.ctx())
  expect(count()).toBe(1)
  closeHolidays(app.ctx())
  expect(count()).toBe(2)
  cancelByStaff(app.ctx(), inClosure, '')
  expect(count()).toBe(1)
  app.at('2027-03-29T09:30:00+02:00')
  expect(count()).toBe(0)
})

it.each([
  [1, '1 Termin steht noch.'],
  [2, '2 Termine stehen noch.'],
])('the alert of %i has no banner', (count, detail) => {
  expect(alertRows(closedTime.alerts?.(count, NOW))).toEqual([
    ['warning', 'closed-time', '', 'Termine in geschlossener Zeit', detail, '/admin/absences'],
  ])
})
