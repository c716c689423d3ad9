import { Button } from '../../components/button.tsx'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

type FormFootProps = {
  submitLabel: string
  form: { busy: boolean; outcome: FormOutcome | undefined }
  onCancel: () => void
}

/** The buttons that send and cancel a form of the account, and the outcome of the last press. */
export function FormFoot({ submitLabel, form, onCancel }: FormFootProps) {
  return (
    <>
      <div className="row">
        <Button type="submit" busy={form.busy}>
          {submitLabel}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
      <OutcomeBanner outcome={form.outcome} />
    </>
  )
}
