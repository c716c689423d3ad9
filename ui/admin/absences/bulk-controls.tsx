import { Button } from '../../components/button.tsx'
import { ToggleSegment } from '../../components/segment.tsx'
import type { BulkAction } from './send-bulk-change.ts'

const ACTIONS = [
  { value: 'move', label: 'Verschieben' },
  { value: 'cancel', label: 'Absagen' },
] as const satisfies { value: BulkAction; label: string }[]

type BulkQuestionProps = { count: number; action: BulkAction; onAction: (action: BulkAction) => void }

/** Says how many appointments are left, and asks what to do with them. */
export function BulkQuestion({ count, action, onAction }: BulkQuestionProps) {
  return (
    <>
      <p>
        {count === 1 ? 'Ein Termin steht' : `${count} Termine stehen`} noch in dieser Zeit. Was Sie nicht
        verschieben oder absagen, bleibt bestehen und steht auf der Übersicht.
      </p>
      <ToggleSegment label="Was geschieht" options={ACTIONS} value={action} onChange={onAction} />
    </>
  )
}

type BulkButtonProps = {
  action: BulkAction
  count: number
  busy: boolean
  busyText: string
  onPress: () => void
}

/** The button that changes the ticked appointments, labelled with their number. */
export function BulkButton({ action, count, busy, busyText, onPress }: BulkButtonProps) {
  return (
    <Button
      kind={action === 'move' ? 'primary' : 'danger'}
      disabled={count === 0}
      busy={busy}
      busyText={busyText}
      onClick={onPress}
    >
      {count === 1 ? '1 Termin' : `${count} Termine`} {action === 'move' ? 'verschieben' : 'absagen'}
    </Button>
  )
}
