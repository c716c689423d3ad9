import { expect } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { countExpired, deleteExpired } from '../privacy/retention.ts'
import { book } from './factory.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The start of the appointment. */
const APPOINTMENT_START = '2027-01-12T08:30:00+01:00'
/** The outcome of a deletion that finds nothing. */
export const NOTHING_DELETED = { messages: 0, svnr: 0, answers: 0, bookings: 0 }

/** Opens an app at the end of a confirmed appointment whose messages were sent. */
export async function openRetentionApp() {
  const app = openTestApp()
  const { id } = (await book(app, app.browser(), APPOINTMENT_START)).json as { id: string }
  decideBooking(app.ctx(), id, { decision: 'confirm', message: 'Bitte nüchtern kommen' })
  app.changeRows(`update messages set status = 'sent', provider_message_id = 'p-1'`)
  app.setClock('2027-01-12T09:15:00+01:00')
  return { ...app, id }
}

/** Deletes expired data. Asserts that the portal has announced exactly these numbers. */
export async function deleteOldAsAnnounced(app: Pick<TestApp, 'ctx'>) {
  const announced = countExpired(app.ctx())
  const deleted = await deleteExpired(app.ctx)
  expect(deleted).toEqual(announced)
  return deleted
}
