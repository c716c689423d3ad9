import * as v from 'valibot'
import type { ReadDraft } from '../../../src/shared/field-errors.ts'

/**
 * Makes a schema for a form whose fields differ from what it sends. `read` turns the field values into the
 * output, or into a sentence for each faulty field.
 */
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
          // A path with one key puts the sentence at that field. valibot requires the other properties.
          path: [
            { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value: '' },
          ],
        })
      return output ?? NEVER
    }),
  )
}
