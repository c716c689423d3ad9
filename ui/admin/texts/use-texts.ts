import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { TEXT_SAVED } from '../../../src/shared/admin-messages.de.ts'
import { type TextFields, type TextKind, textSchema } from '../../../src/shared/messages/texts.ts'
import { admin, adminQuery, adminRequest, adminRequestWithEtag, refreshAdminData } from '../../api/admin.ts'
import { useEditForm } from '../forms/use-edit-form.ts'

/** The calls about one text. */
const textCalls = admin.texts[':kind']

/** A text in the list. `edited` holds the practice's own words, or null if it has none. */
export type ListedText = InferResponseType<typeof admin.texts.$get>[number]
/** A text with all its versions. */
export type EditedText = InferResponseType<typeof textCalls.$get>
/** The words for one channel, as a user has saved them. */
export type TextVersion = EditedText['versions'][number]

/** Milliseconds without typing after which the preview is loaded again. */
const PAUSE_MS = 400

/** The sentence for texts that could not be loaded. */
export const TEXTS_NOT_LOADED = 'Texte konnten nicht geladen werden.'

/** Loads the texts of all messages. */
export function useTexts() {
  return useQuery(adminQuery(admin.texts, {}))
}

/** Returns the practice's own words, or the original ones if it has none. */
export function wordsOf({ edited, original }: Pick<ListedText, 'edited' | 'original'>): TextFields {
  return edited ?? original
}

/** Returns the form of a text's words, which loads and saves them. */
export function useTextForm(kind: TextKind) {
  const param = { kind }
  return useEditForm<EditedText, TextFields, TextFields>({
    name: `text ${kind}`,
    load: (signal) => adminRequestWithEtag(textCalls.$get({ param }, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(textCalls.$put({ param, json }, { headers })),
    onSaved: refreshAdminData,
    schema: () => textSchema,
    empty: {},
    valuesOf: wordsOf,
    loadFailure: TEXTS_NOT_LOADED,
    success: TEXT_SAVED,
  })
}

export type TextForm = ReturnType<typeof useTextForm>

/**
 * Restores the original words of a message.
 * @param onReset gets the server's sentence; the mutation is pending until it resolves
 */
export function useResetText(kind: TextKind, onReset: (message: string) => Promise<void>) {
  return useMutation({
    mutationFn: () => adminRequest(textCalls.$delete({ param: { kind } })),
    onSuccess: ({ message }) => Promise.all([onReset(message), refreshAdminData()]),
  })
}

/** Loads the messages that an invented patient would get with these words, after a pause in typing. */
export function useTextPreview(kind: TextKind, words: TextFields) {
  return useQuery({
    queryKey: ['text-preview', kind, words],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, PAUSE_MS))
      // When the user types on, another query replaces and cancels this one.
      signal.throwIfAborted()
      return adminRequest(textCalls.preview.$post({ param: { kind }, json: words }, { init: { signal } }))
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
