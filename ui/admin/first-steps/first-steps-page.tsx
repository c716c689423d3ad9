import { useEffect, useState } from 'react'
import { FIRST_STEP_IDS, type FirstStep } from '../../../src/shared/first-steps.ts'
import { Loaded } from '../../page/loaded.tsx'
import { PageSkeleton } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { AllStepsDone, StepsSummary } from './first-steps-end.tsx'
import { OpenStep } from './open-step.tsx'
import { END, type FirstSteps, rememberFirstStepsShown, useFirstSteps } from './use-first-steps.ts'

/** Leads a new practice through its first settings one by one, with the same pages as the admin area. */
export function FirstStepsPage() {
  const { query } = useFirstSteps()
  useEffect(rememberFirstStepsShown, [])
  return (
    <Loaded
      query={query}
      failure="Erste Schritte konnten nicht geladen werden."
      // About as high as the first step, whose fields take more lines in a narrow window.
      skeleton={<PageSkeleton heights={['max(640px, 1280px - 50vw)']} />}
    >
      {({ first_steps }) => <Steps steps={first_steps?.steps} />}
    </Loaded>
  )
}

/** The step that the URL names, or the first open one; after the last step, the page that ends them. */
function Steps({ steps }: { steps: FirstSteps['steps'] | undefined }) {
  const [params] = useSearchState('step')
  // The first open step is chosen once, so that the page does not jump ahead when that step is done.
  const [firstOpen] = useState<FirstStep | typeof END>(
    () => steps?.find(({ done, skipped }) => !(done || skipped))?.id ?? END,
  )
  const current = stepIn(params.step) ?? firstOpen
  if (current === END) return steps ? <StepsSummary steps={steps} /> : <AllStepsDone />
  // Without `steps`, the practice has already been through all of them.
  const isDone = steps?.find(({ id }) => id === current)?.done ?? true
  return <OpenStep step={current} isDone={isDone} />
}

/** Returns the step that `?step=` names; undefined for any other text. */
function stepIn(param: string): FirstStep | typeof END | undefined {
  return param === END ? END : FIRST_STEP_IDS.find((id) => id === param)
}
