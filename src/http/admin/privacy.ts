import { Hono } from 'hono'
import { fileStamp } from '../../db/backup-folder.ts'
import type { TextOfSections } from '../../practice/own-text.ts'
import { exportPatient } from '../../privacy/export.ts'
import { examineCopies } from '../../privacy/old-copies.ts'
import { erasePatient, type PatientSummary, summarisePatient } from '../../privacy/patient.ts'
import { patientInformation } from '../../privacy/patient-information.ts'
import type { PatientRef } from '../../privacy/patient-ref.ts'
import { processingRecord } from '../../privacy/processing-record.ts'
import { countExpired } from '../../privacy/retention.ts'
import { listStored } from '../../privacy/stored-data.ts'
import { plainText } from '../../privacy/text-parts.ts'
import { erasureSchema, patientSchema } from '../../shared/patient.ts'
import { Problem } from '../../shared/problems.ts'
import { dayAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body } from '../input.ts'
import { type AdminEnv, requireProof } from './guard.ts'

/**
 * The calls about what is stored and for how long, and about the data of a patient (docs/behaviour.md 16.8 to
 * 16.14).
 */
export function privacyRoutes() {
  return new Hono<AdminEnv>()
    .get('/privacy', (c) => {
      const ctx = ctxOf(c)
      return c.json({
        stored: listStored(ctx),
        record: textAnswer(processingRecord(ctx)),
        information: textAnswer(patientInformation(ctx)),
      })
    })
    .get('/privacy/retention', (c) => c.json(countExpired(ctxOf(c))))
    .post('/privacy/person', body(patientSchema), async (c) => {
      const summary = summarisePatient(ctxOf(c), patientOf(c.req.valid('json')))
      return c.json(await summaryAnswer(summary))
    })
    .post('/privacy/person/export', requireProof, body(patientSchema), (c) => {
      const ctx = ctxOf(c)
      const { data, html } = exportPatient(ctx, patientOf(c.req.valid('json')))
      return c.json({ name: `person-${fileStamp(ctx.now)}`, json: JSON.stringify(data, null, 2), html })
    })
    .post('/privacy/person/erase', requireProof, body(erasureSchema), async (c) => {
      const ctx = ctxOf(c)
      const named = c.req.valid('json')
      const patient = patientOf(named)
      // The rule of the body has compared the repetition of an e-mail address. Only the rows tell the name.
      if ('booking_id' in named) assertSameName(summarisePatient(ctx, patient).label, named.confirm)
      return c.json(await summaryAnswer(erasePatient(ctx, patient)))
    })
}

/** Returns the patient whom the body names by an e-mail address or a booking. */
function patientOf(named: { email: string } | { booking_id: string }): PatientRef {
  return 'email' in named ? named.email : { bookingId: named.booking_id }
}

/**
 * Asserts that the practice has typed the name of the patient, because an erasure cannot be undone. Letter
 * case and spaces may differ.
 * @throws Problem invalid
 */
function assertSameName(name: string, typed: string): void {
  const normalise = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('de-AT')
  if (normalise(name) !== normalise(typed))
    throw new Problem('invalid', { fields: { confirm: 'Das ist nicht derselbe Name.' } })
}

/** Returns a text by sections, and as plain text for copying. */
function textAnswer(text: TextOfSections) {
  return { ...text, plain: plainText(text) }
}

/**
 * Returns what is stored about a patient, in numbers, and the old copies that may still have it. The files of
 * these copies are searched for `traces`, the ids and the mailbox of the patient.
 */
async function summaryAnswer({ waitingEntries, odooEvents, oldCopies, traces, ...counts }: PatientSummary) {
  return {
    ...counts,
    waiting_entries: waitingEntries,
    odoo_events: odooEvents,
    // `until` is the Vienna day on which the portal deletes the file; null if the practice must delete it.
    old_copies: (await examineCopies(traces, oldCopies)).map(({ file, until, hasPatient }) => ({
      file,
      until: until === undefined ? null : dayAt(until),
      has_person: hasPatient,
    })),
  }
}
