import { type FormEvent, useId } from 'react'
import { SERVICE_LABELS } from '../../../src/shared/service/service-schema.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { confirmsLoss } from '../forms/use-unsaved.ts'
import type { ListedResource } from '../resources/use-resources.ts'
import { QuestionList } from './question-list.tsx'
import type { ListedService } from './service-draft.ts'
import { OFFERED_BY, ResourceFields, ShownFields, TimeFields } from './service-fields.tsx'
import { useProposedId, useServiceForm } from './use-service-form.ts'

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
