import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { hasCode } from '../../api/http.ts'
import { type SubmitForm, useSubmitForm } from './use-submit-form.ts'
import { useUnsaved } from './use-unsaved.ts'

/** A stored value, and the `ETag` of this state of it. */
export type StoredVersion<Value> = { value: Value; etag: string | undefined }

/** Sentences for the user in the answer to a save, which are not part of the saved value. */
type Notice = { message?: string | undefined; statusText?: string | undefined }

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

/** Another user has saved meanwhile: the server's sentence and the stored value, null if deleted. */
export type EditConflict<Value> = { sentence: string; current: Value | null }

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

  /** Loads what was saved. `notice` is what the answer to the save said instead. */
  const loadSaved = async (notice: Notice | undefined): Promise<StoredVersion<Value & Notice>> => {
    const stored = await options.load(new AbortController().signal)
    return { ...stored, value: { ...stored.value, ...notice } }
  }

  const form = useSubmitForm<Values, Output, StoredVersion<Value & Notice>>({
    schema: options.schema(value),
    defaultValues: value === undefined ? empty : valuesOf(value),
    send: async (output, { force }) => {
      const etag = query.data?.etag
      const values = form.getValues()
      try {
        const saved = await options.save(output, etag === undefined || force ? {} : { 'If-Match': etag })
        return isAbout(value, saved.value) ? saved : await loadSaved(saved.value)
      } catch (error) {
        const stored = conflictIn<Value>(error)?.current ?? null
        // If the answer to an earlier save got lost, the stored value already has the user's own changes.
        const isAlreadySaved = stored !== null && hashKey([valuesOf(stored)]) === hashKey([values])
        if (!isAlreadySaved) throw error
        return loadSaved(undefined)
      }
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

/**
 * Returns whether an answer contains the value, as far as one can tell: a new one is not known yet. According
 * to the specification, the answer to a save may have only sentences for the user, or be empty.
 */
function isAbout(value: unknown, answer: unknown): boolean {
  return value === undefined || Object.keys(Object(value)).some((name) => name in Object(answer))
}

/** Returns the conflict that the server has reported; undefined for any other error. */
function conflictIn<Value>(error: unknown): EditConflict<Value> | undefined {
  if (!hasCode(error, 'conflict')) return undefined
  return { sentence: error.message, current: error.facts.current as Value | null }
}
