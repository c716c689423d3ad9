import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { entrySchema } from '../forms/entry-schema.ts'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type SubmitForm, useSubmitForm } from '../forms/use-submit-form.ts'
import { useServices } from '../services/use-services.ts'
import {
  type AbsenceRequest,
  type BlockEntry,
  blockErrors,
  type ClosureEntry,
  closureErrors,
  readBlock,
  readClosure,
} from './absence-entry.ts'
import type { Conflict } from './use-absences.ts'

type AbsenceDialogProps = {
  /** The day that the fields start with. */
  day: Day
  onClose: () => void
}

/** Blocks some hours of a day. */
export function BlockDialog({ day, onClose }: AbsenceDialogProps) {
  const form = useSubmitForm({
    schema: entrySchema(readBlock),
    defaultValues: { title: '', day, from: '', to: '', resource: '' } satisfies BlockEntry,
    toFields: blockErrors,
    send,
    valuesAfter: (): BlockEntry => form.getValues(),
    onSuccess: (conflicts) => finish(conflicts, onClose),
  })
  return (
    <Dialog open onClose={onClose} title="Zeit sperren">
      <AbsenceForm form={form} save="Zeit sperren" anyway="Trotzdem sperren" onClose={onClose}>
        <FormInput
          form={form}
          name="title"
          label="Titel"
          help={TITLE_HELP}
          placeholder="z. B. Fortbildung"
          data-autofocus
        />
        <div className="columns three">
          <FormInput form={form} name="day" label="Tag" type="date" />
          <FormInput form={form} name="from" label="Von" type="time" />
          <FormInput form={form} name="to" label="Bis" type="time" />
        </div>
        <ResourceField error={form.errorAt('resource')} {...form.register('resource')} />
      </AbsenceForm>
    </Dialog>
  )
}

/** Closes the practice for whole days. */
export function ClosureDialog({ day, onClose }: AbsenceDialogProps) {
  const form = useSubmitForm({
    schema: entrySchema(readClosure),
    defaultValues: { title: '', reason: '', from: day, to: day, resource: '' } satisfies ClosureEntry,
    toFields: closureErrors,
    send,
    valuesAfter: (): ClosureEntry => form.getValues(),
    onSuccess: (conflicts) => finish(conflicts, onClose),
  })
  return (
    <Dialog open onClose={onClose} title="Praxis schließen">
      <AbsenceForm form={form} save="Praxis schließen" anyway="Trotzdem schließen" onClose={onClose}>
        <FormInput
          form={form}
          name="title"
          label="Titel"
          help={TITLE_HELP}
          placeholder="z. B. Urlaub"
          data-autofocus
        />
        <div className="columns">
          <FormInput form={form} name="from" label="Erster Tag" type="date" />
          <FormInput form={form} name="to" label="Letzter Tag" type="date" />
        </div>
        <FormInput
          form={form}
          name="reason"
          label="Grund (freiwillig)"
          help="Steht in der Buchung bei den geschlossenen Tagen."
          placeholder="z. B. Betriebsurlaub"
        />
        <ResourceField error={form.errorAt('resource')} {...form.register('resource')} />
      </AbsenceForm>
    </Dialog>
  )
}

const TITLE_HELP = 'Für Ihren Kalender; Patientinnen und Patienten sehen ihn nicht.'

/** The appointments within the absence (docs/behaviour.md 11.6), which is then not saved unless `force` is set. */
async function send(json: AbsenceRequest, force: boolean): Promise<readonly Conflict[]> {
  if (!force) {
    const { conflicts } = await adminRequest(admin.absences.check.$post({ json }))
    if (conflicts.length > 0) return conflicts
  }
  await adminRequest(admin.absences.$post({ json }))
  return []
}

async function finish(conflicts: readonly Conflict[], onClose: () => void): Promise<void> {
  if (conflicts.length > 0) return
  await refreshShown()
  onClose()
}

type AbsenceFormProps = {
  form: Pick<
    SubmitForm<BlockEntry | ClosureEntry, AbsenceRequest, readonly Conflict[]>,
    'answer' | 'dirty' | 'busy' | 'outcome' | 'submit' | 'submitAnyway'
  >
  save: string
  anyway: string
  onClose: () => void
  children: ReactNode
}

function AbsenceForm({ form, save, anyway, onClose, children }: AbsenceFormProps) {
  // Another time has other conflicts.
  const conflicts = (!form.dirty && form.answer) || []
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void (conflicts.length > 0 ? form.submitAnyway() : form.submit())
      }}
    >
      {children}
      <Conflicts conflicts={conflicts} />
      <OutcomeBanner outcome={form.outcome} />
      <div className="row end">
        <Button onClick={onClose}>Abbrechen</Button>
        <Button type="submit" kind="primary" busy={form.busy} busyText="Speichern …">
          {conflicts.length > 0 ? anyway : save}
        </Button>
      </div>
    </form>
  )
}

type ResourceFieldProps = ComponentProps<'select'> & { error: string | undefined }

/** Only where more than one doctor or room has a calendar of its own. */
function ResourceField({ error, ...select }: ResourceFieldProps) {
  const { services = [] } = useServices()
  const resources = [...new Set(services.map(({ resource_id }) => resource_id))].toSorted()
  if (resources.length < 2 && !error) return null
  return (
    <Field label="Gilt für" error={error}>
      <SelectInput {...select}>
        <option value="">Ganze Praxis</option>
        {resources.map((resource) => (
          <option key={resource}>{resource}</option>
        ))}
      </SelectInput>
    </Field>
  )
}

const SHOWN = 8

/** Links to the appointments; each opens a tab, so that the entry is not lost. */
function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const shown = all ? conflicts : conflicts.slice(0, SHOWN)
  if (conflicts.length === 0) return null
  return (
    <Banner
      tone="warning"
      role="alert"
      title={
        <span id={id}>
          {conflicts.length === 1
            ? 'In dieser Zeit steht schon ein Termin.'
            : `In dieser Zeit stehen schon ${conflicts.length} Termine.`}
        </span>
      }
    >
      <p>Sie bleiben bestehen, solange sie niemand storniert.</p>
      <ul className="mt-2" aria-labelledby={id}>
        {shown.map(({ id: booking, name, start, service_name }) => (
          <li key={booking}>
            <a
              href={`/admin/bookings?view=day&date=${start.slice(0, 10)}&booking=${encodeURIComponent(booking)}`}
              target="_blank"
              rel="noopener"
            >
              {name}
            </a>
            , <span className="num">{shortDayTime(start)}</span>, {service_name}
          </li>
        ))}
      </ul>
      {shown.length < conflicts.length && (
        <Button kind="link" onClick={() => setAll(true)}>
          Alle {conflicts.length} zeigen
        </Button>
      )}
    </Banner>
  )
}
