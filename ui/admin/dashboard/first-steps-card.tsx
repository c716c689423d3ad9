import { Link } from 'wouter'
import { FIRST_STEPS } from '../../../src/shared/first-steps.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import {
  FIRST_STEPS_PATH,
  type FirstSteps,
  stepUrl,
  useFinishFirstSteps,
} from '../first-steps/use-first-steps.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

/** The card with links to the first steps that are still missing. A button removes the card for good. */
export function FirstStepsCard({ steps }: { steps: FirstSteps['steps'] }) {
  const finish = useFinishFirstSteps()
  const missing = steps.filter(({ done }) => !done)
  return (
    <section className="card padded stack gap-3" aria-label="Erste Schritte">
      <div className="row between baseline">
        <h2>Erste Schritte</h2>
        <span className="muted small num">
          {steps.length - missing.length} von {steps.length} erledigt
        </span>
      </div>
      <p>
        Es fehlt noch:{' '}
        {missing.map(({ id }, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <Link href={stepUrl(id)}>{FIRST_STEPS[id]}</Link>
          </span>
        ))}
        .
      </p>
      <div className="row">
        <LinkButton to={FIRST_STEPS_PATH}>Weiter einrichten</LinkButton>
        <Button kind="quiet" busy={finish.isPending} onClick={() => finish.mutate()}>
          Nicht mehr zeigen
        </Button>
      </div>
      <OutcomeBanner outcome={toOutcome(finish.error, SAVE_FAILURE)} />
    </section>
  )
}
