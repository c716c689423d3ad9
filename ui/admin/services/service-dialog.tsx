import { refreshAdminData } from '../../api/admin.ts'
import type { ListedResource } from '../resources/use-resources.ts'
import { DeleteServiceDialog } from './delete-service-dialog.tsx'
import type { ListedService } from './service-draft.ts'
import { ServiceSheet } from './service-sheet.tsx'

/** Which dialog is open over the page, and for which service. */
export type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; service: ListedService }

type ServiceDialogProps = {
  dialog: OpenDialog
  services: readonly ListedService[]
  /** Undefined until they are loaded. */
  resources: readonly ListedResource[] | undefined
  /** Called with the sentence about what was done. */
  onDone: (text: string) => void
  onClose: () => void
}

/** The open dialog: the sheet of a service, or the confirmation before one is deleted. */
export function ServiceDialog({ dialog, services, resources, onDone, onClose }: ServiceDialogProps) {
  if (dialog.kind === 'delete')
    return (
      <DeleteServiceDialog
        service={dialog.service}
        onDeleted={onDone}
        onClose={onClose}
        onFailure={() => void refreshAdminData()}
      />
    )
  // The sheet chooses its fields when it opens, so it waits for the resources.
  if (resources === undefined) return null
  return (
    <ServiceSheet
      resources={resources}
      service={dialog.kind === 'edit' ? dialog.service : undefined}
      isTaken={(id) => services.some((service) => service.id === id)}
      onSaved={onDone}
      onGone={() => {
        onClose()
        void refreshAdminData()
      }}
      onClose={onClose}
    />
  )
}
