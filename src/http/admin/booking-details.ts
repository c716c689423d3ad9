import { Hono } from 'hono'
import * as v from 'valibot'
import { getListedBooking, type ListedBooking, listEvents } from '../../backoffice/booking-list.ts'
import { listMessagesOfBooking } from '../../backoffice/booking-messages.ts'
import { resendMessage } from '../../backoffice/resend-message.ts'
import { decryptAnswers } from '../../booking/answers.ts'
import { recordAttendance } from '../../booking/attendance.ts'
import { correctContact, describeLastCorrection } from '../../booking/contact-correction.ts'
import { noteOf, patientNoteOf, writeNote } from '../../booking/notes.ts'
import { countVisitsIn, listBookingsOfPatient } from '../../booking/patients.ts'
import { showSvnr } from '../../booking/stored-svnr.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { findShownResource } from '../../schedule/shown-resources.ts'
import { ATTENDANCES } from '../../shared/attendance.ts'
import { practiceContactSchema } from '../../shared/contact/manual-contact.ts'
import { MINUTE } from '../../shared/day.ts'
import { CHANNELS } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { dayAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { noteField } from '../fields.ts'
import { body, noBody } from '../input.ts'
import { assertAnswerUnchanged, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'
import { bookingRow, contactRow, eventRow, messageRow, visitsRow } from './wire.ts'

const contactBody = (ctx: Ctx) => practiceContactSchema({ today: dayAt(ctx.now) })
const noteBody = v.strictObject({ note: noteField })
const attendanceBody = v.strictObject({
  attendance: v.nullable(v.picklist(ATTENDANCES, 'Bitte arrived, no_show oder null angeben.')),
})

/**
 * The calls about the details of one booking: contact, notes, attendance, social security number and
 * messages.
 */
export function bookingDetailsRoutes() {
  return new Hono<AdminEnv>()
    .get('/bookings/:id', (c) => {
      const listed = getListedBooking(ctxOf(c), c.req.param('id'))
      const contact = withEtag(c, contactRow(listed.booking))
      return c.json({ ...detailsAnswer(ctxOf(c), listed), contact })
    })
    .put('/bookings/:id/contact', body(contactBody), (c) => {
      const ctx = ctxOf(c)
      const id = c.req.param('id')
      const contact = c.req.valid('json')
      const readContact = () => contactRow(getListedBooking(ctx, id).booking)
      const saved = inTx(ctx, () => {
        assertAnswerUnchanged(c, readContact(), () => describeLastCorrection(ctx, id))
        correctContact(ctx, id, contact)
        return withEtag(c, readContact())
      })
      return c.json(saved)
    })
    .put('/bookings/:id/note', body(noteBody), (c) => {
      const { note } = c.req.valid('json')
      writeNote(ctxOf(c), c.req.param('id'), note)
      return c.json({ note })
    })
    .post('/bookings/:id/svnr', noBody, (c) => c.json({ svnr: showSvnr(ctxOf(c), c.req.param('id')) }))
    .put('/bookings/:id/attendance', body(attendanceBody), (c) => {
      const { attendance } = c.req.valid('json')
      recordAttendance(ctxOf(c), c.req.param('id'), attendance)
      return c.json({ attendance })
    })
    .post('/bookings/:id/messages/:channel/:messageId/resend', noBody, (c) => {
      const { id: bookingId, messageId } = c.req.param()
      const channel = CHANNELS.find((name) => name === c.req.param('channel'))
      if (channel === undefined) throw new Problem('unknown_path')
      const suppressed = resendMessage(ctxOf(c), { bookingId, channel, id: Number(messageId) })
      if (suppressed === undefined) return c.json({ message: 'Wird noch einmal gesendet.' })
      return c.json({ message: `Die Nachricht bleibt hier: ${suppressed}` })
    })
}

/** Returns the details of a booking, except the contact. */
function detailsAnswer(ctx: Ctx, listed: ListedBooking) {
  const { booking } = listed
  const bookingsOfPatient = listBookingsOfPatient(ctx, booking)
  const resource = findShownResource(ctx, booking.resourceId)
  return {
    ...bookingRow(listed),
    ...(resource && { resource }),
    duration_min: booking.durationMin,
    price: booking.priceCents / 100,
    notes: booking.notes,
    answers: decryptAnswers(ctx, booking),
    note: noteOf(ctx, booking),
    patient_note: patientNoteOf(ctx, bookingsOfPatient),
    ...(booking.status === 'cancelled' && {
      cancelled_by: booking.cancelledBy,
      cancelled_ahead_min: minutesOrNull(booking.cancelledAheadMs),
    }),
    visits: visitsRow(countVisitsIn(ctx, bookingsOfPatient)),
    history: listEvents(ctx, booking.id).map(eventRow),
    messages: listMessagesOfBooking(ctx, booking.id).map(messageRow),
  }
}

/** Returns whole minutes, rounded down. */
function minutesOrNull(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.floor(milliseconds / MINUTE)
}
