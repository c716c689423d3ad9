import { Check } from 'lucide-react'
import { Button } from '../components/button.tsx'
import { Failure } from '../patient/failure.tsx'
import type { AnswerMutation } from './use-offer-answer.ts'

/** Shows the button that takes the offered time. A press while an answer is on its way does nothing. */
export function TakeButton({ answer, text }: { answer: AnswerMutation; text: string }) {
  return (
    <Button
      kind="primary"
      size="large"
      wide
      busy={answer.isPending && answer.variables === 'take'}
      busyText="Einen Moment …"
      onClick={() => !answer.isPending && answer.mutate('take')}
    >
      <Check />
      {text}
    </Button>
  )
}

/** Shows the button that refuses the offered time. A press while an answer is on its way does nothing. */
export function RefuseButton({ answer }: { answer: AnswerMutation }) {
  return (
    <Button
      size="large"
      wide
      busy={answer.isPending && answer.variables === 'refuse'}
      busyText="Einen Moment …"
      onClick={() => !answer.isPending && answer.mutate('refuse')}
    >
      Nein, danke
    </Button>
  )
}

/** Says that the last answer could not be sent or was refused. */
export function AnswerFailure({ answer }: { answer: AnswerMutation }) {
  return answer.error && <Failure error={answer.error} fallback="Das hat nicht geklappt." />
}
