import * as v from 'valibot'
import { type FieldErrors, fieldErrorsOf, type ReadDraft, UNKNOWN_KEY } from '../shared/field-errors.ts'

/** This module validates with valibot, and corrects what it says about keys that are missing. */

export type Schema = v.GenericSchema<unknown, unknown>

const MISSING = 'Diese Angabe fehlt.'

/**
 * Returns what the schema makes of the input, or the errors of its fields.
 *
 * For a missing key, valibot reports the sentence of its object, which is about unknown keys, but for an
 * undefined value the sentence of its own rule. Missing keys are therefore added to the input itself, and it
 * is validated once more.
 */
export function validate<S extends Schema>(schema: S, input: unknown): ReadDraft<v.InferOutput<S>> {
  const parse = () => v.safeParse(schema, input, { message: defaultSentence })
  const asSent = parse()
  const missingKeys = listMissingKeys(asSent.issues ?? [])
  for (const { input: object, key } of missingKeys) object[key] = undefined
  const result = missingKeys.length === 0 ? asSent : parse()
  return result.success ? { output: result.output } : { errors: errorsOf(result.issues) }
}

/** Returns the missing keys, each with the object of the input that lacks it. */
function listMissingKeys(issues: readonly v.BaseIssue<unknown>[]): v.ObjectPathItem[] {
  return issues.flatMap(({ received, path }) => {
    const item = path?.at(-1)
    return received === 'undefined' && item?.type === 'object' && item.origin === 'key' ? [item] : []
  })
}

/** Returns the errors of the fields. A missing object is said to be missing, not to be an unknown key. */
function errorsOf(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  return fieldErrorsOf(
    issues.map((issue) =>
      issue.received === 'undefined' && issue.message === UNKNOWN_KEY
        ? { ...issue, message: MISSING }
        : issue,
    ),
  )
}

/** Returns the sentence for a schema without a message of its own. */
function defaultSentence({ type, expected, received }: v.BaseIssue<unknown>): string {
  // A strict object expects "never" at a key that it does not know.
  if (type === 'strict_object' && expected === 'never') return UNKNOWN_KEY
  return received === 'undefined' ? MISSING : 'Bitte prüfen Sie diese Angabe.'
}
