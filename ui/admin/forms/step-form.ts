import { createContext, type RefObject, useContext, useEffect, useLayoutEffect } from 'react'

/**
 * The form of a step. `dirty` is true with unsaved changes; `submit` resolves to whether the form was saved.
 */
export type StepForm = { dirty: boolean; submit: () => Promise<boolean> }

type StepFrame = {
  /** The form of the step that is shown, which the button Weiter saves. */
  form: RefObject<StepForm | undefined>
  /** Hides the buttons below the step while the step shows its own. */
  hideButtons: (hidden: boolean) => void
}

/** The frame of the first steps around a page; undefined outside the first steps. */
export const StepContext = createContext<StepFrame | undefined>(undefined)

/** Returns whether the page is shown as one of the first steps. */
export function useIsStep(): boolean {
  return useContext(StepContext) !== undefined
}

/** Lets the button Weiter of the first steps save this form. @returns whether the page is shown as a step */
export function useFormAsStep({ dirty, submit }: StepForm): boolean {
  const frame = useContext(StepContext)
  // Runs after each render, so that the frame always has the latest `dirty` and `submit`.
  useLayoutEffect(() => {
    if (!frame) return
    frame.form.current = { dirty, submit }
    return () => {
      frame.form.current = undefined
    }
  })
  return frame !== undefined
}

/** Hides the buttons below the step while `hidden`. Does nothing if the page is not shown as a step. */
export function useHiddenStepButtons(hidden: boolean): void {
  const hideButtons = useContext(StepContext)?.hideButtons
  useEffect(() => {
    hideButtons?.(hidden)
    return () => hideButtons?.(false)
  }, [hideButtons, hidden])
}
