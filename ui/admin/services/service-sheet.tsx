import { type ComponentProps, type FormEvent, useEffect, useId, useRef } from 'react'
import * as v from 'valibot'
import { serviceSaved } from '../../../src/shared/admin-messages.de.ts'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import { withoutDisplayDuration } from '../../../src/shared/service/duration.ts'
import type { Service } from '../../../src/shared/service/service.ts'
import { SERVICE_LABELS, serviceSchema } from '../../../src/shared/service/service-schema.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox, FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { FormCheckbox, FormInput, FormTextArea } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { proposedId } from '../forms/proposed-id.ts'
import { useEditForm } from '../forms/use-edit-form.ts'
import { confirmsLoss } from '../forms/use-unsaved.ts'
import type { ListedResource } from '../resources/use-resources.ts'
import { QuestionList } from './question-list.tsx'
import { type ListedService, NEW_SERVICE, type ServiceDraft, serviceDraft } from './service-draft.ts'
import { listSaved, SERVICES_NOT_LOADED } from './use-services.ts'

type ServiceSheetProps = {
  /** The service to edit; undefined for a new one. */
  service: ListedService | undefined
  /** All doctors and rooms of the practice. */
  resources: readonly ListedResource[]
  /** Returns true for an id that another service has. */
  isTaken: (id: string) => boolean
  /** Called with the sentence to show. */
  onSaved: (text: string) => void
  /** Called when another user has deleted it. */
  onGone: () => void
  onClose: () => void
}

/** All fields of a service, new or loaded. */
export function ServiceSheet({ service, resources, isTaken, onSaved, onGone, onClose }: ServiceSheetProps) {
  const form = useServiceForm(service, resources.length > 1, onSaved)
  const formId = useId()
  useProposedId(form, service === undefined, isTaken)

  const close = () => {
    if (!form.dirty || confirmsLoss('Trotzdem schließen?')) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!service && isTaken(form.getValues('id').trim()))
      form.setError('id', { type: 'taken', message: 'Diese ID gibt es schon.' }, { shouldFocus: true })
    else void form.submit()
  }

  return (
    <Dialog
      open
      look="sheet"
      onClose={close}
      title={service ? service.name : 'Neuer Service'}
      actions={
        <>
          <Button kind="primary" type="submit" form={formId} busy={form.busy} busyText="Speichern …">
            Speichern
          </Button>
          <Button onClick={close}>Abbrechen</Button>
        </>
      }
    >
      <form id={formId} className="stack gap-6" noValidate onSubmit={submit}>
        <ConflictBanner
          form={form}
          labels={{ ...SERVICE_LABELS, resource_ids: OFFERED_BY }}
          fields={(value) => ({
            ...value,
            resource_ids: resources
              .filter(({ id }) => value.resource_ids?.includes(id))
              .map(({ name }) => name),
          })}
          onTakeTheirs={() => (form.conflict?.current === null ? onGone() : form.reload())}
        />
        <OutcomeBanner outcome={form.outcome?.tone === 'danger' ? form.outcome : undefined} />
        <ShownFields form={form} />
        <QuestionList form={form} />
        {resources.length > 1 && <ResourceFields form={form} resources={resources} />}
        <TimeFields form={form} isNew={service === undefined} hasResources={resources.length > 1} />
      </form>
    </Dialog>
  )
}

type ServiceForm = ReturnType<typeof useServiceForm>

/** Lets the id of a new service follow its name until somebody types an id. */
function useProposedId(form: ServiceForm, isNew: boolean, isTaken: (id: string) => boolean): void {
  const name = form.watch('name')
  const proposed = useRef('')
  const { getValues, setValue } = form
  const { isSubmitted } = form.formState
  useEffect(() => {
    if (!isNew || getValues('id') !== proposed.current) return
    proposed.current = proposedId(name, isTaken)
    // A failed save has said that the id is missing, which the proposal ends.
    setValue('id', proposed.current, { shouldValidate: isSubmitted })
  }, [name, isNew, isTaken, isSubmitted, getValues, setValue])
}

type ServiceInputProps = Omit<ComponentProps<typeof FormInput<ServiceDraft>>, 'form' | 'name' | 'label'> & {
  form: ServiceForm
  name: Exclude<keyof ServiceDraft, 'active' | 'first_visit' | 'questions' | 'resource_ids'>
  unit?: string
  /** True for a field that takes a whole row. */
  whole?: boolean
}

function ServiceInput({ form, name, unit, whole, ...rest }: ServiceInputProps) {
  const field = (
    <FormInput
      form={form}
      name={name}
      label={unit ? `${SERVICE_LABELS[name]} (${unit})` : SERVICE_LABELS[name]}
      {...(rest.inputMode && { className: 'num' })}
      {...rest}
    />
  )
  return whole ? <div className="whole">{field}</div> : field
}

