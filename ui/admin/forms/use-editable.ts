import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/http.ts'
import { type Outcome, SAVE_FAILURE } from './use-submit-form.ts'

/** A state of something that can be edited, and the `ETag` that names this state. */
export type Version<Value> = { value: Value; etag: string | undefined }

/** What the answer to a save tells the person who saved; it is no part of what was saved. */
type Said = { message?: string; statusText?: string }

type Words = {
  /** Specification section 8, for when the server has no word of its own. */
  loadFailure: string
  saveFailure?: string
  success: string
}

type EditableOptions<Value, Input> = Words & {
  /** Names it in the cache. */
  name: string
  load: (signal: AbortSignal) => Promise<Version<Value>>
  /** `headers` carries If-Match: whoever saves must have seen what is there. */
  save: (input: Input, headers: Record<string, string>) => Promise<Version<Value & Said>>
  /** What is known already, from a list: then nothing is loaded. */
  known?: Version<Value>
}

/** Somebody else has saved meanwhile: the server's sentence, and what stands there now; null when it is gone. */
export type Conflict<Value> = { sentence: string; current: Value | null }

export type Editable<Value, Input> = ReturnType<typeof useEditable<Value, Input>>

/**
 * Something that is loaded, edited and saved as a whole. Saving what somebody else has changed meanwhile is refused by the
 * server and becomes `conflict`; then `saveAnyway` or `takeTheirs` goes on.
 */
export function useEditable<Value, Input>(options: EditableOptions<Value, Input>) {
  const key = ['admin', 'editable', options.name]
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict<Value>>()

  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => options.load(signal),
    ...(options.known && { initialData: options.known }),
    // What is being edited must not change under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  const saving = useMutation({
    mutationFn: ({ input, force }: { input: Input; force: boolean }) => {
      const etag = query.data?.etag
      return options.save(input, etag === undefined || force ? {} : { 'If-Match': etag })
    },
    onMutate: () => {
      setOutcome(undefined)
      setConflict(undefined)
    },
    onSuccess: ({ value: { message, statusText, ...value }, etag }) => {
      client.setQueryData(key, { value: value as unknown as Value, etag })
      setOutcome({ tone: 'good', text: message || options.success, more: statusText })
    },
    onError: (fault) => {
      if (!(fault instanceof ApiError))
        setOutcome({ tone: 'danger', text: options.saveFailure ?? SAVE_FAILURE })
      else if (fault.code === 'conflict')
        setConflict({ sentence: fault.message, current: fault.facts.current as Value | null })
      else setOutcome({ tone: 'danger', text: fault.message })
    },
  })

  const reload = async () => {
    setOutcome(undefined)
    setConflict(undefined)
    await query.refetch()
  }

  return {
    value: query.data?.value,
    /** Moves on whenever the value was loaded or saved, be it the same as before. */
    settledAt: query.dataUpdatedAt,
    /** The sentence for a value that could not be loaded, and the server's own word on it. */
    loadFault: query.error ? options.loadFailure : undefined,
    loadFaultMore: query.error instanceof ApiError ? query.error.message : undefined,
    loading: query.isFetching,
    saving: saving.isPending,
    outcome,
    conflict,
    /** The sentence for each faulty field, by its wire name, as the server found it. */
    faults: saving.error instanceof ApiError ? saving.error.fields : {},
    /** Undefined when it was not saved; `outcome` or `conflict` says why. */
    save: (input: Input) => saving.mutateAsync({ input, force: false }).catch(() => undefined),
    saveAnyway: (input: Input) => saving.mutateAsync({ input, force: true }).catch(() => undefined),
    takeTheirs: reload,
    reload,
  }
}
