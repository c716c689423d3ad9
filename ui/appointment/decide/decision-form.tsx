import { CalendarClock, Check } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Booking } from '../../api/public.ts'
import { ActionBar } from '../../components/action-bar.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { ChosenAppointment } from '../chosen-appointment.tsx'
import { MessageField } from '../message-field.tsx'
import { Refusal } from '../refusal.tsx'
import type { Words } from './decision-text.ts'

type DecisionFormProps = {
  id: string
  words: Words
  booking: Booking | string
  message: string
  onMessage: (message: string) => void
  busy: boolean
  /** Why the last press did not work; another one may. */
  error: Error | undefined
  onPress: () => void
}

/** An optional word to the patient and the one button, within reach of the thumb. */
export function DecisionForm({
  id,
  words,
  booking,
  message,
  onMessage,
  busy,
  error,
  onPress,
}: DecisionFormProps) {
  const rejects = words.decision === 'reject'
  const goBack = useWayBack()
  return (
    <>
      {rejects && (
        <Field label="Termin-ID">
          <TextInput value={id} readOnly className="num" />
        </Field>
      )}
      <MessageField {...words.message} value={message} onChange={onMessage} />
      {error && <Refusal error={error} fallback={words.failure} />}
      <ActionBar
        icon={<CalendarClock />}
        chosen={<ChosenAppointment booking={booking} />}
        onBack={rejects ? goBack : undefined}
        main={
          <Button
            kind={rejects ? 'loss' : 'main'}
            size={rejects ? 'normal' : 'large'}
            wide
            busy={busy}
            busyText={words.busy}
            onClick={onPress}
          >
            {!rejects && <Check />}
            {words.heading}
          </Button>
        }
      />
    </>
  )
}

/** To where one came from; a link from a mail opens a window of its own, which has no such place. */
function useWayBack(): () => void {
  const [, navigate] = useLocation()
  return () => (history.length > 1 ? history.back() : navigate('/admin'))
}
