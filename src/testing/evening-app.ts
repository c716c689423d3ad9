import { insertBooking } from './bookings.ts'
import { openTestApp } from './test-app.ts'

/**
 * Opens the practice at 19:00, with appointments whose patients can be reached by SMS, by e-mail, or only by
 * a call, one that has begun and one tomorrow.
 */
export function openEveningApp() {
  const app = openTestApp()
  app.setUpSms()
  app.setClock('2027-01-12T19:00:00+01:00')
  const addAppointment = (start: string, changes: object) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: Date.parse(start), ...changes }).id
  const ids = {
    begun: addAppointment('2027-01-12T18:55:00+01:00', {}),
    sms: addAppointment('2027-01-12T19:30:00+01:00', {}),
    email: addAppointment('2027-01-12T20:00:00+01:00', { mobile: '05572 123456' }),
    call: addAppointment('2027-01-12T20:30:00+01:00', { mobile: '05572 123457', email: '' }),
    tomorrow: addAppointment('2027-01-13T08:30:00+01:00', {}),
  }
  const admin = app.admin()
  return {
    app,
    ids,
    admin,
    /** Notifies these patients that the practice is twenty minutes late. */
    notify: (patients: string[]) => admin.post('/api/admin/late', { minutes: 20, ids: patients }),
    /** Writes to one patient. Returns the status and sentence of the answer. */
    write: async (id: string, by: 'sms' | 'email', text: string) => {
      const { status, json } = await admin.post(`/api/admin/bookings/${id}/messages`, { by, text })
      return [status, json.message]
    },
  }
}
