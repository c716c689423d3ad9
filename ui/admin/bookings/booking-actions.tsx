import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { focusAtOnce } from '../../components/focus.ts'
import { type DecisionAnswers, DecisionForm } from '../appointment/decision-form.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import type { AppointmentAction, AppointmentDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'

type BookingActionsProps = {
  booking: BookingDetail
  /** The decisions that the appointment allows now. */
  possibleActions: readonly AppointmentAction[]
  canBeMoved: boolean
  decision: AppointmentDecision
}

/**
 * The bottom of an appointment's sheet: the buttons, or the form of the pressed action, which the URL
 * names (`?ask=`). The form of a move (`?ask=move`) replaces the whole sheet, so BookingDetails shows it.
 */
export function BookingActions({ booking, possibleActions, canBeMoved, decision }: BookingActionsProps) {
  const [params, changeParams] = useSearchState('ask')
  const chosenAction = possibleActions.find((action) => action === params.ask)
  const ask = (action: AppointmentAction | 'move' | '') => changeParams({ ask: action })
  /** The action whose form was left. Its button takes the focus, because the one pressed there is gone. */
  const [leftAction, setLeftAction] = useState<AppointmentAction>()
  const decide = async (
    action: AppointmentAction,
    { cancelled, ...answers }: Partial<DecisionAnswers> = {},
  ) => {
    await decision.decide({ action, booking, ...answers, ...cancelled })
    // When its action is no longer possible, the pressed button disappears. The focus then moves to the first
    // button of the sheet, which closes it.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('dialog[open] button')?.focus()
  }
  if (chosenAction)
    return (
      <DecisionForm
        key={chosenAction}
        action={chosenAction}
        isMove={booking.move !== undefined}
        patientName={booking.name}
        busy={decision.busy}
        laterCount={chosenAction === 'cancel' ? laterCountOf(booking.series) : 0}
        onDecide={(answers) => void decide(chosenAction, answers)}
        onBack={() => {
          setLeftAction(chosenAction)
          ask('')
        }}
      />
    )
  return (
    <ActionButtons
      isMoveAsked={booking.move !== undefined}
      possibleActions={possibleActions}
      canBeMoved={canBeMoved}
      busy={decision.busy}
      focusedAction={leftAction}
      onConfirm={() => void decide('confirm')}
      onAsk={ask}
    />
  )
}

type ActionButtonsProps = Pick<BookingActionsProps, 'possibleActions' | 'canBeMoved'> & {
  /** True if the patient asks for another time, which the decision is then about. */
  isMoveAsked: boolean
  busy: boolean
  /** The action whose button takes the focus. */
  focusedAction: AppointmentAction | undefined
  /** Called to confirm at once, without a message. */
  onConfirm: () => void
  /** Called to open the form of an action. */
  onAsk: (action: AppointmentAction | 'move') => void
}

/** A button for each action, two for a confirmation: with and without a message. */
function ActionButtons(props: ActionButtonsProps) {
  const { isMoveAsked, possibleActions, canBeMoved, busy, focusedAction, onConfirm, onAsk } = props
  const refOf = (action: AppointmentAction) => (action === focusedAction ? focusAtOnce : undefined)
  return (
    <>
      {possibleActions.includes('confirm') && (
        <>
          <Button kind="primary" busy={busy} onClick={onConfirm}>
            {isMoveAsked ? 'Verschieben' : 'Bestätigen'}
          </Button>
          <Button ref={refOf('confirm')} onClick={() => onAsk('confirm')}>
            Mit Nachricht
          </Button>
        </>
      )}
      {possibleActions.includes('reject') && (
        <Button ref={refOf('reject')} onClick={() => onAsk('reject')}>
          {isMoveAsked ? 'Nicht verschieben' : 'Ablehnen'}
        </Button>
      )}
      {canBeMoved && (
        <Button onClick={() => onAsk('move')}>{isMoveAsked ? 'Andere Zeit' : 'Verschieben'}</Button>
      )}
      {possibleActions.includes('cancel') && (
        <Button kind="danger" ref={refOf('cancel')} onClick={() => onAsk('cancel')}>
          Termin absagen
        </Button>
      )}
    </>
  )
}

/** Returns how many appointments of the series come after this one. */
function laterCountOf(series: BookingDetail['series']): number {
  return series === undefined ? 0 : series.count - series.position
}
