import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin, adminAnswer } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { refreshShown } from '../refresh-shown.ts'
import { DELETE_FAILURE } from '../services/delete-service-dialog.tsx'
import { whenText } from './absence-text.ts'
import type { Absence } from './use-absences.ts'

type DeleteAbsenceDialogProps = {
  /** Undefined: closed. */
  absence: Absence | undefined
  onClose: () => void
}

/** Asks before time is given back to the patients. */
export function DeleteAbsenceDialog({ absence, onClose }: DeleteAbsenceDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: Absence) =>
      adminAnswer(admin.absences[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: onClose,
    onSettled: () => refreshShown(client),
  })
  const { error } = deletion
  const close = () => {
    deletion.reset()
    onClose()
  }
  return (
    <Dialog
      open={absence !== undefined}
      onClose={close}
      title={absence && `„${absence.title}“ löschen?`}
      actions={
        absence && (
          <>
            <Button onClick={close}>Abbrechen</Button>
            <Button
              kind="loss"
              busy={deletion.isPending}
              busyText="Löschen …"
              onClick={() => deletion.mutate(absence)}
            >
              „{absence.title}“ löschen
            </Button>
          </>
        )
      }
    >
      {absence && <p>{whenText(absence)}. Diese Zeit kann dann wieder gebucht werden.</p>}
      {error && (
        <Banner tone="danger" role="alert">
          {error instanceof ApiError ? error.message : DELETE_FAILURE}
        </Banner>
      )}
    </Dialog>
  )
}
