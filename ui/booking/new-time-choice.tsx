import { useMemo, useState } from 'react'
import { viennaToday } from '../api/server-clock.ts'
import { Button } from '../components/button.tsx'
import { NextFree } from '../patient/time/next-free.tsx'
import type { StepProps } from './use-wizard.ts'
import { STEPS, wantedTimesOf } from './wizard/wizard.ts'

/** Shows the next free time as a button, and a link to all other times, instead of the lost time. */
export function NewTimeChoice({ wizard, dispatch }: Pick<StepProps, 'wizard' | 'dispatch'>) {
  const { serviceId, resourceId } = wizard
  const [today] = useState(viennaToday)
  const wanted = useMemo(() => wantedTimesOf({ serviceId, resourceId }), [serviceId, resourceId])
  return (
    <div className="stack gap-3 mb-4">
      <NextFree
        wanted={wanted}
        today={today}
        onSlot={(slot, day) => {
          dispatch({ type: 'slot chosen', slot, day })
          // The pressed button, which had the focus, is gone, so the heading of the step gets the focus.
          document.querySelector('h1')?.focus({ preventScroll: true })
        }}
      />
      <p>
        <Button kind="link" onClick={() => dispatch({ type: 'step requested', step: STEPS.slot })}>
          Andere Zeit wählen
        </Button>
      </p>
    </div>
  )
}
