import { admin, adminRequest } from '../../api/admin.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'

type ReleaseHoldsDialogProps = {
  /** Called with the number of freed times. */
  onReleased: (count: number) => void
  onClose: () => void
}

/** Asks whether to free the times that visitors hold but have not yet requested (docs/behaviour.md 12.48). */
export function ReleaseHoldsDialog({ onReleased, onClose }: ReleaseHoldsDialogProps) {
  const releaseHolds = async () => {
    const { released } = await adminRequest(admin.holds.release.$post())
    onReleased(released)
  }
  return (
    <ConfirmAction
      title="Reservierte Zeiten freigeben"
      button="Zeiten freigeben"
      busyText="Wird freigegeben …"
      failure="Freigeben fehlgeschlagen."
      action={releaseHolds}
      onClose={onClose}
    >
      <p>
        Die Zeiten können dann andere buchen. Wer gerade ehrlich bucht und noch keinen bestätigten Termin
        hatte, muss noch einmal eine Zeit wählen.
      </p>
    </ConfirmAction>
  )
}
