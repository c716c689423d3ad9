import type { FieldValues, Resolver } from 'react-hook-form'
import { type GenericSchema, safeParse } from 'valibot'
import { faultsOf } from '../../../src/rules/faults.ts'

/** Lets a form check itself by the server's own rule: a sentence at each faulty field. */
export function ruleResolver<Values extends FieldValues, Output>(
  schema: GenericSchema<unknown, Output>,
): Resolver<Values, unknown, Output> {
  return (entry) => {
    const checked = safeParse(schema, entry)
    if (checked.success) return { values: checked.output, errors: {} }
    const errors = Object.entries(faultsOf(checked.issues)).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
