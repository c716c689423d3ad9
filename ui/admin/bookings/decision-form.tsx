import { useEffect, useRef, useState } from 'react'
import { MessageField } from '../../appointment/message-field.tsx'
import { Button } from '../../components/button.tsx'
import styles from './bookings.module.css'
import type { Action } from './use-decision.ts'

const TEXTS: Readonly<Record<Action, { button: string; busy: string; help: string }>> = {
  confirm: { button: 'Termin bestätigen', busy: 'Bestätigen …', help: 'Steht in der Bestätigung.' },
  reject: { button: 'Termin ablehnen', busy: 'Ablehnen …', help: 'Steht in der E-Mail über die Ablehnung.' },
  cancel: {
    button: 'Termin stornieren',
    busy: 'Stornieren …',
    help: 'Steht in der Nachricht über die Stornierung.',
  },
}

type DecisionFormProps = {
  action: Action
  /** The patient. */
  name: string
  busy: boolean
  onDecide: (message: string) => void
  onBack: () => void
}

/** Takes a message with a decision, and has the focus when it appears. */
export function DecisionForm({ action, name, busy, onDecide, onBack }: DecisionFormProps) {
  const [message, setMessage] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const texts = TEXTS[action]
  return (
    <form
      ref={form}
      className={`stack ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        onDecide(message)
      }}
    >
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={texts.help}
        value={message}
        onChange={setMessage}
      />
      <div className="row">
        <Button
          type="submit"
          kind={action === 'confirm' ? 'primary' : 'danger'}
          busy={busy}
          busyText={texts.busy}
          aria-label={`${texts.button}: ${name}`}
        >
          {texts.button}
        </Button>
        <Button onClick={onBack}>Zurück</Button>
      </div>
    </form>
  )
}
