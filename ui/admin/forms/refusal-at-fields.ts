import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from '../../../src/shared/field-errors.ts'

/**
 * Returns whether a refusal has sentences, all of which stand at fields of the form.
 * @param values the values of the form, by the names of its fields
 */
export function areAllAtFields(errors: FieldErrors, values: object): boolean {
  const names = Object.keys(errors)
  return names.length > 0 && names.every((name) => name in values)
}

/** Puts the sentences of a refusal at their fields, the first of which takes the focus. */
export function showAtFields<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  errors: FieldErrors,
): void {
  const [firstName] = Object.keys(errors)
  for (const [name, message] of Object.entries(errors))
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: name === firstName })
}
