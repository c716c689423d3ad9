import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { FIRST_STEPS } from '../../../src/shared/first-steps.ts'
import { LinkButton } from '../../components/button.tsx'
import { PageHead } from '../components/page.tsx'
import { useSeesPatients, useStartPage } from '../components/page-access.ts'
import { TryPortal } from './try-portal.tsx'
import { type FirstSteps, stepUrl } from './use-first-steps.ts'

/** The last page while some steps are open: lists which are done and which are missing. */
export function StepsSummary({ steps }: { steps: FirstSteps['steps'] }) {
  // Only staff who see patients have the overview, which lists the missing steps too.
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
                <Link href={stepUrl(id)}>{FIRST_STEPS[id]}</Link>
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

/** The last page once all steps are done. */
export function AllStepsDone() {
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

/** The buttons that leave the first steps: to try the portal, and to the start page. */
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
