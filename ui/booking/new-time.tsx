import { useCode } from '../api/use-code.ts'
import { Loaded } from '../page/loaded.tsx'
import type { StepProps } from './use-wizard.ts'
import { hasLostTime } from './wizard/wizard.ts'

/**
 * Offers the next free time when the hold has run out in step 4, so that the form stays in sight
 * (docs/behaviour.md 4.8). Its code is loaded only if there is a hold, which few patients have in this step.
 */
export function NewTime({ wizard, dispatch }: Pick<StepProps, 'wizard' | 'dispatch'>) {
  const isLost = hasLostTime(wizard)
  const isNeeded = isLost || wizard.hold !== undefined
  const query = useCode('new time', () => import('./new-time-choice.tsx'), isNeeded)
  return (
    isLost && (
      <Loaded query={query} failure="Die freien Zeiten konnten nicht geladen werden." skeleton={null}>
        {({ NewTimeChoice }) => <NewTimeChoice wizard={wizard} dispatch={dispatch} />}
      </Loaded>
    )
  )
}
