import type * as v from 'valibot'

/** The message of a schema for a key that it does not know. */
export const UNKNOWN_KEY = 'Unbekannte Angabe.'

/** A German sentence for each faulty field, by its wire name. */
export type FieldErrors = Readonly<Record<string, string>>

/** The value that a form sends, or a sentence for each faulty field. */
export type ReadDraft<Output> = { output: Output; errors?: never } | { errors: FieldErrors; output?: never }

/**
 * Returns the first issue of each field, by the last name in its path. Fields of a booker are named like
 * `booker.firstName`, because the patient has fields of the same names. Issues of the whole value have no
 * path and are left out.
 */
export function fieldErrorsOf(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors = new Map<string, string>()
  for (const { path, message } of issues) {
    const keys = path?.flatMap(({ type, key }) => (type === 'array' ? [] : String(key))) ?? []
    const isOfBooker = keys.at(-2) === 'booker'
    const name = keys.slice(isOfBooker ? -2 : -1).join('.')
    if (name !== '' && !errors.has(name)) errors.set(name, message)
  }
  return Object.fromEntries(errors)
}
