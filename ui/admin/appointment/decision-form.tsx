import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { useUnsaved } from '../forms/use-unsaved.ts'
import styles from './appointment.module.css'
import { type Cancellation, CancellationFields } from './cancellation-fields.tsx'
import type { AppointmentAction } from './use-decision.ts'

/** The texts of a decision: the button, the button while sending, and where the message appears. */
type DecisionTexts = { button: string; busyText: string; help: string }

const TEXTS: Readonly<Record<AppointmentAction, DecisionTexts>> = {
  confirm: { button: 'Termin bestätigen', busyText: 'Bestätigen …', help: 'Steht in der Bestätigung.' },
  reject: {
    button: 'Termin ablehnen',
    busyText: 'Ablehnen …',
    help: 'Steht in der E-Mail über die Ablehnung.',
  },
  cancel: {
    button: 'Termin absagen',
    busyText: 'Wird abgesagt …',
    help: 'Steht in der Nachricht über die Absage.',
  },
}

/** Texts for the other time that the patient of a confirmed appointment asks for. */
const MOVE_TEXTS: Readonly<Record<AppointmentAction, DecisionTexts>> = {
  ...TEXTS,
  confirm: {
    ...TEXTS.confirm,
    button: 'Verschiebung bestätigen',
    help: 'Steht in der E-Mail über die neue Zeit.',
  },
  reject: { ...TEXTS.reject, button: 'Verschiebung ablehnen' },
}

/** The answers in the form of a decision. */
export type DecisionAnswers = {
  /** The text that is added to the message to the patient. */
  message: string
  /** Whether the later appointments of the series are cancelled too. */
  withLater: boolean
  /** Absent unless a single appointment is cancelled. */
  cancelled?: Cancellation
}

type DecisionFormProps = {
  action: AppointmentAction
  /** True when the decision is about another time that the patient asks for. */
  isMove: boolean
  patientName: string
  busy: boolean
  /** The number of later appointments of the series that can be cancelled too. */
  laterCount?: number
  onDecide: (answers: DecisionAnswers) => void
  onBack: () => void
}

/**
 * Asks for a message to the patient before a decision is sent. The form of a single cancellation also asks
 * who wishes it, and whether to notify the patient. The message field takes the focus when the form appears.
 */
export function DecisionForm({
  action,
  isMove,
  patientName,
  busy,
  laterCount = 0,
  onDecide,
  onBack,
}: DecisionFormProps) {
  const [message, setMessage] = useState('')
  useUnsaved(message !== '' && !busy)
  const [withLater, setWithLater] = useState(false)
  const [cancelled, setCancelled] = useState<Cancellation>({ by: 'practice', notify: true })
  // The later appointments of a series are always cancelled by the practice, with a message.
  const isSingleCancellation = action === 'cancel' && !withLater
  const isPatientNotified = !isSingleCancellation || cancelled.notify
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => formRef.current?.querySelector('textarea')?.focus(), [])
  const texts = (isMove ? MOVE_TEXTS : TEXTS)[action]
  return (
    <form
      ref={formRef}
      className={`stack ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        onDecide({
          message: isPatientNotified ? message : '',
          withLater,
          ...(isSingleCancellation && { cancelled }),
        })
      }}
    >
      {isSingleCancellation && <CancellationFields value={cancelled} onChange={setCancelled} />}
      {isPatientNotified && (
        <MessageField
          label="Nachricht an die Patientin oder den Patienten"
          help={texts.help}
          value={message}
          onChange={setMessage}
        />
      )}
      {laterCount > 0 && (
        <Checkbox checked={withLater} onChange={({ target }) => setWithLater(target.checked)}>
          Auch alle späteren Termine dieser Serie absagen
        </Checkbox>
      )}
      <SubmitRow action={action} texts={texts} patientName={patientName} busy={busy} onBack={onBack} />
    </form>
  )
}

type SubmitRowProps = Pick<DecisionFormProps, 'action' | 'patientName' | 'busy' | 'onBack'> & {
  texts: DecisionTexts
}

/** The buttons that send the decision and leave the form. */
function SubmitRow({ action, texts, patientName, busy, onBack }: SubmitRowProps) {
  return (
    <div className="row">
      <Button
        type="submit"
        kind={action === 'confirm' ? 'primary' : 'danger'}
        busy={busy}
        busyText={texts.busyText}
        aria-label={`${texts.button}: ${patientName}`}
      >
        {texts.button}
      </Button>
      <Button onClick={onBack}>Zurück</Button>
    </div>
  )
}
