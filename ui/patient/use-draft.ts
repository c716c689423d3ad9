import { useRef, useState } from 'react'
import type { FieldErrors, ReadDraft } from '../../src/shared/field-errors.ts'

type FieldOf<Draft> = keyof Draft & string

type DraftOptions<Draft, Output> = {
  initial: () => Draft
  /** Reads the draft by the server's rules. */
  read: (draft: Draft) => ReadDraft<Output>
  /** Called with the draft after each change. */
  onChange?: (draft: Draft) => void
  /** The fields whose rules depend on the value of another one, by the name of that. */
  dependents?: Partial<Record<FieldOf<Draft>, readonly FieldOf<Draft>[]>>
}

export type DraftForm<Draft extends object, Output> = ReturnType<typeof useDraft<Draft, Output>>

const NO_ERRORS: FieldErrors = {}

/**
 * Holds a form of the patients' pages: the values of its fields, and a sentence for each faulty one. No field
 * is called faulty before `check`. From then on, each changed field is checked at once.
 *
 * The forms of the admin area have many more states, and react-hook-form for them. Here it would be a tenth
 * of the code that a booking loads.
 */
export function useDraft<Draft extends object, Output>({
  initial,
  read,
  onChange,
  dependents = {},
}: DraftOptions<Draft, Output>) {
  const [state, setState] = useState(() => ({ draft: initial(), errors: NO_ERRORS }))
  // A handler may make several changes before the form is rendered again.
  const latest = useRef(state)
  const isChecked = useRef(false)

  const update = (changes: Partial<typeof state>) => {
    latest.current = { ...latest.current, ...changes }
    setState(latest.current)
    if (changes.draft) onChange?.(changes.draft)
  }
  const setErrors = (names: readonly string[], found: FieldErrors) => {
    const others = Object.entries(latest.current.errors).filter(([name]) => !names.includes(name))
    const added = Object.entries(found).filter(([name]) => names.includes(name))
    update({ errors: Object.fromEntries([...others, ...added]) })
  }

  return {
    ...state,
    /** Changes fields. Their errors go, unless they are faulty still. */
    set: (changes: Partial<Draft>) => {
      const draft = { ...latest.current.draft, ...changes }
      const { errors = NO_ERRORS } = isChecked.current ? read(draft) : {}
      update({ draft })
      const changed = Object.keys(changes) as FieldOf<Draft>[]
      setErrors([...changed, ...changed.flatMap((name) => dependents[name] ?? [])], errors)
    },
    /** Fills the form with other values, none of which is called faulty yet. */
    reset: (draft: Draft) => update({ draft, errors: NO_ERRORS }),
    /** Returns the error of a field, also one that was added since the form was rendered. */
    errorAt: (name: FieldOf<Draft>) => latest.current.errors[name],
    addErrors: (errors: FieldErrors) => setErrors(Object.keys(errors), errors),
    clearError: (name: FieldOf<Draft>) => setErrors([name], NO_ERRORS),
    /** Checks all fields. Returns what is to be sent, or undefined when some are faulty. */
    check: (): Output | undefined => {
      isChecked.current = true
      const { output, errors = NO_ERRORS } = read(latest.current.draft)
      update({ errors })
      return output
    },
  }
}
