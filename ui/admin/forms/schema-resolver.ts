import type { FieldValues, Resolver, FieldErrors as ResolverErrors, ResolverOptions } from 'react-hook-form'
import { type GenericSchema, safeParse } from 'valibot'
import { type FieldErrors, fieldErrorsOf } from '../../../src/shared/field-errors.ts'

/** Replaces unreadable input. No rule for numbers or dates accepts it. */
const UNREADABLE_VALUE = '?'

/**
 * Makes a resolver that lets react-hook-form check a form by a valibot schema. `toFields` renames errors from
 * wire names to field names.
 */
export function schemaResolver<Values extends FieldValues, Output>(
  schema: GenericSchema<unknown, Output>,
  toFields: (errors: FieldErrors) => FieldErrors,
): Resolver<Values, unknown, Output> {
  return (draft, _context, options) => {
    const checked = safeParse(schema, { ...draft, ...unreadableFields(options) })
    if (checked.success) return { values: checked.output, errors: {} }
    return { values: {}, errors: toResolverErrors(toFields(fieldErrorsOf(checked.issues))) }
  }
}

/**
 * The value of a number or date field is '' while its text is unreadable. Such a field gets
 * `UNREADABLE_VALUE`, so that it does not count as empty.
 */
function unreadableFields<Values extends FieldValues>({
  fields,
}: ResolverOptions<Values>): Record<string, string> {
  const found = Object.entries(fields).filter(
    ([, field]) => field?.ref instanceof HTMLInputElement && field.ref.validity.badInput,
  )
  return Object.fromEntries(found.map(([name]) => [name, UNREADABLE_VALUE]))
}

function toResolverErrors<Values extends FieldValues>(errors: FieldErrors): ResolverErrors<Values> {
  const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'rule', message }])
  return Object.fromEntries(entries)
}
