import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { conflictIn, type EditConflict, type Notice, type StoredVersion, saveEdited } from './save-edited.ts'
import { type SubmitForm, useSubmitForm } from './use-submit-form.ts'
import { useUnsaved } from './use-unsaved.ts'

type EditFormOptions<Value, Values, Output> = {
  /** The name of the value in the query cache. */
  name: string
  load: (signal: AbortSignal) => Promise<StoredVersion<Value>>
  /**
   * Saves. `headers` contain If-Match, so that the server refuses to overwrite a version that the user has
   * not seen.
   */
  save: (output: Output, headers: Record<string, string>) => Promise<StoredVersion<Value & Notice>>
  onSaved?: (value: Value & Notice) => unknown
  /** The version that a list has already loaded. The form then loads nothing initially. */
  known?: StoredVersion<Value>
  /** Returns the schema by which the server checks too. It may depend on the stored value. */
  schema: (value: Value | undefined) => GenericSchema<unknown, Output>
  /** The values of the fields before anything is loaded. */
  empty: Values
  valuesOf: (value: Value) => Values
  /** The sentences for failures without a sentence from the server. */
  loadFailure: string
  saveFailure?: string
  /** The sentence for a success without one from the server. */
  success: string
}

/** A form of `useSubmitForm` for a stored value; `value` is undefined until it is loaded. */
export type EditForm<Value, Values extends FieldValues, Output> = SubmitForm<Values, Output, unknown> & {
  value: Value | undefined
  query: { data: unknown; error: Error | null; isFetching: boolean }
  /** The sentence for a value that cannot be loaded. */
  loadFailure: string
  conflict: EditConflict<Value> | undefined
  /** Loads the value again, and discards the user's changes. */
  reload: () => Promise<void>
}

/**
 * A form for a value that is loaded, edited and saved as a whole. If another user has changed it meanwhile,
 * the server refuses to save and `conflict` is set. The user then chooses `submitAnyway` or `reload`.
 */
export function useEditForm<Value, Values extends FieldValues, Output>(
  options: EditFormOptions<Value, Values, Output>,
): EditForm<Value, Values, Output> {
  const { empty, valuesOf, success } = options
  const storedQuery = storedVersionQuery(options)
  const client = useQueryClient()
  const query = useQuery(storedQuery)
  const value = query.data?.value

  const form = useSubmitForm<Values, Output, StoredVersion<Value & Notice>>({
    schema: options.schema(value),
    defaultValues: value === undefined ? empty : valuesOf(value),
    send: (output, { force }): Promise<StoredVersion<Value & Notice>> => {
      const etag = query.data?.etag
      // Without If-Match the server saves in any case.
      const headers = etag === undefined || force ? {} : { 'If-Match': etag }
      return saveEdited({
        value,
        values: form.getValues(),
        valuesOf,
        send: () => options.save(output, headers),
        load: () => options.load(new AbortController().signal),
      })
    },
    valuesAfter: (saved) => valuesOf(saved.value),
    onSuccess: ({ value: { message, statusText, ...saved }, etag }) => {
      client.setQueryData(storedQuery.queryKey, { value: saved, etag })
      // Destructuring a value of type `Value & Notice` loses its type.
      return options.onSaved?.({ ...saved, message, statusText } as Value & Notice)
    },
    success: ({ value: { message, statusText } }) => ({ text: message || success, more: statusText }),
    ...(options.saveFailure && { failure: options.saveFailure }),
  })
  useUnsaved(form.dirty)

  // A layout effect sets the fields before the user sees the form with its empty ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect waits for a loaded value only
  useLayoutEffect(() => {
    if (value !== undefined) form.reset(valuesOf(value))
  }, [query.dataUpdatedAt])

  const conflict = conflictIn<Value>(form.error)
  return {
    ...form,
    outcome: conflict ? undefined : form.outcome,
    value,
    query,
    loadFailure: options.loadFailure,
    conflict,
    reload: async () => {
      form.forget()
      await query.refetch()
    },
  }
}

/** The query that loads the stored value once for each visit to the page. */
function storedVersionQuery<Value>({
  name,
  load,
  known,
}: Pick<EditFormOptions<Value, unknown, unknown>, 'name' | 'load' | 'known'>) {
  return {
    queryKey: ['admin', 'editable', name],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(signal),
    ...(known && { initialData: known }),
    // The value must not change while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    // The next visit to the page loads the value again.
    gcTime: 0,
    refetchOnWindowFocus: false,
  }
}
