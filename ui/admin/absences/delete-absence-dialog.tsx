import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin, adminAnswer } from '../../api/admin.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { refreshShown } from '../refresh-shown.ts'
import { whenText } from './absence-text.ts'
import type { Absence } from './use-absences.ts'

type DeleteAbsenceDialogProps = { absence: Absence; onClose: () => void }

export function DeleteAbsenceDialog({ absence, onClose }: DeleteAbsenceDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => adminAnswer(admin.absences[':id'].$delete({ param: { id: String(absence.id) } })),
    onSuccess: onClose,
    onSettled: () => refreshShown(client),
  })
  return (
    <ConfirmDialog
      title={`„${absence.title}“ löschen?`}
      button={`„${absence.title}“ löschen`}
      busyText="Löschen …"
      busy={deletion.isPending}
      error={deletion.error}
      failure="Löschen fehlgeschlagen."
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>{whenText(absence)}. Diese Zeit kann dann wieder gebucht werden.</p>
    </ConfirmDialog>
  )
}
