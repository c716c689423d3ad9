import { Button } from '../../components/button.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import type { FormOutcome } from '../forms/use-submit-form.ts'

type FormFootProps = {
  label: string
  form: { busy: boolean; outcome: FormOutcome | undefined }
  onCancel: () => void
}

export function FormFoot({ label, form, onCancel }: FormFootProps) {
  return (
    <>
      <div className="row">
        <Button type="submit" busy={form.busy}>
          {label}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
      <OutcomeBanner outcome={form.outcome} />
    </>
  )
}
