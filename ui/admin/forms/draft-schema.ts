import * as v from 'valibot'
import type { ReadDraft } from '../../../src/shared/field-errors.ts'

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
