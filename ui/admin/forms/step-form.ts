import { createContext, type RefObject, useContext, useEffect, useLayoutEffect } from 'react'

export type StepForm = { dirty: boolean; submit: () => Promise<boolean> }

type StepFrame = {
  /** The form of the step that is shown. */
  form: RefObject<StepForm | undefined>
  /** Hides the buttons below the step while the step shows its own. */
  hideButtons: (hidden: boolean) => void
}

/** Set for pages that are shown as one of several steps. */
export const StepContext = createContext<StepFrame | undefined>(undefined)

export function useIsStep(): boolean {
  return useContext(StepContext) !== undefined
}

/** Lets the button "Weiter" of the steps save this form. @returns whether the page is shown as a step */
export function useAsStep({ dirty, submit }: StepForm): boolean {
  const step = useContext(StepContext)
  useLayoutEffect(() => {
    if (!step) return
    step.form.current = { dirty, submit }
    return () => {
      step.form.current = undefined
    }
  })
  return step !== undefined
}

/** Hides the buttons below the step while `hidden`. Does nothing if the page is not shown as a step. */
export function useHiddenStepButtons(hidden: boolean): void {
  const hideButtons = useContext(StepContext)?.hideButtons
  useEffect(() => {
    hideButtons?.(hidden)
    return () => hideButtons?.(false)
  }, [hideButtons, hidden])
}
