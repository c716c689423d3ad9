import { getBooking } from '../booking/bookings.ts'
import { storedContact } from '../booking/contact-columns.ts'
import { correctContact } from '../booking/contact-correction.ts'
import { decideBooking } from '../booking/decisions.ts'
import type { PracticeContact } from '../shared/contact/manual-contact.ts'
import { book } from './factory.ts'
import { openTestApp } from './test-app.ts'

/** Opens an app with a booking. `correct` changes single fields of its contact. */
export async function openBooked({ isConfirmed = false } = {}) {
  const app = openTestApp()
  app.setUpSms()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  const id: string = json.id
  if (isConfirmed) decideBooking(app.assistant(), id, { decision: 'confirm' })
  return {
    app,
    id,
    booking: () => getBooking(app.ctx(), id),
    correct: (changes: Partial<PracticeContact>) => {
      const contact = storedContact(getBooking(app.ctx(), id))
      return correctContact(app.assistant(), id, { ...contact, svn4: '', ...changes })
    },
  }
}
