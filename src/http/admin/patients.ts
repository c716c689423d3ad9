import { Hono } from 'hono'
import * as v from 'valibot'
import { findPatients } from '../../backoffice/patient-search.ts'
import { getPatient, listMessagesOfPatient, type Patient } from '../../backoffice/patients.ts'
import { writePatientNote } from '../../booking/notes.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { noteField, searchField } from '../fields.ts'
import { body, query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { waitingRow } from './waiting-list.ts'
import { bookingRow, contactRow, messageRow, visitsRow } from './wire.ts'

/** The calls about patients, who are identified by their newest booking (docs/behaviour.md 19). */
export function patientRoutes() {
  return new Hono<AdminEnv>()
    .get('/patients', query(v.object({ q: searchField })), (c) =>
      c.json(findPatients(ctxOf(c), c.req.valid('query').q).map(patientRow)),
    )
    .put('/patients/:bookingId/note', body(v.strictObject({ note: noteField })), (c) => {
      const { note } = c.req.valid('json')
      writePatientNote(ctxOf(c), c.req.param('bookingId'), note)
      return c.json({ note })
    })
    .get('/patients/:bookingId', (c) => {
      const ctx = ctxOf(c)
      const patient = getPatient(ctx, c.req.param('bookingId'))
      return c.json({
        ...patientRow(patient),
        contact: contactRow(patient.newestBooking),
        note: patient.note,
        bookings: patient.bookings.map(bookingRow),
        waiting: patient.waiting.map((entry) => waitingRow(ctx, entry)),
        messages: listMessagesOfPatient(ctx, patient).map(messageRow),
      })
    })
}

function patientRow({ newest, visits, lastVisit, next }: Patient) {
  const { id, firstName, lastName, birthOn, mobile, country, email } = newest
  return {
    booking_id: id,
    name: `${firstName} ${lastName}`,
    birth_date: birthOn,
    phone: showPhone(mobile, country),
    email,
    last_visit: lastVisit === undefined ? null : isoAt(lastVisit),
    next: next === undefined ? null : isoAt(next),
    missed: visits.noShows,
    visits: visitsRow(visits),
  }
}
