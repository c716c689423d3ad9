import { useState } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { MessageField } from '../../appointment/message-field.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import type { Action, Decision } from './use-decision.ts'

/** The action to confirm. */
export type Asked = { action: Action; booking: { id: string; name: string; start: string } }

const TEXTS: Readonly<Record<Action, { title: string; button: string; busy: string; help: string }>> = {
  confirm: {
    title: 'Termin bestätigen',
    button: 'Bestätigen',
    busy: 'Bestätigen …',
    help: 'Steht in der Bestätigung.',
  },
  reject: {
    title: 'Termin ablehnen',
    button: 'Ablehnen',
    busy: 'Ablehnen …',
    help: 'Steht in der Absage.',
  },
  cancel: {
    title: 'Termin stornieren',
    button: 'Stornieren',
    busy: 'Stornieren …',
    help: 'Steht in der Nachricht über die Stornierung.',
  },
}

type DecisionDialogProps = { asked: Asked; decision: Decision; onClose: () => void }

/** Asks once more, naming patient and time, and takes a message. A failure is shown where the decision was taken. */
export function DecisionDialog({ asked: { action, booking }, decision, onClose }: DecisionDialogProps) {
  const [message, setMessage] = useState('')
  const { title, button, busy, help } = TEXTS[action]
  return (
    <ConfirmDialog
      title={title}
      button={button}
      buttonName={`Termin von ${booking.name}: ${button}`}
      busyText={busy}
      tone={action === 'confirm' ? 'primary' : 'danger'}
      busy={decision.busy}
      error={null}
      failure=""
      onConfirm={() => void decision.decide({ action, id: booking.id, message }).then(onClose)}
      onClose={onClose}
    >
      <p>
        {booking.name}, <b className="num">{shortDayTime(booking.start)}</b>
      </p>
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={help}
        value={message}
        onChange={setMessage}
      />
    </ConfirmDialog>
  )
}
