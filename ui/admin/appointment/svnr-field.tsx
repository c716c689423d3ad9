import { SecretField } from '../forms/secret-field.tsx'
import type { CorrectionForm } from './use-correction-form.ts'

/**
 * The field for the social security number. Only Austrian numbers are stored, so other countries have none.
 */
export function SvnrField({ form, stored }: { form: CorrectionForm; stored: string | null }) {
  if (form.watch('country') === 'AT')
    return (
      <SecretField
        form={form}
        name="svn4"
        label="Sozialversicherungsnummer"
        help="Die vier Ziffern vor dem Geburtsdatum, oder alle zehn wie auf der e-card."
        isStored={stored !== null}
        type="text"
        className="num"
        inputMode="numeric"
        autoComplete="off"
      />
    )
  if (stored === null) return null
  return (
    <p className="muted small">
      Die SVNR wird beim Speichern entfernt: Sie wird nur mit dem Land Österreich gespeichert.
    </p>
  )
}
