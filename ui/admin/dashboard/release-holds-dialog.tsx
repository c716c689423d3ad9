import { admin, adminRequest } from '../../api/admin.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'

type ReleaseHoldsDialogProps = { onReleased: (count: number) => void; onClose: () => void }

/** Frees the times that strangers hold (docs/behaviour.md 12.48). */
export function ReleaseHoldsDialog({ onReleased, onClose }: ReleaseHoldsDialogProps) {
  return (
    <ConfirmAction
      title="Reservierte Zeiten freigeben"
      button="Zeiten freigeben"
      busyText="Wird freigegeben …"
      failure="Freigeben fehlgeschlagen."
      action={async () => onReleased((await adminRequest(admin.holds.release.$post())).released)}
      onClose={onClose}
    >
      <p>
        Die Zeiten können dann andere buchen. Wer gerade ehrlich bucht und noch keinen bestätigten Termin
        hatte, muss noch einmal eine Zeit wählen.
      </p>
    </ConfirmAction>
  )
}
