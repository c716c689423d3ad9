import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { markup } from '../messaging/email/html.ts'
import { type PatientData, patientData } from './patient-data.ts'
import { patientDataPage } from './patient-data-page.ts'
import type { PatientRef } from './patient-ref.ts'
import { getPatientRows } from './patient-rows.ts'

/** A copy of the personal data (Art. 15 GDPR), for machines and for people. */
export type PatientExport = Readonly<{ data: PatientData; html: string }>

/**
 * Returns all data that are stored about the patient, and records the export in the audit.
 * @throws Problem 'not found' when nothing is stored
 */
export function exportPatient(ctx: Ctx, patient: PatientRef): PatientExport {
  return inTx(ctx, () => {
    const rows = getPatientRows(ctx, patient)
    recordAudit(ctx, 'person-exported', rows.subject)
    const data = patientData(ctx, rows)
    return { data, html: markup(patientDataPage(data)) }
  })
}
