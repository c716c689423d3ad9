import { join } from 'node:path'
import { decideBooking } from '../booking/decisions.ts'
import { insertBooking } from './bookings.ts'
import { tempDir } from './temp-dir.ts'
import { openTestApp } from './test-app.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'
/** The e-mail address of the patient, which `insertBooking` gives to each booking. */
export const OLD_PATIENT = 'rosa@musterfrau.example'

/**
 * Makes a data directory with an old rejected and an old confirmed appointment of `OLD_PATIENT`, and on
 * request a future one. @returns the environment for the command
 */
export function makeOldAppointments({ hasFutureAppointment = false } = {}) {
  const DATA_DIR = tempDir()
  const app = openTestApp({ file: join(DATA_DIR, 'ordi.db') })
  const { db } = app.ctx()
  const rejected = insertBooking(db, { startsAt: Date.parse('2026-01-12T08:30:00+01:00') })
  decideBooking(app.ctx(), rejected.id, { decision: 'reject', message: 'Wir sind auf Urlaub' })
  // Retention and erasure only delete the social security number, so it need not be validly encrypted.
  const svnr = 'v1:x:y:z'
  insertBooking(db, { status: 'confirmed', svnr, startsAt: Date.parse('2026-01-13T08:30:00+01:00') })
  // The e-mail and the SMS about the rejection get a date in 1970, which is older than any retention period.
  app.changeRows(`update messages set status = 'sent', created_at = 0`)
  // The command reads the real clock, for which this appointment is in the future.
  if (hasFutureAppointment) insertBooking(db, { startsAt: Date.parse('2100-01-12T08:30:00+01:00') })
  app.close()
  return { DATA_DIR, APP_SECRET }
}
