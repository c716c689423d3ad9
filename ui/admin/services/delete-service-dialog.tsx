import { useMutation } from '@tanstack/react-query'
import { serviceDeleted } from '../../../src/shared/admin-messages.de.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError, hasCode } from '../../api/http.ts'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import type { ListedService } from './service-draft.ts'

type DeleteServiceDialogProps = {
  service: ListedService
  /** Called with the sentence that says what was deleted. */
  onDeleted: (text: string) => void
  onClose: () => void
  /** Called after any failure, because the list may be outdated. */
  onFailure: () => void
}

/** Asks for confirmation before a service is deleted, and again if another user has changed it meanwhile. */
export function DeleteServiceDialog({ service, onDeleted, onClose, onFailure }: DeleteServiceDialogProps) {
  const { id, name, version } = service
  const deletion = useMutation({
    mutationFn: ({ anyVersion }: { anyVersion: boolean }) =>
      adminRequest(
        admin.services[':id'].$delete(
          { param: { id } },
          // The version lets the server refuse to delete a state that the user has not seen.
          { headers: anyVersion ? {} : { 'If-Match': version } },
        ),
      ),
    // According to the specification, the answer may be empty.
    onSuccess: (answer) => onDeleted(answer?.message || serviceDeleted(id)),
    onError: onFailure,
  })
  const { error } = deletion
  const isChanged = hasCode(error, 'conflict')
  const isGone = error instanceof ApiError && error.status === 404
  const deleteLabel = isChanged ? `„${name}“ trotzdem löschen` : `„${name}“ löschen`

  return (
    <ConfirmDialog
      title={`Service „${name}“ löschen?`}
      button={isGone ? undefined : deleteLabel}
      busyText="Löschen …"
      cancel={isGone ? 'Schließen' : 'Abbrechen'}
      busy={deletion.isPending}
      error={error}
      failure="Löschen fehlgeschlagen."
      // A user who has read about the change may still delete the service.
      onConfirm={() => deletion.mutate({ anyVersion: isChanged })}
      onClose={onClose}
    >
      <p>
        Patienten können diesen Service dann nicht mehr buchen. Schon gebuchte Termine bleiben. Soll er nur
        vorübergehend nicht buchbar sein, genügt es, ihn auf „inaktiv“ zu stellen.
      </p>
    </ConfirmDialog>
  )
}
