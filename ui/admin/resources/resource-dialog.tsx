import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { resourceSaved } from '../../../src/shared/admin-messages.de.ts'
import { type ResourceInput, resourceSchema } from '../../../src/shared/resource.ts'
import { admin, adminQuery, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox, FormInput } from '../forms/form-fields.tsx'
import { proposedId } from '../forms/proposed-id.ts'
import { useEditForm } from '../forms/use-edit-form.ts'
import { type ListedResource, loadResource } from './use-resources.ts'

type Draft = { name: string; title: string; active: boolean; odoo_user: string }

const LABELS = {
  name: 'Name',
  title: 'Zeile für Patienten',
  active: 'Aktiv',
  odoo_user: 'Benutzer in Odoo',
} as const
const EMPTY_DRAFT: Draft = { name: '', title: '', active: true, odoo_user: '' }

type ResourceDialogProps = {
  /** The doctor or room to change; undefined for a new one. */
  resource: ListedResource | undefined
  /** All doctors and rooms of the practice. */
  resources: readonly ListedResource[]
  onClose: () => void
}

/** The form of the name and the state of a doctor or a room, new or to be changed. */
export function ResourceDialog({ resource, resources, onClose }: ResourceDialogProps) {
  const form = useResourceForm({ resource, resources, onClose })
  const odoo = useQuery(adminQuery(admin.odoo, {}))
  // A practice with one doctor uses the calendar that the Odoo settings name.
  const asksOdooUser = odoo.data?.on === true && resources.some(({ id }) => id !== resource?.id)
  return (
    <FormDialog
      title={resource ? resource.name : 'Neue Person, neuer Raum'}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      look="dialog"
      onClose={onClose}
    >
      <EditConflictBanner form={form} labels={LABELS} />
      <FormInput
        form={form}
        name="name"
        label={LABELS.name}
        help="So steht er bei der Buchung und in E-Mails, z. B. Dr. Muster oder Labor."
      />
      <FormInput
        form={form}
        name="title"
        label={LABELS.title}
        help="Steht unter dem Namen, z. B. Fachärztin für Innere Medizin. Kann leer bleiben."
      />
      <FormCheckbox
        form={form}
        name="active"
        label={LABELS.active}
        help="Wer inaktiv ist, kann nicht gebucht werden. Schon gebuchte Termine bleiben."
      />
      {asksOdooUser && (
        <FormInput
          form={form}
          name="odoo_user"
          label={LABELS.odoo_user}
          help="Der Name bei der Anmeldung in Odoo, wenn es dort einen eigenen Kalender gibt. Leer gilt der Kalender der Ordination."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  )
}

/** The form of the dialog. Saving it closes the dialog. A new doctor or room comes after all others. */
function useResourceForm({ resource, resources, onClose }: ResourceDialogProps) {
  const isTaken = (id: string) => resources.some((other) => other.id === id)
  return useEditForm<ListedResource, Draft, ResourceInput>({
    name: `resource ${resource?.id ?? ''}`,
    ...(resource && { known: { value: resource, etag: resource.version } }),
    load: (signal) => loadResource(resource?.id ?? '', signal),
    save: async (values, headers) => {
      const id = resource?.id ?? newId(values.name ?? '', isTaken)
      const json = resource ? values : { ...values, order: nextOrder(resources) }
      const { resource: saved, message } = await adminRequest(
        admin.resources[':id'].$put(
          { param: { id: encodeURIComponent(id) }, json },
          // A new one must not overwrite another one with the same id.
          { headers: resource ? headers : { 'If-None-Match': '*' } },
        ),
      )
      return { value: { ...saved, message }, etag: saved.version }
    },
    onSaved: () => {
      onClose()
      return refreshAdminData()
    },
    schema: () => v.pick(resourceSchema, ['name', 'title', 'active', 'odoo_user']),
    empty: EMPTY_DRAFT,
    valuesOf: ({ name, title, active, odoo_user }) => ({ name, title, active, odoo_user }),
    loadFailure: 'Das konnte nicht geladen werden.',
    success: resourceSaved(resource?.name ?? ''),
  })
}

/** Returns a free id, made from the name if it has letters. */
function newId(name: string, isTaken: (id: string) => boolean): string {
  return proposedId(name, isTaken) || proposedId('person', isTaken)
}

/** Returns the order number after all others. */
function nextOrder(resources: readonly ListedResource[]): number {
  return Math.max(-1, ...resources.map(({ order }) => order)) + 1
}
