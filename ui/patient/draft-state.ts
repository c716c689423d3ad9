import type { FieldErrors, ReadDraft } from '../../src/shared/field-errors.ts'

/** The values of a form's fields, and a sentence for each faulty one. */
export type DraftState<Draft> = Readonly<{
  draft: Draft
  errors: FieldErrors
  /** Whether the form was checked as a whole. Before that, the rules call no field faulty. */
  isChecked: boolean
}>

/** The name of a field of the form. */
export type FieldOf<Draft> = keyof Draft & string

/** How a form is checked. `Output` is what a form without errors sends. */
export type DraftRules<Draft, Output> = {
  /** Reads the draft by the server's rules. */
  read: (draft: Draft) => ReadDraft<Output>
  /** For the name of each field, the fields whose rules depend on its value. */
  dependents?: Partial<Record<FieldOf<Draft>, readonly FieldOf<Draft>[]>>
}

const NO_ERRORS: FieldErrors = {}

/** Returns the state of a form without errors. With `isChecked` its fields are checked at each change. */
export function newDraft<Draft>(draft: Draft, isChecked = false): DraftState<Draft> {
  return { draft, errors: NO_ERRORS, isChecked }
}

/**
 * Returns the state after some fields have changed. In a form that was checked before, those fields and their
 * dependents are checked again; otherwise their errors are only removed.
 */
export function changeDraft<Draft, Output>(
  { draft, errors, isChecked }: DraftState<Draft>,
  changes: Partial<Draft>,
  { read, dependents = {} }: DraftRules<Draft, Output>,
): DraftState<Draft> {
  const changed = { ...draft, ...changes }
  const found = isChecked ? read(changed).errors : undefined
  const names = Object.keys(changes) as FieldOf<Draft>[]
  const checkedNames = [...names, ...names.flatMap((name) => dependents[name] ?? [])]
  return { draft: changed, errors: replaceErrors(errors, checkedNames, found), isChecked }
}

/** Returns the errors, with those of the named fields replaced by the newly found ones. */
export function replaceErrors(
  errors: FieldErrors,
  names: readonly string[],
  found: FieldErrors = NO_ERRORS,
): FieldErrors {
  const others = Object.entries(errors).filter(([name]) => !names.includes(name))
  const added = Object.entries(found).filter(([name]) => names.includes(name))
  return Object.fromEntries([...others, ...added])
}

/** Returns the state after all fields were checked. */
export function checkDraft<Draft, Output>(
  { draft }: DraftState<Draft>,
  { read }: DraftRules<Draft, Output>,
): DraftState<Draft> & { output: Output | undefined } {
  const { output, errors = NO_ERRORS } = read(draft)
  return { draft, errors, isChecked: true, output }
}
