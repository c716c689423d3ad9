import { Hono } from 'hono'
import { fileStamp } from '../../db/nightly-backups.ts'
import { exportPatient } from '../../privacy/export.ts'
import { examineCopies } from '../../privacy/old-copies.ts'
import { erasePatient, type PatientSummary, summarisePatient } from '../../privacy/patient.ts'
import { patientInformation } from '../../privacy/patient-information.ts'
import { type PrivacyText, plainText } from '../../privacy/record-facts.ts'
import { listStored, processingRecord } from '../../privacy/records.ts'
import { countExpired } from '../../privacy/retention.ts'
import { eraseSchema, patientSchema } from '../../shared/patient.ts'
import { dayAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body } from '../input.ts'
import { type AdminEnv, proved } from './guard.ts'

/**
 * The calls about what is stored and for how long, and about a patient's data (docs/behaviour.md 16.8 to
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
      const { email } = c.req.valid('json')
      return c.json(await summaryAnswer(email, summarisePatient(ctxOf(c), email)))
    })
    .post('/privacy/person/export', proved, body(patientSchema), (c) => {
      const ctx = ctxOf(c)
      const { data, html } = exportPatient(ctx, c.req.valid('json').email)
      return c.json({ name: `person-${fileStamp(ctx.now)}`, json: JSON.stringify(data, null, 2), html })
    })
    .post('/privacy/person/erase', proved, body(eraseSchema), async (c) => {
      const { email } = c.req.valid('json')
      return c.json(await summaryAnswer(email, erasePatient(ctxOf(c), email)))
    })
}

function textAnswer(text: PrivacyText) {
  return { ...text, plain: plainText(text) }
}

async function summaryAnswer(
  email: string,
  { waitingEntries, odooEvents, oldCopies, ...counts }: PatientSummary,
) {
  return {
    ...counts,
    waiting_entries: waitingEntries,
    odoo_events: odooEvents,
    // `until` is the Vienna day on which the portal deletes the file; null if the practice has to delete it
    // by hand.
    old_copies: (await examineCopies(email, oldCopies)).map(({ file, until, hasPatient }) => ({
      file,
      until: until === undefined ? null : dayAt(until),
      has_person: hasPatient,
    })),
  }
}
