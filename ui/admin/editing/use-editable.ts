import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../answer.ts'

/** A state of something that can be edited, and the `ETag` that names this state. */
export type Version<Value> = { value: Value; etag: string | undefined }

type Words = {
  /** Specification section 8, for when the server has no word of its own. */
  loadFailure: string
  saveFailure: string
  success: string
}

type EditableOptions<Value, Input> = Words & {
  /** Names it in the cache. */
  name: string
  load: (signal: AbortSignal) => Promise<Version<Value>>
  /** `headers` carries If-Match: whoever saves must have seen what is there. */
  save: (input: Input, headers: Record<string, string>) => Promise<Version<Value & { message?: string }>>
}

/** What came of the last press of a button. */
export type Outcome = { tone: 'good' | 'danger'; text: string }

export type Editable<Value, Input> = ReturnType<typeof useEditable<Value, Input>>

/**
 * Something that is loaded, edited and saved as a whole. Saving what somebody else has changed meanwhile is refused by the
 * server and becomes `conflict`; then `saveAnyway` or `takeTheirs` goes on.
 */
export function useEditable<Value, Input>(options: EditableOptions<Value, Input>) {
  const key = ['admin', 'editable', options.name]
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<{ input: Input; current: Value }>()

  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => options.load(signal),
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
    onSuccess: (saved) => {
      client.setQueryData(key, saved)
      setOutcome({ tone: 'good', text: saved.value.message || options.success })
    },
    onError: (fault, { input }) => {
      const theirs = fault instanceof ApiError && fault.code === 'conflict' ? fault.facts.current : undefined
      if (theirs !== undefined) setConflict({ input, current: theirs as Value })
      else
        setOutcome({ tone: 'danger', text: fault instanceof ApiError ? fault.message : options.saveFailure })
    },
  })

  const reload = async () => {
    setOutcome(undefined)
    setConflict(undefined)
    await query.refetch()
  }

  return {
    value: query.data?.value,
    /** The sentence for a value that could not be loaded. */
    loadFault: query.error ? options.loadFailure : undefined,
    loading: query.isFetching,
    saving: saving.isPending,
    outcome,
    conflict,
    /** The sentence for each faulty field, by its wire name, as the server found it. */
    faults: saving.error instanceof ApiError ? saving.error.fields : {},
    save: (input: Input) => saving.mutateAsync({ input, force: false }).catch(() => undefined),
    saveAnyway: () =>
      conflict && saving.mutateAsync({ input: conflict.input, force: true }).catch(() => undefined),
    takeTheirs: reload,
    reload,
  }
}
