import type * as v from 'valibot'

/** The message of a schema for a key that it does not know. */
export const UNKNOWN_KEY = 'Unbekannte Angabe.'

/** One German sentence for each faulty field, by its wire name. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * The first issue of each field, by the last key of its path.
 * Issues of the whole value, which have no path, are left out.
 */
export function fieldErrorsOf(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors = new Map<string, string>()
  for (const { path, message } of issues) {
    const name = path?.at(-1)?.key
    if (name !== undefined && !errors.has(String(name))) errors.set(String(name), message)
  }
  return Object.fromEntries(errors)
}
