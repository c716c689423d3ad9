import { useMutation } from '@tanstack/react-query'
import { serviceDeleted } from '../../../src/shared/messages.de.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './delete-service-dialog.module.css'
import type { ListedService } from './service-entry.ts'

/** For what was no answer of the server at all. */
const DELETE_FAILURE = 'Löschen fehlgeschlagen.'

type DeleteServiceDialogProps = {
  service: ListedService
  /** With the sentence to show. */
  onDeleted: (text: string) => void
  onClose: () => void
  /** The list is no longer what it was. */
  onStale: () => void
}

/** Asks before a service goes. What somebody has changed meanwhile goes only when asked a second time. */
export function DeleteServiceDialog({ service, onDeleted, onClose, onStale }: DeleteServiceDialogProps) {
  const { id, name, version } = service
  const deletion = useMutation({
    mutationFn: (force: boolean) =>
      adminRequest(
        admin.services[':id'].$delete({ param: { id } }, { headers: force ? {} : { 'If-Match': version } }),
      ),
    onSuccess: ({ message }) => onDeleted(message || serviceDeleted(id)),
    onError: onStale,
  })
  const fault = deletion.error
  const changed = fault instanceof ApiError && fault.code === 'conflict'
  const gone = fault instanceof ApiError && fault.status === 404

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Service "${name}" löschen?`}
      actions={
        <>
          <Button onClick={onClose}>{gone ? 'Schließen' : 'Abbrechen'}</Button>
          {!gone && (
            <Button
              kind="loss"
              busy={deletion.isPending}
              busyText="Löschen …"
              onClick={() => deletion.mutate(changed)}
            >
              {changed ? `"${name}" trotzdem löschen` : `"${name}" löschen`}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>
          Patienten können diesen Service dann nicht mehr buchen. Schon gebuchte Termine bleiben. Soll er nur
          vorübergehend nicht buchbar sein, genügt es, ihn auf „inaktiv“ zu stellen.
        </p>
        <OutcomeBanner
          outcome={
            fault
              ? {
                  tone: 'danger',
                  text: fault instanceof ApiError ? fault.message : DELETE_FAILURE,
                }
              : undefined
          }
        />
      </div>
    </Dialog>
  )
}
