import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'

/** What a form would send, or the sentences of its faulty fields in their order; these stand at the fields as well. */
export type CheckedForm<Output> = { output: Output } | { faults: readonly string[] }

/** Lets a form check itself without sending anything. */
export function checkForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): Promise<CheckedForm<Output>> {
  return new Promise((tell) => {
    void form.handleSubmit(
      (output) => tell({ output }),
      (errors) => tell({ faults: sentencesOf(errors) }),
    )()
  })
}

function sentencesOf<Values extends FieldValues>(errors: FieldErrors<Values>): string[] {
  return Object.values(errors).flatMap((error) => (typeof error?.message === 'string' ? [error.message] : []))
}
