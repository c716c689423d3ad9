import { holds } from '../db/schema.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { replaceBusyTimes } from '../schedule/busy-times.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { reserve } from '../schedule/reservations.ts'
import { getActiveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from './bookings.ts'
import { NOW, openTestApp, type TestApp } from './test-app.ts'

/** A Tuesday, on which the demo practice works from 08:00 to 12:00 and from 13:30 to 17:30. */
export const FILLED_DAY = '2027-01-12'
/** Working hours on Tuesdays from 18:00 to 20:00; the list begins with Sunday. */
export const EVENING_HOURS = [[], [], [[18 * 60, 20 * 60]], [], [], [], []] as const
/** Returns the instant of a wall time in winter. */
export const winterInstant = (time: string, day = FILLED_DAY) => Date.parse(`${day}T${time}:00+01:00`)

/** Inserts a booking whose occupation includes the paddings of its service. @returns its id */
export function bookWithPaddings(app: TestApp, serviceId: string, start: number): string {
  const service = getActiveService(app.ctx(), serviceId)
  const endsAt = start + service.durationMin * MINUTE
  // The booking is inserted as cancelled, because `insertBooking` would reserve its time without paddings.
  const { id } = insertBooking(app.ctx().db, { status: 'cancelled', startsAt: start, endsAt })
  app.changeRows(`update bookings set status = 'confirmed' where id = ?`, id)
  reserve(app.ctx(), service, start, { bookingId: id })
  return id
}

/** Inserts a hold of half an hour. `placeHold` would refuse it without a verified mailbox. */
function holdTime(app: TestApp, { start, expiresAt }: Readonly<{ start: number; expiresAt: number }>) {
  const service = getActiveService(app.ctx(), 'folgebehandlung')
  const endsAt = start + 30 * MINUTE
  const id = `hold at ${start}`
  const row = { id, serviceId: service.id, email: id, origin: 'x', createdAt: NOW }
  app
    .ctx()
    .db.insert(holds)
    .values({ ...row, startsAt: start, endsAt, expiresAt })
    .run()
  reserve(app.ctx(), service, start, { holdId: id, expiresAt })
}

/** Blocks the time between two instants for all resources. */
export function blockTime(app: TestApp, time: Readonly<{ start: number; end: number }>) {
  saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', resource_id: null, ...time })
}

/**
 * Opens an app with the holidays closed, and on `FILLED_DAY` with
 * - a first visit from 09:00 to 09:45, and its padding of five minutes after that;
 * - a hold from 10:30 to 11:00, which expires ten minutes after `NOW`;
 * - a block from 14:00 to 15:00, and a busy time of Odoo from 16:00 to 17:00.
 */
export function openFilledDay() {
  const app = openTestApp()
  closeHolidays(app.ctx())
  const bookingId = bookWithPaddings(app, 'erstordination', winterInstant('09:00'))
  holdTime(app, { start: winterInstant('10:30'), expiresAt: NOW + 10 * MINUTE })
  blockTime(app, { start: winterInstant('14:00'), end: winterInstant('15:00') })
  replaceBusyTimes(app.ctx(), { kind: 'erp' }, [
    { eventId: 1, startsAt: winterInstant('16:00'), endsAt: winterInstant('17:00') },
  ])
  return { app, bookingId }
}
