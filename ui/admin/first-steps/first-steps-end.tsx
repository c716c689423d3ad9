import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { FIRST_STEPS } from '../../../src/shared/first-steps.ts'
import { LinkButton } from '../../components/button.tsx'
import { PageHead } from '../components/page.tsx'
import { useSeesPatients, useStartPage } from '../components/page-access.ts'
import { TryPortal } from './try-portal.tsx'
import { type FirstSteps, stepAddress } from './use-first-steps.ts'

/** The end of the first steps while some are open: lists what is done and what is missing. */
export function StepsSummary({ steps }: { steps: FirstSteps['steps'] }) {
  // Only who works with patients has the overview, where the missing steps are listed too.
  const hasOverview = useSeesPatients()
  const progress = `${steps.filter(({ done }) => done).length} von ${steps.length} erledigt.`
  return (
    <>
      <PageHead
        title="Erste Schritte"
        lead={hasOverview ? `${progress} Was fehlt, steht auch auf der Übersicht.` : progress}
      />
      <div className="stack gap-5 wide">
        <ul className="card rows">
          {steps.map(({ id, done, skipped }) => (
            <li key={id} className="media">
              {done ? <CircleCheck /> : <CircleDashed />}
              <div>
                <Link href={stepAddress(id)}>{FIRST_STEPS[id]}</Link>
                <p className="muted small">{stateText({ done, skipped })}</p>
              </div>
            </li>
          ))}
        </ul>
        <LeavingButtons />
      </div>
    </>
  )
}

/** The end of the first steps once all are done, so that there is nothing to list. */
export function AllDone() {
  return (
    <>
      <PageHead
        title="Fertig"
        lead="Patienten buchen auf Ihrer Buchungsseite. Alles lässt sich jederzeit in den Einstellungen ändern."
      />
      <div className="stack gap-5">
        <LeavingButtons />
      </div>
    </>
  )
}

/** Says whether a step is done, skipped or open. */
function stateText({ done, skipped }: Pick<FirstSteps['steps'][number], 'done' | 'skipped'>): string {
  if (done) return 'erledigt'
  return skipped ? 'übersprungen' : 'fehlt noch'
}

/** The ways out of the first steps: to the portal, to try it, and to the start page. */
function LeavingButtons() {
  const start = useStartPage()
  return (
    <>
      <TryPortal />
      <div>
        <LinkButton kind="primary" to={start.path}>
          {start.linkText}
        </LinkButton>
      </div>
    </>
  )
}
