import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { type TextFields, type TextKind, textSchema } from '../../../src/shared/messages/texts.ts'
import { TEXT_SAVED } from '../../../src/shared/messages.de.ts'
import { admin, adminQuery, adminRequest, adminRequestWithEtag, refreshShown } from '../../api/admin.ts'
import { useEditForm } from '../forms/use-edit-form.ts'

const text = admin.texts[':kind']

export type ListedText = InferResponseType<typeof admin.texts.$get>[number]
export type EditedText = InferResponseType<typeof text.$get>
export type TextVersion = EditedText['versions'][number]

/** After this pause in typing the preview is made anew. */
const PAUSE_MS = 400

export const TEXTS_NOT_LOADED = 'Texte konnten nicht geladen werden.'

export function useTexts() {
  return useQuery(adminQuery(admin.texts, {}))
}

/** The words that count: the practice's own, else the original ones. */
export function wordsOf({ edited, original }: Pick<ListedText, 'edited' | 'original'>): TextFields {
  return edited ?? original
}

export function useTextForm(kind: TextKind) {
  const param = { kind }
  return useEditForm<EditedText, TextFields, TextFields>({
    name: `text ${kind}`,
    load: (signal) => adminRequestWithEtag(text.$get({ param }, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(text.$put({ param, json }, { headers })),
    onSaved: refreshShown,
    schema: () => textSchema,
    empty: {},
    valuesOf: wordsOf,
    loadFailure: TEXTS_NOT_LOADED,
    success: TEXT_SAVED,
  })
}
export type TextForm = ReturnType<typeof useTextForm>

export function useReset(kind: TextKind, onSuccess: () => unknown) {
  return useMutation({
    mutationFn: () => adminRequest(text.$delete({ param: { kind } })),
    onSuccess: () => Promise.all([onSuccess(), refreshShown()]),
  })
}

/** The messages as a patient would get them with these words. */
export function usePreview(kind: TextKind, words: TextFields) {
  return useQuery({
    queryKey: ['text-preview', kind, words],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, PAUSE_MS))
      signal.throwIfAborted()
      return adminRequest(text.preview.$post({ param: { kind }, json: words }, { init: { signal } }))
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
