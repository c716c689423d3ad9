import type { FieldErrors } from '../../src/shared/field-errors.ts'

/** What react-hook-form takes from a resolver that has found errors. */
export function refused(errors: FieldErrors) {
  const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(entries) }
}
