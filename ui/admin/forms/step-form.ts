import { createContext, type RefObject, useContext, useLayoutEffect } from 'react'

type StepForm = { dirty: boolean; submit: () => Promise<boolean> }

/** The form of the step that is shown, where a page is one of several steps. */
export const StepFormContext = createContext<RefObject<StepForm | undefined> | undefined>(undefined)

export function useIsStep(): boolean {
  return useContext(StepFormContext) !== undefined
}

/** Lets the button "Weiter" of the steps save this form. @returns whether it is a step */
export function useAsStep({ dirty, submit }: StepForm): boolean {
  const shown = useContext(StepFormContext)
  useLayoutEffect(() => {
    if (!shown) return
    shown.current = { dirty, submit }
    return () => {
      shown.current = undefined
    }
  })
  return shown !== undefined
}
