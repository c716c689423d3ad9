import { viennaToday } from '../../api/server-clock.ts'
import { FormDay } from '../forms/form-day.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { FormTime } from '../forms/form-time.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import type { AbsenceDraft } from './absence-draft.ts'

const TITLE_HELP = 'Für Ihren Kalender; Patientinnen und Patienten sehen ihn nicht.'

type FieldsProps = { form: FormOf<AbsenceDraft> }

/** Asks for the hours of one day that are blocked. */
export function BlockFields({ form }: FieldsProps) {
  return (
    <>
      <div className="columns three">
        <FormDay form={form} name="from" label="Tag" min={viennaToday()} />
        <FormTime form={form} name="start" label="Von" data-autofocus />
        <FormTime form={form} name="end" label="Bis" />
      </div>
      <FormInput
        form={form}
        name="title"
        label="Titel (freiwillig)"
        help={TITLE_HELP}
        placeholder="Gesperrt"
      />
    </>
  )
}

/** Asks for the whole days that are closed. Patients read the reason only if the whole practice is closed. */
export function ClosureFields({ form, isOfWholePractice }: FieldsProps & { isOfWholePractice: boolean }) {
  const today = viennaToday()
  return (
    <>
      <FormInput
        form={form}
        name="title"
        label="Titel"
        help={TITLE_HELP}
        placeholder="z. B. Urlaub"
        data-autofocus
      />
      <div className="columns">
        <FormDay form={form} name="from" label="Erster Tag" min={today} />
        <FormDay form={form} name="to" label="Letzter Tag" min={today} />
      </div>
      <FormInput
        form={form}
        name="reason"
        label="Grund (freiwillig)"
        help={
          isOfWholePractice
            ? 'Steht in der Buchung bei den geschlossenen Tagen.'
            : 'In der Buchung steht ein Grund nur, wenn die ganze Ordination geschlossen ist.'
        }
        placeholder="z. B. Betriebsurlaub"
      />
    </>
  )
}
