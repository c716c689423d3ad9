import { createContext, useContext } from 'react'

/** The state that a Field or FieldGroup passes to the controls inside it. */
export type FieldState = {
  id?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean | undefined
  required?: boolean | undefined
  /** Whether the value is known to be right. */
  good?: boolean
}

/** Holds the state of the innermost Field or FieldGroup; empty outside of both. */
export const FieldContext = createContext<FieldState>({})

/** Returns the attributes that a control takes from the Field around it, and whether its value is right. */
export function useFieldState() {
  const { id, describedBy, invalid = false, required = false, good = false } = useContext(FieldContext)
  return {
    attributes: {
      ...(id && { id }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': true as const }),
      // With `required`, screen readers would call an empty field wrong before anything was typed.
      ...(required && { 'aria-required': true as const }),
    },
    good: good && !invalid,
  }
}
