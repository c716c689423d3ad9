import type { FieldErrors } from '../../src/shared/field-errors.ts'

/**
 * Returns the answer of a react-hook-form resolver that has found errors. Takes one message for each field
 * name.
 */
export function refused(errors: FieldErrors) {
  const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(entries) }
}
