import { Check } from 'lucide-react'
import { Button } from '../components/button.tsx'
import { Failure } from '../patient/failure.tsx'
import type { OfferChoice } from './use-offer-choice.ts'

/** Shows the button that takes the offered time. A press while a choice is being sent does nothing. */
export function TakeButton({ choice, text }: { choice: OfferChoice; text: string }) {
  return (
    <Button
      kind="primary"
      size="large"
      wide
      busy={choice.isPending && choice.variables === 'take'}
      busyText="Einen Moment …"
      onClick={() => !choice.isPending && choice.mutate('take')}
    >
      <Check />
      {text}
    </Button>
  )
}

/** Shows the button that refuses the offered time. A press while a choice is being sent does nothing. */
export function RefuseButton({ choice }: { choice: OfferChoice }) {
  return (
    <Button
      size="large"
      wide
      busy={choice.isPending && choice.variables === 'refuse'}
      busyText="Einen Moment …"
      onClick={() => !choice.isPending && choice.mutate('refuse')}
    >
      Nein, danke
    </Button>
  )
}

/** Says that the last choice could not be sent or was refused. */
export function ChoiceFailure({ choice }: { choice: OfferChoice }) {
  return choice.error && <Failure error={choice.error} fallback="Das hat nicht geklappt." />
}
