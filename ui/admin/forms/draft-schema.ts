import * as v from 'valibot'
import type { FieldErrors } from '../../../src/shared/field-errors.ts'

/** The value that a form sends, or a sentence for each faulty field. */
export type ReadDraft<Output> = { output: Output; errors?: never } | { errors: FieldErrors; output?: never }

/** A schema for a form whose fields are not the fields that it sends. */
export function draftSchema<Values, Output>(
  read: (values: Values) => ReadDraft<Output>,
): v.GenericSchema<unknown, Output> {
  return v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset: { value: input }, addIssue, NEVER }) => {
      const { output, errors = {} } = read(input as Values)
      for (const [key, message] of Object.entries(errors))
        addIssue({
          message,
          path: [
            { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value: '' },
          ],
        })
      return output ?? NEVER
    }),
  )
}
