import { Hono } from 'hono'
import * as v from 'valibot'
import { exportBookings, getListedBooking, listBookings, listEvents } from '../../backoffice/booking-list.ts'
import { isPatientNotified, listMessages, resendMessage } from '../../backoffice/messages.ts'
import { answersOf } from '../../booking/answers.ts'
import { noteAttendance } from '../../booking/attendance.ts'
import { type Cancelled, cancelByStaff, cancelSeveralByStaff } from '../../booking/cancellation.ts'
import { correctContact, correctedBy } from '../../booking/contact-correction.ts'
import { rejectMarked } from '../../booking/decisions.ts'
import { createManualBooking } from '../../booking/manual-booking.ts'
import { moveBooking, suggestForMove, suggestForMoves } from '../../booking/moves.ts'
import { countVisits } from '../../booking/patients.ts'
import { TOLD_LATER, undoDecision } from '../../booking/undo.ts'
import type { Ctx } from '../../ctx.ts'
import type { Log } from '../../log.ts'
import { listFreeSlotsForPractice } from '../../schedule/availability.ts'
import { ATTENDANCES } from '../../shared/attendance.ts'
import { BOOKING_STATUSES, BOOKINGS_AT_ONCE } from '../../shared/booking.ts'
import { correctedContactSchema, manualContactSchema } from '../../shared/contact/manual-contact.ts'
import { MINUTE } from '../../shared/day.ts'
import { CHANNELS } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { dayAt, isoAt } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import {
  body,
  dateTime,
  day,
  inOrder,
  message,
  noBody,
  number,
  query,
  read,
  search,
  serviceId,
} from '../input.ts'
import { bookingsCsv } from './bookings-csv.ts'
import { saveIfCurrent, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'
import { bookingRow, contactRow, eventRow, messageRow, visitsRow } from './wire.ts'

/**
 * The filters of the list and of the export: Vienna days, both included, a status, and whether the
 * appointment is over.
 */
const filter = {
  from: v.optional(day),
  to: v.optional(day),
  status: v.optional(v.picklist(BOOKING_STATUSES, 'Diesen Status gibt es nicht.')),
  when: v.optional(v.picklist(['coming', 'past'], 'Bitte coming oder past angeben.')),
}

const listQuery = v.pipe(
  v.object({
    ...filter,
    search,
    limit: number({ least: 1, most: 500, fallback: '50' }),
    offset: number({ least: 0, most: 1_000_000, fallback: '0' }),
  }),
  inOrder(),
)
const exportQuery = v.pipe(v.object(filter), inOrder())
const slotsQuery = v.object({ service_id: serviceId, date: day })
const notify = v.optional(v.boolean('Bitte true oder false angeben.'), true)
const manualBookingBody = v.strictObject({
  service_id: serviceId,
  start: dateTime,
  // The route checks the contact, because the rules depend on today's date.
  contact: v.looseObject({}),
  message,
})
const moveBody = v.strictObject({
  start: dateTime,
  from: v.optional(dateTime),
  message,
  notify,
  undoable: v.optional(v.boolean('Bitte true oder false angeben.'), false),
})
const contactBody = (ctx: Ctx) => correctedContactSchema({ today: dayAt(ctx.now) })
const attendanceBody = v.strictObject({
  attendance: v.nullable(v.picklist(ATTENDANCES, 'Bitte arrived, no_show oder null angeben.')),
})
const suggestQuery = v.object({ from: day })
const cancelBody = v.strictObject({ message })

const NO_IDS = `Bitte 1 bis ${BOOKINGS_AT_ONCE} Termine angeben.`
const ids = v.pipe(
  v.array(v.string(NO_IDS), NO_IDS),
  v.minLength(1, NO_IDS),
  v.maxLength(BOOKINGS_AT_ONCE, NO_IDS),
)
const cancelSeveralBody = v.strictObject({ ids, message, notify })
const idsBody = v.strictObject({ ids })

const CANCELLED = {
  notified: 'Termin wurde storniert und der Patient informiert.',
  silent: 'Termin wurde storniert. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
  unannounced: 'Termin wurde storniert. Der Patient bekommt wie gewünscht keine Nachricht.',
  again: 'Termin war bereits storniert.',
}

const MOVED = {
  notified: 'Termin wurde verschoben und der Patient informiert.',
  undoable: `Termin wurde verschoben. ${TOLD_LATER}`,
  silent: 'Termin wurde verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
  unannounced: 'Termin wurde verschoben. Der Patient bekommt wie gewünscht keine Nachricht.',
  again: 'Der Termin hat diese Zeit bereits.',
}

/**
 * The calls about bookings: list, detail, manual booking, contact, attendance, move, cancellation, and the
 * messages about them.
 */
export function bookingsRoutes() {
  return new Hono<AdminEnv>()
    .get('/bookings', query(listQuery), (c) => {
      const { limit, offset, ...filter } = c.req.valid('query')
      const { bookings, total } = listBookings(ctxOf(c), filter, { limit, offset })
      return c.json({ bookings: bookings.map(bookingRow), total })
    })
    .get('/slots', query(slotsQuery), (c) => {
      const { date, service_id: id } = c.req.valid('query')
      const { service, starts } = listFreeSlotsForPractice(ctxOf(c), date, id)
      const end = (start: number) => isoAt(start + service.durationMin * MINUTE)
      return c.json(starts.map((start) => ({ slot_start: isoAt(start), slot_end: end(start) })))
    })
    .get('/bookings/:id', (c) => {
      const ctx = ctxOf(c)
      const listed = getListedBooking(ctx, c.req.param('id'))
      const { booking } = listed
      const contact = withEtag(c, contactRow(booking))
      return c.json({
        ...bookingRow(listed),
        duration_min: booking.durationMin,
        price: booking.priceCents / 100,
        notes: booking.notes,
        contact,
        answers: answersOf(ctx, booking),
        visits: visitsRow(countVisits(ctx, booking)),
        history: listEvents(ctx, booking.id).map(eventRow),
        messages: listMessages(ctx, booking.id).map(messageRow),
      })
    })
    .post('/bookings', body(manualBookingBody), (c) => {
      const ctx = ctxOf(c)
      const { service_id: serviceId, start, message, contact: sent } = c.req.valid('json')
      const contact = read(manualContactSchema({ today: dayAt(ctx.now) }), sent)
      const { id } = createManualBooking(ctx, { serviceId, start, contact, message })
      return c.json(bookingRow(getListedBooking(ctx, id)), 201)
    })
    .put('/bookings/:id/contact', body(contactBody), (c) => {
      const ctx = ctxOf(c)
      const id = c.req.param('id')
      const contact = c.req.valid('json')
      return c.json(
        saveIfCurrent(
          c,
          () => contactRow(getListedBooking(ctx, id).booking),
          () => correctContact(ctx, id, contact),
          () => correctedBy(ctx, id),
        ),
      )
    })
    .put('/bookings/:id/attendance', body(attendanceBody), (c) => {
      const { attendance } = c.req.valid('json')
      noteAttendance(ctxOf(c), c.req.param('id'), attendance)
      return c.json({ attendance })
    })
    .post('/bookings/:id/move', body(moveBody), (c) => {
      const ctx = ctxOf(c)
      const input = c.req.valid('json')
      const { booking, repeated, undoUntil } = moveBooking(ctx, c.req.param('id'), input)
      const notified = input.notify && isPatientNotified(ctx, booking.id, 'moved')
      const note = noteKind({ repeated, announced: input.notify, notified })
      const { status, startsAt, endsAt } = booking
      return c.json({
        status,
        start: isoAt(startsAt),
        end: isoAt(endsAt),
        note: MOVED[note === 'notified' && undoUntil ? 'undoable' : note],
        notified,
        ...(undoUntil && { undo_until: isoAt(undoUntil) }),
      })
    })
    .get('/bookings/:id/slots', query(suggestQuery), (c) => {
      const days = suggestForMove(ctxOf(c), c.req.param('id'), c.req.valid('query').from)
      return c.json(days.map(({ date, starts }) => ({ date, starts: starts.map(isoAt) })))
    })
    .post('/bookings/slots', body(idsBody), (c) => {
      const found = suggestForMoves(ctxOf(c), c.req.valid('json').ids)
      return c.json({ results: resultRows(found, ({ starts }) => ({ starts: starts.map(isoAt) })) })
    })
    .post('/bookings/:id/cancel', body(cancelBody), (c) => {
      const ctx = ctxOf(c)
      const cancelled = cancelByStaff(ctx, c.req.param('id'), c.req.valid('json').message)
      const { status, note } = cancelAnswer(ctx, cancelled)
      return c.json({ status, note })
    })
    .post('/bookings/cancel', body(cancelSeveralBody), (c) => {
      const ctx = ctxOf(c)
      const input = c.req.valid('json')
      const cancelled = cancelSeveralByStaff(ctx, input)
      return c.json({ results: resultRows(cancelled, (done) => cancelAnswer(ctx, done, input.notify)) })
    })
    .post('/bookings/reject', body(idsBody), (c) => {
      const rejected = rejectMarked(ctxOf(c), c.req.valid('json').ids)
      return c.json({ results: resultRows(rejected, ({ status }) => ({ status })) })
    })
    .post('/bookings/:id/undo', noBody, (c) => {
      const { status } = undoDecision(ctxOf(c), c.req.param('id'))
      return c.json({ status, note: 'Zurückgenommen, es ging keine Nachricht hinaus.' })
    })
    .post('/bookings/:id/messages/:channel/:messageId/resend', noBody, (c) => {
      const { id: bookingId, messageId } = c.req.param()
      const channel = CHANNELS.find((name) => name === c.req.param('channel'))
      if (channel === undefined) throw new Problem('unknown_path')
      const suppressed = resendMessage(ctxOf(c), { bookingId, channel, id: Number(messageId) })
      return c.json({
        message:
          suppressed === undefined
            ? 'Wird noch einmal gesendet.'
            : `Die Nachricht bleibt hier: ${suppressed}`,
      })
    })
}

/** The call that downloads the bookings as a file, for doctors only. */
export function bookingExportRoutes({ log }: Deps) {
  return new Hono<AdminEnv>().get('/bookings.csv', query(exportQuery), (c) => {
    const csv = bookingsCsv(exportBookings(ctxOf(c), c.req.valid('query')))
    return c.body(ReadableStream.from(logFailure(log, csv)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="termine.csv"',
    })
  })
}

/**
 * Logs a failure and throws again, which breaks the answer off, so that half a file is not taken for a whole
 * one. The server prints the error that it gets, so that one must not contain data of patients.
 */
async function* logFailure<T>(log: Log, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* chunks
  } catch (err) {
    log.error({ err }, 'export failed')
    throw new Error('export failed')
  }
}

/** One row for each booking: the answer, or the code and the sentence of its refusal. */
function resultRows<Done, Answer extends object>(
  outcomes: readonly Readonly<{ id: string; outcome: Done | Problem }>[],
  answerOf: (done: Done) => Answer,
) {
  return outcomes.map(({ id, outcome }) =>
    outcome instanceof Problem
      ? { id, error: outcome.code, message: outcome.message }
      : { id, ...answerOf(outcome) },
  )
}

function cancelAnswer(ctx: Ctx, { booking, repeated }: Cancelled, notify = true) {
  const notified = isPatientNotified(ctx, booking.id, 'cancelled')
  const note = noteKind({ repeated, announced: notify, notified })
  return { status: booking.status, note: CANCELLED[note], notified }
}

function noteKind(change: Readonly<{ repeated: boolean; announced: boolean; notified: boolean }>) {
  if (change.repeated) return 'again'
  if (!change.announced) return 'unannounced'
  return change.notified ? 'notified' : 'silent'
}
