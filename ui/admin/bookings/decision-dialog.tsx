import { useState } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { MessageField } from '../../appointment/message-field.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './decision-dialog.module.css'
import type { Action, Decision } from './use-decision.ts'

/** What shall be done with whom. */
export type Asked = { action: Action; booking: { id: string; name: string; start: string } }

const WORDS: Readonly<Record<Action, { title: string; button: string; busy: string; help: string }>> = {
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

type DecisionDialogProps = {
  /** Undefined: closed. */
  asked: Asked | undefined
  decision: Decision
  onClose: () => void
}

/** Asks once more, naming patient and time, and takes a message. */
export function DecisionDialog({ asked, decision, onClose }: DecisionDialogProps) {
  const { title } = WORDS[asked?.action ?? 'confirm']
  return (
    <Dialog open={asked !== undefined} onClose={onClose} title={title}>
      {asked && (
        <Question
          key={`${asked.action} ${asked.booking.id}`}
          asked={asked}
          decision={decision}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function Question({ asked: { action, booking }, decision, onClose }: DecisionDialogProps & { asked: Asked }) {
  const [message, setMessage] = useState('')
  const { button, busy, help } = WORDS[action]
  const press = async () => {
    await decision.press({ action, id: booking.id, message })
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void press()
      }}
    >
      <p className={styles.about}>
        {booking.name}, <b className="num">{shortDayTime(booking.start)}</b>
      </p>
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={help}
        value={message}
        onChange={setMessage}
      />
      <DialogButtons>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button
          type="submit"
          kind={action === 'confirm' ? 'main' : 'loss'}
          busy={decision.busy}
          busyText={busy}
          aria-label={`Termin von ${booking.name}: ${button}`}
        >
          {button}
        </Button>
      </DialogButtons>
    </form>
  )
}

function DialogButtons({ children }: { children: React.ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
