import { type FormEvent, useId } from 'react'
import { SERVICE_LABELS } from '../../../src/shared/service/service-schema.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { confirmLossOfChanges } from '../forms/use-unsaved.ts'
import type { ListedResource } from '../resources/use-resources.ts'
import { QuestionList } from './question-list.tsx'
import { OFFERED_BY, ResourceFields } from './resource-fields.tsx'
import type { ListedService } from './service-draft.ts'
import { DurationFields, FieldsForPatients } from './service-fields.tsx'
import { useProposedId } from './use-proposed-id.ts'
import { useServiceForm } from './use-service-form.ts'

type ServiceSheetProps = {
  /** The service to edit; undefined for a new one. */
  service: ListedService | undefined
  /** All doctors and rooms of the practice. */
  resources: readonly ListedResource[]
  /** Returns true for an id that another service has. */
  isTaken: (id: string) => boolean
  /** Called with the sentence that says what was saved. */
  onSaved: (text: string) => void
  /** Called when another user has deleted the service and this user accepts that. */
  onGone: () => void
  onClose: () => void
}

/** A sheet with all fields of a service, new or from the list. */
export function ServiceSheet({ service, resources, isTaken, onSaved, onGone, onClose }: ServiceSheetProps) {
  const hasResourceChoice = resources.length > 1
  const form = useServiceForm({ listed: service, hasResourceChoice, onSaved })
  const formId = useId()
  useProposedId(form, { isNew: service === undefined, isTaken })

  const close = () => {
    if (!form.dirty || confirmLossOfChanges('Trotzdem schließen?')) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The server refuses such an id too, but only with a sentence about the whole form.
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
          <Button onClick={close}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={formId} busy={form.busy} busyText="Speichern …">
            Speichern
          </Button>
        </>
      }
    >
      <form id={formId} className="stack gap-6" noValidate onSubmit={submit}>
        <EditConflictBanner
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
        {/* A success is shown on the page, because the sheet closes then. */}
        <OutcomeBanner outcome={form.outcome?.tone === 'danger' ? form.outcome : undefined} />
        <FieldsForPatients form={form} />
        <QuestionList form={form} />
        {hasResourceChoice && <ResourceFields form={form} resources={resources} />}
        <DurationFields form={form} isNew={service === undefined} hasResourceChoice={hasResourceChoice} />
      </form>
    </Dialog>
  )
}
