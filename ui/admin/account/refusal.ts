import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../api/http.ts'
import { SAVE_FAILURE } from '../forms/use-submit-form.ts'

/** Brings the server's sentences to the fields that they are about; the first of them takes the focus. */
export function tellFields<Values extends FieldValues>(
  fault: Error,
  setError: UseFormSetError<Values>,
): void {
  if (!(fault instanceof ApiError)) return
  for (const [i, [name, message]] of Object.entries(fault.fields).entries())
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: i === 0 })
}

/** The sentence for a refusal as a whole; undefined where the fields say everything. */
export function failureOf(fault: Error | null): string | undefined {
  if (!(fault instanceof ApiError)) return fault ? SAVE_FAILURE : undefined
  return Object.keys(fault.fields).length > 0 ? undefined : fault.message
}
