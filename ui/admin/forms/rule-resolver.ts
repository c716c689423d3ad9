import type { FieldValues, Resolver, ResolverOptions } from 'react-hook-form'
import { type GenericSchema, safeParse } from 'valibot'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'

/** Lets a form check itself by the server's own rule: a sentence at each faulty field. */
export function ruleResolver<Values extends FieldValues, Output>(
  schema: GenericSchema<unknown, Output>,
): Resolver<Values, unknown, Output> {
  return (entry, _context, options) => {
    const checked = safeParse(schema, { ...entry, ...unreadable(options) })
    if (checked.success) return { values: checked.output, errors: {} }
    const errors = Object.entries(fieldErrorsOf(checked.issues)).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}

const UNREADABLE = '?'

/** A number or date field in which something else stands tells the form '', as if it were empty; only its validity knows. */
function unreadable<Values extends FieldValues>({ fields }: ResolverOptions<Values>): Record<string, string> {
  const found = Object.entries(fields).filter(
    ([, field]) => field?.ref instanceof HTMLInputElement && field.ref.validity.badInput,
  )
  return Object.fromEntries(found.map(([name]) => [name, UNREADABLE]))
}
