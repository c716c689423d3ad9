import type * as v from 'valibot'

/** What a schema says about a key that it does not know. */
export const UNKNOWN_KEY = 'Unbekannte Angabe.'

/**
 * One German sentence for each faulty field, by the field's own (last) wire name: the first one found.
 * Faults of the whole value, which has no name, are left out.
 */
export function faultsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const faults = new Map<string, string>()
  for (const { path, message } of issues) {
    const name = path?.at(-1)?.key
    if (name !== undefined && !faults.has(String(name))) faults.set(String(name), message)
  }
  return Object.fromEntries(faults)
}