function ShownFields({ form }: { form: ServiceForm }) {
  return (
    <div className="halves">
      <h3 className="whole">Was Patienten sehen</h3>
      <ServiceInput form={form} name="name" whole />
      <div className="whole">
        <FormTextArea form={form} name="description" label={SERVICE_LABELS.description} />
      </div>
      <div className="whole">
        <FormTextArea
          form={form}
          name="hint"
          label={SERVICE_LABELS.hint}
          help="Steht bei der Leistung, nach der Buchung und in den E-Mails zu Bestätigung und Erinnerung."
        />
      </div>
      <div className="whole">
        <FieldGroup legend="Besuch" help="Bei welcher Art von Besuch der Service angeboten wird.">
          <RadioSegment
            options={[
              { value: 'true', label: 'Erstbesuch' },
              { value: 'false', label: 'Folgebesuch' },
            ]}
            {...form.register('first_visit')}
          />
        </FieldGroup>
      </div>
      <ServiceInput form={form} name="price" unit="Euro" help="0: „Preis auf Anfrage“." inputMode="decimal" />
      <ServiceInput
        form={form}
        name="display_duration_min"
        unit="Min"
        help={`Nur zum Lesen. Leer: ${withoutDisplayDuration(form.watch('id').trim())}.`}
        inputMode="numeric"
      />
      <ServiceInput
        form={form}
        name="display_order"
        help="Kleine Zahlen stehen oben. Leer: am Ende."
        inputMode="numeric"
      />
      <div className="whole">
        <FormCheckbox
          form={form}
          name="active"
          label={SERVICE_LABELS.active}
          help="Inaktive Services können Patienten nicht buchen."
        />
      </div>
    </div>
  )
}

const OFFERED_BY = 'Wer bietet das an?'

type ResourceFieldsProps = { form: ServiceForm; resources: readonly ListedResource[] }

/** Which doctors and rooms offer the service. Patients choose among them. */
function ResourceFields({ form, resources }: ResourceFieldsProps) {
  return (
    <FieldGroup
      legend={OFFERED_BY}
      help="Patienten wählen, zu wem sie kommen, oder „Egal, wer“."
      error={form.errorAt('resource_ids')}
    >
      <div className="stack gap-2">
        {resources.map(({ id, name, active }) => (
          <Checkbox key={id} value={id} {...form.register('resource_ids')}>
            {active ? name : `${name} (inaktiv)`}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  )
}

type TimeFieldsProps = { form: ServiceForm; isNew: boolean; hasResources: boolean }

function TimeFields({ form, isNew, hasResources }: TimeFieldsProps) {
  return (
    <div className="halves">
      <h3 className="whole">Wie viel Zeit er braucht</h3>
      <ServiceInput
        form={form}
        name="duration_min"
        unit="Min"
        help="Mit 0 gibt es keine freien Zeiten."
        inputMode="numeric"
      />
      <ServiceInput
        form={form}
        name="step"
        unit="Min"
        help="Abstand der Anfangszeiten. 0: die Dauer."
        inputMode="numeric"
      />
      <ServiceInput form={form} name="paddingBefore" unit="Min" inputMode="numeric" />
      <ServiceInput form={form} name="paddingAfter" unit="Min" inputMode="numeric" />
      {!hasResources && (
        <ServiceInput
          form={form}
          name="resource_id"
          help={`Wer oder was belegt ist; Termine einer Ressource überschneiden sich nie. Leer: ${NEW_SERVICE.resource_id}.`}
          spellCheck={false}
          whole
        />
      )}
      <ServiceInput
        form={form}
        name="id"
        help={
          isNew
            ? 'Kurz und ohne Leerzeichen, z. B. akupunktur. Sie kann später nicht geändert werden.'
            : 'Steht in Links und Buchungen und bleibt deshalb, wie sie ist.'
        }
        readOnly={!isNew}
        spellCheck={false}
        whole
      />
    </div>
  )
}

type Offered = Service & { readonly resource_ids?: readonly string[] }

/** The server takes none for the first doctor; here somebody has to be chosen. */
const sheetSchema = v.pipe(
  serviceSchema,
  v.forward(
    v.check(
      ({ resource_ids: ids }) => ids === undefined || ids.length > 0,
      'Bitte mindestens eine Person wählen.',
    ),
    ['resource_ids'],
  ),
)

/** Makes the form. The ETag is the service's `version`, because a list has no header for each row. */
function useServiceForm(
  listed: ListedService | undefined,
  hasSeveral: boolean,
  onSaved: (text: string) => void,
) {
  return useEditForm<Offered, ServiceDraft, v.InferOutput<typeof sheetSchema>>({
    name: `service ${listed?.id ?? ''}`,
    known: { value: listed ?? NEW_SERVICE, etag: listed?.version },
    load: (signal) => loadService(listed?.id ?? '', signal),
    save: async (service, headers) => {
      const { service: saved, message } = await adminRequest(
        admin.services.$put({ json: { service } }, { headers: listed ? headers : { 'If-None-Match': '*' } }),
      )
      listSaved(saved)
      return { value: { ...saved, message }, etag: saved.version }
    },
    onSaved: ({ message, name }) => onSaved(message || serviceSaved(name)),
    schema: () => sheetSchema,
    empty: serviceDraft(NEW_SERVICE, hasSeveral),
    valuesOf: (service) => serviceDraft(service, hasSeveral),
    loadFailure: SERVICES_NOT_LOADED,
    saveFailure: 'Service konnte nicht gespeichert werden.',
    success: 'Service gespeichert.',
  })
}

async function loadService(id: string, signal: AbortSignal) {
  const services = await adminRequest(admin.services.$get({}, { init: { signal } }))
  const service = services.find((one) => one.id === id)
  if (!service) throw new ApiError(404, PROBLEMS.service_not_found[1])
  return { value: service, etag: service.version }
}
