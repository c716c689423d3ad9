import { useRef, useState } from 'react'
import type { FieldErrors } from '../../src/shared/field-errors.ts'
import {
  changeDraft,
  checkDraft,
  type DraftRules,
  type DraftState,
  type FieldOf,
  newDraft,
  replaceErrors,
} from './draft-state.ts'

type DraftOptions<Draft, Output> = DraftRules<Draft, Output> & {
  initial: () => Draft
  /** Called with the draft after each change. */
  onChange?: (draft: Draft) => void
}

/** A form as `useDraft` returns it. */
export type DraftForm<Draft extends object, Output> = ReturnType<typeof useDraft<Draft, Output>>

/**
 * Holds the values and errors of a form of the patients' pages. The admin area uses react-hook-form for its
 * forms, which would be a tenth of the code that a booking loads.
 */
export function useDraft<Draft extends object, Output>({
  initial,
  onChange,
  ...rules
}: DraftOptions<Draft, Output>) {
  const [state, setState] = useState(() => newDraft(initial()))
  // A handler may make several changes before the form is rendered again.
  const latestRef = useRef(state)

  const update = (changed: DraftState<Draft>) => {
    const isOther = changed.draft !== latestRef.current.draft
    latestRef.current = changed
    setState(changed)
    if (isOther) onChange?.(changed.draft)
  }
  const updateErrors = (errors: FieldErrors) => update({ ...latestRef.current, errors })

  return {
    draft: state.draft,
    errors: state.errors,
    /** Changes fields. The errors of these fields disappear, unless the new values are faulty too. */
    set: (changes: Partial<Draft>) => update(changeDraft(latestRef.current, changes, rules)),
    /** Fills the form with other values, for which no errors are shown yet. */
    reset: (draft: Draft) => update(newDraft(draft, latestRef.current.isChecked)),
    /** Returns the error of a field, also one that was added since the form was rendered. */
    errorAt: (name: FieldOf<Draft>) => latestRef.current.errors[name],
    /** Shows errors that the form's own rules do not find, such as those of the server. */
    addErrors: (added: FieldErrors) =>
      updateErrors(replaceErrors(latestRef.current.errors, Object.keys(added), added)),
    clearError: (name: FieldOf<Draft>) => updateErrors(replaceErrors(latestRef.current.errors, [name])),
    /** Checks all fields. Returns what is to be sent, or undefined when some are faulty. */
    check: (): Output | undefined => {
      const { output, ...checked } = checkDraft(latestRef.current, rules)
      update(checked)
      return output
    },
  }
}
