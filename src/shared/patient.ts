import * as v from 'valibot'
import { mailboxKey } from './contact/email.ts'
import { normalEmailSchema } from './contact/normal-email.ts'

/** The address of the patient whose data an admin asks for. */
export const patientSchema = v.strictObject({ email: normalEmailSchema })

/**
 * The address of the patient whose data are erased. It is typed twice, because an erasure cannot be undone.
 */
export const eraseSchema = v.pipe(
  v.strictObject({ email: normalEmailSchema, confirm: v.string('Bitte die Adresse noch einmal eingeben.') }),
  v.forward(
    v.check(
      ({ email, confirm }) => mailboxKey(email) === mailboxKey(confirm.trim()),
      'Das ist nicht dieselbe Adresse.',
    ),
    ['confirm'],
  ),
)
