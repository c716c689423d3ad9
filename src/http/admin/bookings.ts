import { Hono } from 'hono'
import * as v from 'valibot'
import {
  getListedBooking,
  type ListedBooking,
  listBookings,
  listEvents,
} from '../../backoffice/booking-list.ts'
import { isPatientNotified, listMessages, resendMessage } from '../../backoffice/booking-messages.ts'
import { answersOf } from '../../booking/answers.ts'
import { noteAttendance } from '../../booking/attendance.ts'
import { correctContact, correctedBy } from '../../booking/contact-correction.ts'
import { createManualBooking } from '../../booking/manual-booking.ts'
import { noteOf, patientNoteOf, writeNote } from '../../booking/notes.ts'
import { listBookingsOfPatient, visitsIn } from '../../booking/patients.ts'
import { showSvnr } from '../../booking/stored-svnr.ts'
import { UNDO_MS } from '../../booking/undo.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { findShownResource } from '../../schedule/resources.ts'
import { ATTENDANCES } from '../../shared/attendance.ts'
import { BOOKING_STATUSES } from '../../shared/booking.ts'
import { correctedContactSchema, manualContactSchema } from '../../shared/contact/manual-contact.ts'
import { MINUTE } from '../../shared/day.ts'
import { CHANNELS } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import {
  day,
  flag,
  inOrder,
  message,
  note,
  number,
  resourceId,
  search,
  serviceId,
  shownResource,
  viennaDateTime,
} from '../fields.ts'
import { body, noBody, query, read } from '../input.ts'
import { assertCurrent, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'
import { bookingRow, contactRow, eventRow, messageRow, visitsRow } from './wire.ts'

/**
 * The filters of the list and the export: the first and last Vienna day, a status, and whether the
 * appointment is over.
 */
export const bookingFilter = {
  from: v.optional(day),
  to: v.optional(day),
  status: v.optional(v.picklist(BOOKING_STATUSES, 'Diesen Status gibt es nicht.')),
  when: v.optional(v.picklist(['coming', 'past'], 'Bitte coming oder past angeben.')),
  resource: shownResource,
}

const listQuery = v.pipe(
  v.object({
    ...bookingFilter,
    search,
    limit: number({ least: 1, most: 500, fallback: '50' }),
    offset: number({ least: 0, most: 1_000_000, fallback: '0' }),
  }),
  inOrder(),
)

const manualBookingBody = v.strictObject({
  service_id: serviceId,
  /** The id of the resource; without it, the fairest choice of the free ones. */
  resource: resourceId,
  start: viennaDateTime,
  // The route checks the contact, because the rules depend on today's date.
  contact: v.looseObject({}),
  message,
  undoable: flag(false),
  /** True if an earlier attempt got no answer. */
  again: flag(false),
  without_paddings: flag(false),
})

const contactBody = (ctx: Ctx) => correctedContactSchema({ today: dayAt(ctx.now) })
const noteBody = v.strictObject({ note })
const attendanceBody = v.strictObject({
  attendance: v.nullable(v.picklist(ATTENDANCES, 'Bitte arrived, no_show oder null angeben.')),
})

/**
 * The calls about bookings: list, detail, manual booking, contact, attendance, and the messages about them.
 */
export function bookingsRoutes() {
  return new Hono<AdminEnv>()
    .get('/bookings', query(listQuery), (c) => {
      const { limit, offset, ...filter } = c.req.valid('query')
      const { bookings, total } = listBookings(ctxOf(c), filter, { limit, offset })
      return c.json({ bookings: bookings.map(bookingRow), total })
    })
    .get('/bookings/:id', (c) => {
      const listed = getListedBooking(ctxOf(c), c.req.param('id'))
      const contact = withEtag(c, contactRow(listed.booking))
      return c.json({ ...detailsAnswer(ctxOf(c), listed), contact })
    })
    .post('/bookings', body(manualBookingBody), (c) => {
      const ctx = ctxOf(c)
      const { start, message, undoable, again, ...sent } = c.req.valid('json')
      const { id, createdAt } = createManualBooking(ctx, {
        serviceId: sent.service_id,
        wish: sent.resource,
        start,
        contact: read(manualContactSchema({ today: dayAt(ctx.now) }), sent.contact),
        message,
        undoable,
        again,
        withoutPaddings: sent.without_paddings,
      })
      return c.json(
        {
          ...bookingRow(getListedBooking(ctx, id)),
          ...(undoable && {
            notified: isPatientNotified(ctx, id, 'confirmed'),
            undo_until: isoAt(createdAt + UNDO_MS),
          }),
        },
        201,
      )
    })
    .put('/bookings/:id/contact', body(contactBody), (c) => {
      const ctx = ctxOf(c)
      const id = c.req.param('id')
      const contact = c.req.valid('json')
      const readContact = () => contactRow(getListedBooking(ctx, id).booking)
      const saved = inTx(ctx, () => {
        assertCurrent(c, readContact(), () => correctedBy(ctx, id))
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
      noteAttendance(ctxOf(c), c.req.param('id'), attendance)
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
  const ofPatient = listBookingsOfPatient(ctx, booking)
  const resource = findShownResource(ctx, listed.resourceId)
  return {
    ...bookingRow(listed),
    ...(resource && { resource }),
    duration_min: booking.durationMin,
    price: booking.priceCents / 100,
    notes: booking.notes,
    answers: answersOf(ctx, booking),
    note: noteOf(ctx, booking),
    patient_note: patientNoteOf(ctx, ofPatient),
    ...(booking.status === 'cancelled' && {
      cancelled_by: booking.cancelledBy,
      cancelled_ahead_min: minutesOrNull(booking.cancelledAheadMs),
    }),
    visits: visitsRow(visitsIn(ctx, ofPatient)),
    history: listEvents(ctx, booking.id).map(eventRow),
    messages: listMessages(ctx, booking.id).map(messageRow),
  }
}

/** Returns whole minutes, rounded down. */
function minutesOrNull(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.floor(milliseconds / MINUTE)
}
